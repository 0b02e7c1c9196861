package cluster

import (
	"crypto/sha256"
	"encoding/hex"
	"time"
)

// Protocol is the version of what goes over the wire. A cluster that was set up with
// another one is refused.
const Protocol = "1"

// What there is on a server.
const (
	taskStream   = "HALMA_TASKS"
	reportStream = "HALMA_REPORTS"
	deadStream   = "HALMA_DEAD"
	jobBucket    = "halma-jobs"
	objectBucket = "halma-objects"

	taskSubjects   = "halma.task."   // pool, job, task
	reportSubjects = "halma.report." // job, task
	deadSubjects   = "halma.dead."   // job, task
	noteSubjects   = "halma.note."   // job; no stream
	askWorkers     = "halma.workers" // no stream
)

// The keys of the metadata of the stream of tasks, which hold what all must agree on.
const (
	protocolKey   = "halma-protocol"
	ackWaitKey    = "halma-ack-wait"
	deliveriesKey = "halma-deliveries"
)

// Settings are those of streams and buckets. They hold from when a cluster is set up
// until its streams are removed; nobody changes them afterwards.
type Settings struct {
	Replicas int           // copies of all, 1, 3 or 5
	Bytes    int64         // most that the objects may take, 0 for any number
	Keep     time.Duration // how long reports, letters and objects are kept, 0 for ever
	// AckWait is how long a worker may give no sign of life before its task is given
	// to another.
	AckWait time.Duration
	// Deliveries is how often a task is given to a worker before it is a dead letter.
	Deliveries int
}

// Usual are the settings where nobody says others.
var Usual = Settings{Replicas: 1, Keep: 7 * 24 * time.Hour, AckWait: 30 * time.Second, Deliveries: 10}

// Sum names bytes by their SHA-256, in base 16.
func Sum(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// idLength is the length of the names of jobs, pools and tasks: the first digits of a
// SHA-256.
const (
	shortID = 16
	taskID  = 32
)

// pool names those who may work for each other: programs of one build that put what
// they make into the same place.
func pool(build string, shared bool) string {
	place := " objects"
	if shared {
		place = " shared"
	}
	return Sum([]byte(build + place))[:shortID]
}
