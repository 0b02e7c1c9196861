package cli

import "testing"

func TestParseMemory(t *testing.T) {
	for text, want := range map[string]int64{
		"8GiB":    8 << 30,
		"8gib":    8 << 30,
		"4G":      4 << 30,
		"500MB":   500_000_000,
		"1.5 GiB": 3 << 29,
		"2TB":     2_000_000_000_000,
		"1024K":   1 << 20,
		"1MiB":    1 << 20,
	} {
		if got, err := ParseMemory(text); got != want || err != nil {
			t.Errorf("parseMemory(%q) = %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "8", "GiB", "-8GiB", "+8GiB", "1e3GiB", "0x8GiB", "8QB", "8 G B", "1..5G", "infGiB", "NaNGiB", "1023K", "0GiB", "9000000TiB"} {
		if got, err := ParseMemory(text); err == nil {
			t.Errorf("parseMemory(%q) = %d, want an error", text, got)
		}
	}
}

func TestDefaultMemory(t *testing.T) {
	if n := DefaultMemory(); n < leastMemory || n > usualMemory {
		t.Errorf("defaultMemory() = %d", n)
	}
}
