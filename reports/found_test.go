package reports

// Inputs that fuzzing found: those of its corpus that are needed to reach every
// statement which the whole of it reached, and which the other seeds do not.

var foundParseJSON = []string{
	"0000000000000000\x9a00000000",
	"{\"puzzle\":{\"size\":10,\"men\":\"\",\"rules\":\"\",\"count\":\"\",\"jumps\":\"\",\"start\":[\"\",\"\",\"\",\"\",\"\",\"\"],\"\":[]},\"\":null,\"\":null,\"\":null,\"\":null}",
	"A",
}
