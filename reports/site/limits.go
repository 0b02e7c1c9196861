package site

import (
	"runtime"
	"time"
)

// Limits bound what strangers may cost. The zero value of a field is its default.
type Limits struct {
	Rate       float64       // requests a second for each address, default 50; below 0: any number
	Burst      int           // requests that an address may be ahead, default 4 seconds' worth
	Body       int64         // bytes of a body, default 1 MiB
	Batch      int64         // bytes of a body with many submissions, default 32 MiB
	Together   int           // requests at work, default 256; more are told to come again
	PerAddress int           // the same for each address, default 64
	Batches    int           // bodies with many submissions at work, default 4 a processor; more wait
	Kept       int           // lines kept in all, default 200,000
	Moves      int           // moves of a line, default 2,000
	HintTime   time.Duration // of a search for a hint, default 0.5 s; below 0: no search
	HintMemory int64         // bytes of a search, default 64 MiB
}

func (l Limits) orDefault() Limits {
	usual(&l.Rate, 50)
	usual(&l.Burst, max(1, int(4*l.Rate)))
	usual(&l.Body, 1<<20)
	usual(&l.Batch, 32<<20)
	usual(&l.Together, 256)
	usual(&l.PerAddress, 64)
	usual(&l.Batches, 4*runtime.GOMAXPROCS(0))
	usual(&l.Kept, 200_000)
	usual(&l.Moves, 2_000)
	usual(&l.HintTime, 500*time.Millisecond)
	usual(&l.HintMemory, 64<<20)
	return l
}

func usual[T int | int64 | float64 | time.Duration](field *T, value T) {
	if *field == 0 {
		*field = value
	}
}
