package submission

// Inputs that fuzzing found: those of its corpus that are needed to reach every
// statement which the whole of it reached, and which the other seeds do not.

var foundBoardFile = []string{
	"\t",
	"-",
	" ",
	"0\n\n0\n",
	"000000000000000000000000000",
	"00000000000000000000000000000000000000000000000000000000000000000",
}

var foundCSV = []struct {
	board uint8
	text  string
}{
	{4, "path\n@"},
	{84, "path\nC1-14 00"},
	{1, "path\nA10"},
	{27, "move,from,to,hops,path\n,,,,A1-A1\xc30"},
	{4, ""},
	{35, "\"\n0"},
	{55, "path\n "},
	{0, "from"},
	{89, "path\nC1"},
	{0, "from,from"},
	{209, "from,to\nA70,"},
	{0, "path\n0000000000000"},
	{62, "move,from,to,hops,path\n,,,,A1-A1  "},
	{2, "move,from,to,hops,path\n1,,,,A1-A1"},
	{11, "move,from,to,hops,path\n1,A1,A1,,A1-A2"},
	{53, "0000000000Ӡ000000̓0000000\xe6\xa500000000ù\v0"},
}

var foundCheck = []struct {
	game uint8
	text string
}{
	{107, "d1-A10"},
	{103, "24-24"},
	{10, "{\"00\":0A"},
	{64, "{\"\":{\"\":\"\", "},
	{13, "0\xde0"},
	{29, "\"\\f\""},
	{22, "\"\\0"},
	{86, "{\"\":null0"},
	{44, "{\"id\":0e+"},
	{170, "\"B2-A1-A3\""},
	{3, "{\"\":0,\"\":0,\"\":0,\"upper\":00"},
	{59, "A70"},
	{10, "{\"\""},
	{19, "[0.A"},
	{77, "{\"id\":\""},
	{1, "{\"\":{\"\x00"},
	{8, "\U000db772\U000dd772\U000db772\U000dd772"},
	{65, "#"},
	{83, "{ "},
	{107, "A1-A7"},
	{1, "[0"},
	{0, "A1-"},
	{12, "A1>A10"},
	{25, "1 0 0"},
	{3, "\"\"0"},
	{68, "{\"id\":"},
	{23, "C7-C1"},
	{16, "A1>d1"},
	{141, "\"\\"},
	{13, "\"C1-C3\""},
	{2, "A1-A1!0"},
	{1, "A1-C1-C1"},
	{28, "\"\\u0X00"},
	{237, "\"B2-A1-B7\""},
	{121, "{\"moves\":-0"},
	{1, "{\"\":\"\"}"},
	{23, "d1-d4 15-C1"},
	{0, "\"B2-C2-A1\""},
	{0, "\"A1-C3-C2\""},
	{2, "{\"schema\":\"\x1c"},
	{2, "{\"line\":[],\"moves\":\""},
	{1, "{\"schema\":\"00000000000000000000000000000000000000000\""},
}

var foundPegsID = []string{
	"1:'",
	"\n",
	"1:00",
	"1:",
	"1a",
	"1:P",
	"4:OHOPOOOPOPHPOHPO",
	"4:OPPHOPOOOPOPHHPH0",
	"7:OPPPPOOOOPPPOOPPPPPPPPPOPPPPOOOOPPPOOPPPOOPOPPPOO",
}

var foundReader = []struct {
	form  uint8
	limit uint8
	text  string
}{
	{0, 13, "{\"0\":A\"000\n0\"\"000"},
	{0, 24, "0 \xfd0"},
	{0, 8, "\"\x170\n"},
	{0, 26, "[[]}0\n["},
	{0, 30, "[0000000000000000000000000\n"},
	{36, 0, "[{0"},
	{0, 20, ""},
	{0, 20, "0A"},
	{2, 20, "[{}00"},
	{1, 20, "#\n0\n0 0\n0"},
	{20, 20, "\"00000000\"000\n"},
}

var foundScan = []string{
	"0eA",
	"\"\\",
	"\"\\ua",
	"\"\\uX000",
}
