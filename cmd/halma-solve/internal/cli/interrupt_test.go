//go:build unix

package cli

import (
	"context"
	"os"
	"syscall"
	"testing"
	"time"
)

// A signal that comes twice, as from timeout(1), interrupts once: the report is written.
// Were the second one not swallowed, it would end the test itself.
func TestSignalWithEcho(t *testing.T) {
	before := echo
	t.Cleanup(func() { echo = before })
	echo = time.Hour // however busy the machine is
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		ctx, _ := Interruptible(context.Background(), nil) // to end it would no longer swallow what is on its way
		for range 2 {
			if err := syscall.Kill(os.Getpid(), s); err != nil {
				t.Fatal(err)
			}
			<-ctx.Done()
		}
	}
	time.Sleep(50 * time.Millisecond) // for what is on its way to end the test
}
