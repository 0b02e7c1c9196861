package cache

import (
	"errors"
	"fmt"
	"runtime/debug"
)

// errPanic is the cause of an ErrCorrupt that was a panic of the database.
var errPanic = errors.New("the database gave up")

// contain calls into the database and turns a panic into an error. So it does
// with a fault of memory, which is what reading a mapped file becomes when the
// disk fails or the file has been cut short by somebody else.
func (s *Store) contain(call func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %s", errPanic, firstLine(fmt.Sprint(r)))
		}
	}()
	return call()
}

// databaseError turns an error of the database into one of this package.
func (s *Store) databaseError(err error) error {
	if errors.Is(err, errPanic) {
		return corruptError(s.dir, err)
	}
	if known, ok := systemError(s.dir, err); ok {
		return known
	}
	return corruptError(s.dir, err)
}
