package peg

import "math"

// leastRest returns the prices of the rows by which the rest of a linear program is least:
// target = Σ x·column + rest, all x ≥ 0, and a rest in row i costs most[i] a unit, above or
// below. Prices are in −most … most, no column is worth more than 0 by them, and the
// target is worth the cost of the least rest.
//
// It is the simplex method on a full tableau, from the rest alone, each time with the
// column that saves most (Dantzig 1947). Products are rounded before they are added, so
// that processors that can do both at once come to the same. Nothing is proven by it: what
// the prices say is checked in whole numbers (newPagoda), also if it was cut short.
func leastRest(columns [][]int8, target, most []float64) (prices []float64) {
	const tiny = 1e-9
	rows, n := len(target), len(columns)
	width := n + rows + 1 // columns, a unit of each row, and what the target leaves
	saved := make([]float64, width)
	tableau := make([][]float64, rows)
	for i := range tableau {
		sign := math.Copysign(1, target[i])
		row := make([]float64, width)
		for j, c := range columns {
			row[j] = sign * float64(c[i])
		}
		row[n+i], row[width-1] = sign, math.Abs(target[i])
		tableau[i] = row
		saved[n+i] += most[i]
		for j := range row {
			saved[j] -= float64(most[i] * row[j])
		}
	}
	// The unit of a row may be in the rest with either sign: the column of the one is that of
	// the other, negated.
	for range 100 * width {
		in, sign, best := -1, 1.0, -tiny
		for j, s := range saved[:width-1] {
			if s < best {
				in, sign, best = j, 1, s
			}
			if j >= n && 2*most[j-n]-s < best {
				in, sign, best = j, -1, 2*most[j-n]-s
			}
		}
		if in < 0 {
			break
		}
		out, least := -1, math.Inf(1)
		for i, row := range tableau {
			if a := sign * row[in]; a > tiny && row[width-1]/a < least {
				out, least = i, row[width-1]/a
			}
		}
		if out < 0 {
			break
		}
		pivot := tableau[out]
		for j, by := 0, sign*pivot[in]; j < width; j++ {
			pivot[j] /= by
		}
		for i, row := range tableau {
			if a := sign * row[in]; i != out && a != 0 {
				for j, v := range pivot {
					row[j] -= float64(a * v)
				}
			}
		}
		for j, v := range pivot {
			saved[j] -= float64(best * v)
		}
	}
	prices = make([]float64, rows)
	for i := range prices {
		prices[i] = most[i] - saved[n+i]
	}
	return prices
}
