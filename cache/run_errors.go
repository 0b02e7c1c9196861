package cache

import (
	"errors"
	"fmt"
	"syscall"
)

// The errors of runs. Each is wrapped in one that names the file and, for
// damage, the block. A full disk is [ErrFull].
var (
	// ErrRunForeign: the file is something else.
	ErrRunForeign = errors.New("not a run file")
	// ErrRunVersion: the run was written in another format.
	ErrRunVersion = errors.New("run file has another format")
	// ErrRunWidth: the run's keys have another number of words.
	ErrRunWidth = errors.New("run file has keys of another width")
	// ErrRunDamaged: the run was cut off or altered.
	ErrRunDamaged = errors.New("run file is damaged")
	// ErrRunOrder: keys or shards were appended out of order.
	ErrRunOrder = errors.New("keys out of order")
	// ErrRunShard: a shard number outside 0 … [Shards] − 1.
	ErrRunShard = errors.New("no such shard")
	// ErrRunClosed: a writer was used after Close, Abort or a failure.
	ErrRunClosed = errors.New("run writer is closed")
)

func runDamaged(path, what string) error {
	return fmt.Errorf("%s: %w: %s", path, ErrRunDamaged, what)
}

func runBlockDamaged(path string, block int, what string) error {
	return fmt.Errorf("%s: block %d: %w: %s", path, block, ErrRunDamaged, what)
}

// runFileError is the error for an operation on the file that failed.
func runFileError(path string, err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fmt.Errorf("%s: %w: %w", path, ErrFull, err)
	}
	return fmt.Errorf("%s: %w", path, err)
}

func runShardError(path string, shard int) error {
	return fmt.Errorf("%s: %w: %d", path, ErrRunShard, shard)
}
