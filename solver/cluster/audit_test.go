package cluster_test

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"sync"
	"testing"

	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/solver/cluster"
	"github.com/halma-solve/halma-solve/solver/cluster/server"
)

// usualAuditJobs is how many jobs are tried for each number of lies, and
// HALMA_AUDIT_JOBS another number: with 200 the shares are those of doc.go.
const usualAuditJobs = 2

// isAudited says by the text of the package which tasks are done again: those whose
// names, as numbers, are in the lowest part.
func isAudited(run *cluster.Run, payload []byte, share float64) bool {
	raw, err := hex.DecodeString(cluster.Sum(append([]byte(run.ID()+" "), payload...))[:16])
	return err == nil && float64(binary.BigEndian.Uint64(raw)) < share*math.MaxUint64
}

// A worker that flips one bit of each task that it does is found if one of them is done
// again, and only then. The share of jobs in which that happens is 1−(1−a)^n.
func TestAuditRate(t *testing.T) {
	jobs := usualAuditJobs
	if text := os.Getenv("HALMA_AUDIT_JOBS"); text != "" {
		jobs = positiontest.Must(t, strconv.Atoi, text)
	}
	const share = 0.01
	r := newRoom(t, server.Options{})
	r.ctx = t.Context() // however many jobs there are
	o := r.options()
	o.Settings = cluster.Usual
	c := r.connect(o)
	r.work(o, 4, map[string]cluster.Kind{"upper": func(ctx context.Context, task *cluster.Task) ([]byte, error) {
		out, err := upper(ctx, task)
		out[len(out)/2] ^= 1
		return out, err
	}})
	all := 0
	for _, n := range []int{1, 10, 30, 100, 300} {
		found := 0
		for j := range jobs {
			run, err := c.Attach(r.ctx, cluster.Spec{Kind: "upper", Common: fmt.Append(nil, j+1)}, upper, share)
			if err != nil {
				t.Fatal(err)
			}
			errs, due := make([]error, n), 0
			var running sync.WaitGroup
			for i := range n {
				payload := fmt.Appendf(nil, `"%d of %d"`, i, n)
				if isAudited(run, payload, share) {
					due++
				}
				running.Go(func() { _, errs[i] = run.Do(r.ctx, payload) })
			}
			running.Wait()
			refused := 0
			for _, err := range errs {
				if errors.Is(err, cluster.ErrJob) {
					refused++
				} else if err != nil {
					t.Fatal(err)
				}
			}
			if refused != due {
				t.Errorf("job %d with %d lies: %d found, %d are looked at", j, n, refused, due)
			}
			if refused > 0 {
				found++
			}
			run.Close()
		}
		all += found
		t.Logf("%d lies: found in %d of %d jobs, %.1f %%, by the formula %.1f %%", n, found, jobs, 100*float64(found)/float64(jobs), 100*(1-math.Pow(1-share, float64(n))))
	}
	if all == 0 {
		t.Error("no lie was found") // of 300 in a job, one is looked at but for a chance of 5 %
	}
}
