package cluster

import (
	"context"
	"encoding/json"
)

// Task is what a worker does.
type Task struct {
	Job     string // its ID
	Spec    Spec
	Payload []byte // what this task is
	*Client        // for objects
}

// Put keeps bytes and returns their [Sum]. It waits for room.
func (t *Task) Put(ctx context.Context, data []byte) (sum string, err error) {
	return t.putPatiently(ctx, t.Job, data)
}

// Kind does the tasks of a kind. What it returns depends on the task alone, byte for
// byte: another worker must make the same of it. It is called by many goroutines. A
// task that ends with ctx is given back.
type Kind func(ctx context.Context, t *Task) ([]byte, error)

// taskMessage is a task on the wire.
type taskMessage struct {
	Payload json.RawMessage `json:"payload"`
	// Not is the worker that may not do it, for it has done it already.
	Not string `json:"not,omitempty"`
	// For is the worker that should do it, see [Run.DoNear].
	For string `json:"for,omitempty"`
}

// mostPassed is how often a task for another worker is passed on; the n-th time it waits
// n ms. So ten idle workers find the one in 55 ms, and it has a second to get free.
const mostPassed = 45

// report says what became of a task.
type report struct {
	Worker string `json:"worker"`
	// Sum is that of the output, which is here if it is short, else among the objects.
	Sum    string `json:"sum,omitempty"`
	Size   int    `json:"size"`
	Inline []byte `json:"inline,omitempty"`
	// Failed is why there is no output: the task is a dead letter.
	Failed     string  `json:"failed,omitempty"`
	Deliveries int     `json:"deliveries"`
	Seconds    float64 `json:"seconds"` // that the work took
}

// mostInline is how long an output may be to travel in the report of its task, in
// bytes: an object of its own would take three more messages.
const mostInline = 4 << 10

// nameOf names a task: the same payload in the same job is the same task.
func nameOf(job string, payload []byte) string {
	return Sum(append([]byte(job+" "), payload...))[:taskID]
}
