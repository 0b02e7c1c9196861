package transfer

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/certificate"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// Layers that are said to have been pruned by what is not in use here, or not by what is,
// are not gone on with, and no layer is made for another machine by what is not there.
func TestOtherBoundsAreNotAdopted(t *testing.T) {
	for i, o := range []puzzles.Options{
		{Shape: positions.Rhombus, Size: 5, Army: "6"},
		{Shape: positions.Rhombus, Size: 5, Army: "6", Count: positions.Hops},
		{Shape: positions.Square, Size: 5, Army: "6", Count: positions.Hops},
		{Shape: positions.Square, Size: 5, Army: "6", Count: positions.Hops, Jumps: positions.Super},
		{Shape: positions.Rhombus, Size: 5, Army: "6", Count: positions.Hops, Jumps: positions.Super}, // from here on by halves
		{Shape: positions.Square, Size: 5, Army: "6", Count: positions.Hops, Jumps: positions.Super},
	} {
		o.Arrival = positions.Free
		p := positiontest.Must(t, puzzles.Highscore, o)
		r := session.NewRun(context.Background(), session.Options{Workers: 1})
		a := newAttack[[1]uint64](session.NewKnowledge(p, r))
		if err := a.prepare(); err != nil {
			t.Fatal(err)
		}
		length := a.Lower()
		options := refutationOptions[[1]uint64]{
			from: length, length: length, rules: certificate.RulesFree, rows: a.rows, table: a.table, bound: a.bound,
			classes: a.classes, prices: a.prices, diagonals: a.diagonals,
		}
		if i >= 4 {
			options.half, options.bound = newLosingHalf(a.space, a.potential), nil
		}
		s := newRefutation(r, a.space, nil, options)
		stage := func(text []byte) error {
			_, err := a.stage(context.Background(), stageAbout{
				Projected: s.bound != nil, From: length, Length: length, Rules: certificate.RulesFree, Bounds: text, Depth: 1,
			}, nil, nil)
			return err
		}
		own := positiontest.Must(t, json.Marshal, any(s.atHand()))
		if err := stage(own); err != nil || !s.Adopt(own) {
			t.Fatalf("%s: its own bounds are not adopted, %v", p, err)
		}
		if s.half != nil {
			b := s.atHand()
			for c := 0; b.Of == nil || b.Of.Equal(s.half.potential); c++ {
				b.Of = s.half.potential.With(c, s.half.potential.Of[c]+1, a.prices.distances, &a.prices.images)
			}
			if s.Adopt(positiontest.Must(t, json.Marshal, any(b))) {
				t.Errorf("%s: another potential is adopted", p)
			}
			b.Of.Unit--
			if err := stage(positiontest.Must(t, json.Marshal, any(b))); !errors.Is(err, ErrAbout) {
				t.Errorf("%s: a stage with what is no potential: %v", p, err)
			}
		}
		fields := reflect.TypeFor[certificate.Bounds]()
		for i := range fields.NumField() {
			name := fields.Field(i).Name
			b := s.atHand()
			field := reflect.ValueOf(&b.Bounds).Elem().Field(i)
			if field.Kind() != reflect.Bool {
				continue
			}
			field.SetBool(!field.Bool())
			other := positiontest.Must(t, json.Marshal, any(b))
			if s.Adopt(other) {
				t.Errorf("%s: bounds with %s %t are adopted", p, name, field.Bool())
			}
			switch name {
			case "Rows", "Images", "Sums", "Links": // ask nothing of men
			default:
				if err := stage(other); field.Bool() && !errors.Is(err, ErrAbout) {
					t.Errorf("%s: a stage with %s: %v", p, name, err)
				}
			}
		}
	}
}
