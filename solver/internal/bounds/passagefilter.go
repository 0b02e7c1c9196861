package bounds

import (
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
)

// BandFilter drops the moves after which the counts do not lead on. Most of the
// moves of a position join the same few pairs of bands, so each pair is asked
// about once. It belongs to one worker.
type BandFilter[W positions.Words] struct {
	Bands *Bands
	// Leads answers for counts and their sum of rows.
	Leads func(key BandKey, sum int) bool
	memo  [maxBands][maxBands]uint8 // 0: not asked yet, 1: no, 2: yes
	used  uint64                    // bands a with answers in memo
}

func (f *BandFilter[W]) Prune(ex *layers.Expander[W]) {
	men := ex.Generator.Men()
	key := f.Bands.Count(men)
	var at bandPlace
	f.Bands.read(key, &at)
	sum := 0
	for _, c := range men {
		sum += int(ex.Advance[c])
	}
	for ; f.used != 0; f.used &= f.used - 1 {
		f.memo[trailing64(f.used)] = [maxBands]uint8{}
	}
	out := ex.Moves[:0]
	for _, m := range ex.Moves {
		a, c := f.Bands.of[m.From], f.Bands.of[m.To]
		answer := &f.memo[a][c]
		if *answer == 0 {
			f.used |= 1 << a
			after := key
			if a != c {
				after = at.moved(key, a, c)
			}
			*answer = 1
			if f.Leads(after, sum+int(ex.Advance[m.To])-int(ex.Advance[m.From])) {
				*answer = 2
			}
		}
		if *answer == 2 {
			out = append(out, m)
		}
	}
	ex.Moves = out
}
