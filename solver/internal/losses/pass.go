package losses

import (
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// pass makes layers by what was lost. The one at 0 has the start.
type pass[W positions.Words] struct {
	layers.Layered[W]
	most   int   // that a line may lose
	room   int   // that lines may lose which are followed: most, but less in a beam
	lost   int   // at the next layer
	losses []int // of its hops

	makers []maker[W]
	sweep  *layers.Sweep[W] // of these; nil until it is wanted
	held   func() int64     // bytes that are held besides the layers
	// relaxation is that of the relaxed game; nil: it goes through the game itself.
	relaxation *relaxation
	// by is a pass through the relaxed game from the other side: of the positions found those
	// are kept that it has where what it and they have lost is not too much; nil: all.
	by *pass[W]
	// describe says for other machines how successors are made; nil: they have no part.
	describe func(About) ([]byte, error)
}

// maker makes the successors of a description.
type maker[W positions.Words] interface {
	layers.Successors[W]
	begin(about About)
}

// newPass returns a pass from the start of a space with a maker for each worker.
func newPass[W positions.Words](r *session.Run, s *layers.Space[W], j *layers.Journal[W], most int, makers []maker[W]) pass[W] {
	p := pass[W]{Layered: layers.NewLayered(r, s, j), most: most, room: most, lost: 1, losses: hopLosses, makers: makers}
	p.Leap, p.held = mostLost, func() int64 { return 0 }
	return p
}

// advance makes the layers that are missing, until after says that it is enough. Before each
// it asks spend, which may refuse the positions to be expanded; of the first paid ones the
// work is counted already.
func (p *pass[W]) advance(paid int, spend func(positions int) error, after func() (enough bool, err error)) error {
	for ; p.lost <= p.most; p.lost++ {
		work := p.Work
		if p.lost > paid {
			if err := spend(p.Layers[p.lost-1].Size()); err != nil {
				return err
			}
		}
		if err := p.step(p.most); err != nil {
			return err
		}
		if p.lost <= paid {
			p.Work = work
		}
		if err := p.Describe(p.lost); err != nil {
			return err
		}
		if enough, err := after(); enough || err != nil {
			return err
		}
	}
	return nil
}

// step makes the next layer. end is where the search ends, for the progress report.
func (p *pass[W]) step(end int) error {
	if p.sweep == nil {
		next := 0
		p.sweep = layers.NewSweepOf(p.Run, p.Space, func() layers.Successors[W] {
			next++
			return p.makers[next-1]
		})
	}
	return p.Step(p.sweep, p.lost, end, p.stage)
}

// stage is how the next layer is made: of each before, by hops that lose what is between.
func (p *pass[W]) stage() (out layers.Stage[W]) {
	for _, lost := range p.losses {
		if lost > p.lost {
			break
		}
		by := About{Lost: lost, Room: p.room - p.lost}
		portion := layers.Portion[W]{
			Positions: func() (*layers.Layer[W], error) { return p.Layers[p.lost-lost], nil },
			Enter: func() func() int64 {
				for _, m := range p.makers {
					m.begin(by)
				}
				return p.held
			},
		}
		if p.describe != nil {
			portion.About = func() ([]byte, error) { return p.describe(by) }
		}
		out.Portions = append(out.Portions, portion)
	}
	if p.by != nil {
		out.Keep = p.keep
	}
	return out
}

// keep leaves of the positions of the next layer those that the pass by which it goes has.
func (p *pass[W]) keep(list []W) ([]W, error) {
	kept, men := list[:0], []uint8(nil)
	for i := range list {
		men = menOf(&list[i], men[:0])
		found, err := p.by.has(men, p.most-p.lost)
		if err != nil {
			return nil, err
		}
		if found {
			kept = append(kept, list[i])
		}
	}
	return kept, nil
}

// has reports whether the position that stands for the one with these men is in a layer of the
// relaxed game where no more was lost.
func (p *pass[W]) has(men []uint8, lost int) (bool, error) {
	w, key := p.Space.Canonical(standIn[W](p.relaxation, men))
	for l := 0; l <= lost; l++ {
		if found, err := p.Layers[l].Has(&w, key); found || err != nil {
			return found, err
		}
	}
	return false, nil
}
