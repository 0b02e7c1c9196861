package solver

import "github.com/halma-solve/halma-solve/positions"

// bandFilter drops the moves after which the counts do not lead on. Most of the
// moves of a position join the same few pairs of bands, so each pair is asked
// about once. It belongs to one worker.
type bandFilter[W positions.Words] struct {
	bands *bands
	// leads answers for counts and their sum of rows.
	leads func(key bandKey, sum int) bool
	memo  [maxBands][maxBands]uint8 // 0: not asked yet, 1: no, 2: yes
	used  uint64                    // bands a with answers in memo
}

func (f *bandFilter[W]) prune(ex *expander[W]) {
	men := ex.generator.Men()
	key := f.bands.count(men)
	var at bandPlace
	f.bands.read(key, &at)
	sum := 0
	for _, c := range men {
		sum += int(ex.advance[c])
	}
	for ; f.used != 0; f.used &= f.used - 1 {
		f.memo[trailing64(f.used)] = [maxBands]uint8{}
	}
	out := ex.moves[:0]
	for _, m := range ex.moves {
		a, c := f.bands.of[m.From], f.bands.of[m.To]
		answer := &f.memo[a][c]
		if *answer == 0 {
			f.used |= 1 << a
			after := key
			if a != c {
				after = at.moved(key, a, c)
			}
			*answer = 1
			if f.leads(after, sum+int(ex.advance[m.To])-int(ex.advance[m.From])) {
				*answer = 2
			}
		}
		if *answer == 2 {
			out = append(out, m)
		}
	}
	ex.moves = out
}
