package submission

// Limits bound what one submission may cost. The zero value of a field is its
// default.
type Limits struct {
	Bytes int // length of a submission, default DefaultBytes
	Moves int // moves of a submission, default DefaultMoves
}

// The defaults of [Limits]. A line of 50 moves takes less than 2 KiB, and no
// solution that anyone would hand in has a thousand moves.
const (
	DefaultBytes = 1 << 20
	DefaultMoves = 10_000
)

// MaxDepth is how deep lists and objects may stand in each other in JSON.
const MaxDepth = 64

// maxID is the length of an id in bytes.
const maxID = 256

func (l Limits) orDefault() Limits {
	if l.Bytes <= 0 {
		l.Bytes = DefaultBytes
	}
	if l.Moves <= 0 {
		l.Moves = DefaultMoves
	}
	return l
}
