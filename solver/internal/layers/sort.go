package layers

import (
	"slices"

	"github.com/halma-solve/halma-solve/positions"
)

// fewToSort is below which positions are sorted by comparing them (2026-11: from some
// hundred on digits take less time, from some ten thousand a third of it).
const fewToSort = 1 << 9

// mostWords is the greatest number of words of a position; see [positions.Words].
const mostWords = 5

// sorted sorts positions by [positions.Less] and returns them, in the same memory or
// in fresh one: digit by digit from the lowest, each a byte of a word, without those
// that are the same for all.
func sorted[W positions.Words](all []W) []W {
	if len(all) < fewToSort {
		slices.SortFunc(all, func(a, b W) int { return positions.Compare(&a, &b) })
		return all
	}
	var counts [8 * mostWords][1 << 8]uint32
	for i := range all {
		for k := 0; k < len(all[i]); k++ {
			for d, w := 8*k, all[i][k]; d < 8*k+8; d, w = d+1, w>>8 {
				counts[d][w&0xff]++
			}
		}
	}
	to := make([]W, len(all))
	for d := range 8 * len(all[0]) {
		k, shift := d/8, uint(d%8)*8
		at := &counts[d]
		if int(at[all[0][k]>>shift&0xff]) == len(all) {
			continue
		}
		sum := uint32(0)
		for i, n := range at {
			at[i], sum = sum, sum+n
		}
		for i := range all {
			digit := all[i][k] >> shift & 0xff
			to[at[digit]] = all[i]
			at[digit]++
		}
		all, to = to, all
	}
	return all
}
