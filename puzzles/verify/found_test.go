package verify_test

// Inputs that fuzzing found: those of its corpus that are needed to reach every
// statement which the whole of it reached, and which the other seeds do not.

var foundReplay = []struct {
	kind uint8
	data string
}{
	{43, "\x10\x0e"},
	{23, "0"},
	{2, "1B0"},
	{29, "\x0f\x0f0"},
	{37, "0000"},
	{43, "\x0f0"},
	{0, "11"},
	{14, "1QA"},
	{14, "1QY"},
	{2, "2B1"},
	{43, "\x0f\x10"},
	{43, "\x12\x0e"},
	{4, "\x0f\a0"},
}

var foundReplayPegs = []struct {
	retour bool
	men    string
	moves  string
}{
	{false, ";", "\x01\x03"},
	{true, "00", "  "},
	{true, "", "0"},
	{true, "0", " 0"},
	{true, "C", "\x01\x03"},
	{true, "7", "\x01\x03"},
	{false, "1", "\x01\x03"},
	{true, "17", "\x01\x03"},
	{false, "\x03", "\x01\x03"},
}
