package positions_test

// Inputs that fuzzing found: those of its corpus that are needed to reach every
// statement which the whole of it reached, and which the other seeds do not.

var foundParseCell = []string{
	"000䒔0000000",
}

var foundParseDiagram = []struct {
	board uint8
	text  string
}{
	{101, "a"},
	{84, "a"},
	{48, "* 0"},
	{56, "7   "},
	{18, "**o\n*..\no..\na 0"},
}

var foundParseDrawn = []string{
	"1\n1*\n",
	"A",
	"1",
	"70",
}
