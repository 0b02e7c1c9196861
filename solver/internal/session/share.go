package session

import (
	"sync/atomic"

	"github.com/halma-solve/halma-solve/solver/internal/parallel"
)

// ChunkSize is how many positions a worker takes at once.
const ChunkSize = 256

// Share has the workers of the run take tasks 0 … tasks−1 one by one. do returns how
// many positions it expanded; over is called by each worker for which none is left.
// It returns why it stopped early, if it did: [ErrMemory], or as [Run.Stop].
func (r *Run) Share(tasks int, do func(worker, task int) (expanded int), over func(worker int)) error {
	var next atomic.Int64
	var full atomic.Bool
	defer r.Watch(&full)()
	return parallel.Run(r.Workers, func(worker int) error {
		for {
			task := int(next.Add(1)) - 1
			if task >= tasks {
				over(worker)
				return nil
			}
			if full.Load() {
				return ErrMemory
			}
			if err := r.Stop(); err != nil {
				return err
			}
			n := int64(do(worker, task))
			r.Expanded.Add(n)
			r.Done.Add(n)
		}
	})
}
