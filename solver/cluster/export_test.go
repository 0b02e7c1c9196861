package cluster

import "time"

// SetCallTime changes how long calls may take.
func SetCallTime(d time.Duration) (restore func()) {
	old := callTime
	callTime = d
	return func() { callTime = old }
}
