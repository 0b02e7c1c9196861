package parallel

import (
	"sync"
	"sync/atomic"
)

// InOrder has the items 0 … n−1 made on several goroutines, and calls use with one after
// the other, in their order, while the next are made. No more than two for each worker
// are begun and not used. After the first error or panic, which it returns, nothing more
// is begun.
func InOrder[T any](workers, n int, produce func(i int) (T, error), use func(i int, item T) error) error {
	q := &ordered[T]{n: n, over: make(chan struct{}), slots: make([]chan T, 2*workers)}
	q.room = make(chan struct{}, len(q.slots))
	for i := range q.slots {
		q.slots[i] = make(chan T, 1)
	}
	return Run(workers+1, func(worker int) (err error) {
		whole := false
		defer func() {
			if !whole {
				q.once.Do(func() { close(q.over) })
			}
		}()
		if worker == workers {
			err = q.use(use)
		} else {
			err = q.produce(produce)
		}
		whole = err == nil
		return err
	})
}

// ordered is one call of InOrder.
type ordered[T any] struct {
	n     int
	next  atomic.Int64  // the item to begin
	room  chan struct{} // a token for each item that was begun and is not used
	slots []chan T      // item i goes through slot i mod their number
	once  sync.Once
	over  chan struct{} // closed after an error
}

func (q *ordered[T]) produce(f func(i int) (T, error)) error {
	for {
		select {
		case q.room <- struct{}{}:
		case <-q.over:
			return nil
		}
		i := int(q.next.Add(1)) - 1
		if i >= q.n {
			return nil
		}
		item, err := f(i)
		if err != nil {
			return err
		}
		q.slots[i%len(q.slots)] <- item // never waits: there was room, so what was there is used
	}
}

func (q *ordered[T]) use(f func(i int, item T) error) error {
	for i := range q.n {
		select {
		case item := <-q.slots[i%len(q.slots)]:
			if err := f(i, item); err != nil {
				return err
			}
			<-q.room
		case <-q.over:
			return nil
		}
	}
	return nil
}
