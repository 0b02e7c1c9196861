package reports

import (
	"testing"

	"github.com/halma-solve/halma-solve/solver"
)

// hostile are texts that would be markup if anybody let them.
var hostile = []string{
	`</title></script><script>window.hacked = 1</script>`,
	`<img src=x onerror="window.hacked = 1">`,
	`"><svg onload=window.hacked=1> ' onfocus='window.hacked=1' autofocus x='`,
	`{{.Policy}} ]]> --> <!-- <style>*{display:none}</style> &lt;b&gt; javascript:window.hacked=1`,
	`</dd><base href="https://example.invalid/"><iframe src=javascript:window.hacked=1>`,
}

// hostileResult has such a text in every field that is free.
func hostileResult(t testing.TB) *solver.Result {
	r := *samples(t)["optimal"]
	r.Proof, r.Interrupted = hostile[1], hostile[2]
	r.Stats = solver.Stats{Expanded: 1, Phases: []solver.Phase{{Name: hostile[3], Outcome: hostile[4]}}}
	return &r
}
