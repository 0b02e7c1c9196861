package levels

import (
	"math/rand/v2"
	"testing"
)

// TestProofTable puts many more entries into a table than it has places for, and asks for
// all: what it still says must be what was put in for just that position.
func TestProofTable(t *testing.T) {
	const memory, positions = 1 << 20, 200_000
	random := rand.New(rand.NewPCG(7, 8))
	table := newProofTable(memory)
	keyOf := func(n int) proofKey { return proofKey{uint64(n / 2), uint16(1 + n%2)} }
	wins := func(n int) int16 { return int16(3 + n*7%11) } // the turns with which it is proven
	put := map[int]map[int16]numbers{}
	for range 3 * positions {
		n, left := random.IntN(positions), int16(random.IntN(20))
		found := numbers{1 + random.Int32N(9), 1 + random.Int32N(9)}
		if random.IntN(4) == 0 {
			if found = disproven; left >= wins(n) {
				found = proven
			}
		}
		table.age = uint16(random.IntN(3))
		table.put(keyOf(n), left, found, int64(random.IntN(100)))
		if put[n] == nil {
			put[n] = map[int16]numbers{}
		}
		if !found.settled() {
			put[n][left] = found
		}
	}
	said, settled := 0, 0
	for n := range positions {
		for left := range int16(20) {
			found, ok := table.get(keyOf(n), left)
			switch {
			case !ok:
			case found == proven && left < wins(n), found == disproven && left >= wins(n):
				t.Fatalf("position %d, which is proven with %d turns: %v with %d", n, wins(n), found, left)
			case found.settled():
				settled++
			case found != put[n][left]:
				t.Fatalf("position %d with %d turns: %v, not %v", n, left, found, put[n][left])
			default:
				said++
			}
		}
	}
	places := memory / int(proofBytes)
	if table.bytes > memory || len(table.entries) < places/2 || said < places/4 || settled < places/4 {
		t.Errorf("%d bytes, %d places of %d, which know %d numbers and %d results", table.bytes, len(table.entries), places, said, settled)
	}
}

// TestProofTableKeepsWhatCostMost: entries with large searches below them outlast any
// number of others, those that were met only outlast nothing.
func TestProofTableKeepsWhatCostMost(t *testing.T) {
	table := newProofTable(1)
	const large, small = 200, 100_000
	for n := range uint64(large) {
		table.put(proofKey{n, 1}, 5, numbers{2, 3}, 1000)
	}
	for n := range uint64(small) {
		table.put(proofKey{large + n, 1}, 5, numbers{1, 1}, int64(n%2))
	}
	kept, met := 0, 0
	for n := range uint64(large + small) {
		_, ok := table.get(proofKey{n, 1}, 5)
		switch {
		case ok && n < large:
			kept++
		case ok && (n-large)%2 == 0:
			met++
		}
	}
	if kept < large*9/10 || met > len(table.entries)/4 {
		t.Errorf("%d of %d large ones are left, and %d that were met", kept, large, met)
	}
	if len(table.entries) > leastProofs {
		t.Errorf("%d entries", len(table.entries))
	}
}
