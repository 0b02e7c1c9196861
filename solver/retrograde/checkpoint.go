package retrograde

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"slices"

	"github.com/halma-solve/halma-solve/solver/internal/statefile"
)

// A checkpoint is the state before a row of a level in a file (package statefile): the
// tables, the distances if there are any, the mail about the level before, and that about
// this one if it has begun. Of the mail of a row there is for each kind the number of
// senders and their numbers, as differences.

// ErrCheckpoint is wrapped by errors about checkpoints that cannot be used.
var ErrCheckpoint = statefile.Err

const checkpointSchema = "halma-solve/retrograde/4"

// checkpoint is the head of the file.
type checkpoint struct {
	Schema                  string  `json:"schema"`
	Game                    string  `json:"game"` // fingerprint
	Next                    int     `json:"next"` // level
	Row                     int     `json:"row"`  // the first of the level that is not done
	Part                    part    `json:"part"` // found in those before
	Levels                  []Level `json:"levels"`
	Distances               bool    `json:"distances"`
	Sweeping                bool    `json:"sweeping"` // all rows are to be swept
	Illegal, Turns, Settled int64
	Longest                 int64 // place
	Plies                   int
}

// save writes the state before a row of a level.
func (a *analysis) save(path string, next, row int) error {
	id := a.game.Fingerprint()
	head := checkpoint{
		Schema: checkpointSchema, Game: hex.EncodeToString(id[:]), Next: next, Row: row, Part: a.part, Levels: a.levels,
		Distances: a.distances != nil, Sweeping: a.sweeping, Illegal: a.illegal, Turns: a.turns, Settled: a.done, Longest: a.longest, Plies: a.plies,
	}
	return statefile.Write(path, head, func(w io.Writer) error {
		for _, p := range []plane{a.settled, a.wins} {
			if err := statefile.WriteNumbers(w, p); err != nil {
				return err
			}
		}
		_, err := w.Write(a.distances)
		if err == nil {
			err = a.saveMail(w, a.now)
		}
		if err == nil && row > 0 {
			err = a.saveMail(w, a.next)
		}
		return err
	})
}

// saveMail writes mail.
func (a *analysis) saveMail(w io.Writer, m *mail) error {
	clerk := a.workers[0].clerk
	clerk.meet()
	var senders []uint32
	var out []byte
	for kind := range outcomes {
		for row := range a.rows {
			senders = clerk.read(senders[:0], m, kind, row)
			slices.Sort(senders)
			out = binary.AppendUvarint(out[:0], uint64(len(senders)))
			last := uint32(0)
			for _, n := range senders {
				out = binary.AppendUvarint(out, uint64(n-last))
				last = n
			}
			if _, err := w.Write(out); err != nil {
				return err
			}
		}
	}
	return nil
}

// errMail means that mail in a file cannot be.
const errMail = statefile.Wrong("its mail is wrong")

// loadMail reads what saveMail has written.
func (a *analysis) loadMail(r io.ByteReader, m *mail) error {
	w := a.workers[0]
	w.deliverTo(m, 0)
	for kind := range outcomes {
		for row := range a.rows {
			n, err := binary.ReadUvarint(r)
			if err != nil {
				return err
			}
			last := uint64(0)
			theirs := a.turned(a.sets[row]).set
			for i := range n {
				d, err := binary.ReadUvarint(r)
				if err != nil {
					return err
				}
				last += d
				if i > 0 && d == 0 || d >= 2*uint64(a.rows) || last >= 2*uint64(a.rows) || w.sender(uint32(last)).set&theirs != 0 {
					return errMail
				}
				w.write(kind, row, uint32(last))
			}
		}
	}
	return nil
}

// load reads the state from a file and returns the level and the row that are next, 0
// if there is no such file. Errors about what is in it wrap [ErrCheckpoint].
func (a *analysis) load(path string) (next, row int, err error) {
	var head checkpoint
	found, err := statefile.Read(path, &head, func(r statefile.Reader) error {
		if err := a.differs(head); err != nil {
			return err
		}
		return a.loadTables(r, head.Row > 0)
	})
	if !found {
		return 0, 0, err
	}
	a.levels, a.illegal, a.turns, a.done, a.open = head.Levels, head.Illegal, head.Turns, head.Settled, true
	a.longest, a.plies, a.part, a.sweeping = head.Longest, head.Plies, head.Part, head.Sweeping
	return head.Next, head.Row, nil
}

// differs says why a checkpoint is none of this analysis, nil if it is one.
func (a *analysis) differs(head checkpoint) error {
	id := a.game.Fingerprint()
	switch {
	case head.Schema != checkpointSchema:
		return statefile.Foreign
	case head.Game != hex.EncodeToString(id[:]):
		return statefile.Wrong("it is of another game")
	case head.Next != len(head.Levels) || head.Next > maxPlies+1 || head.Row < 0 || head.Row >= a.rows || head.Next+head.Row == 0 ||
		head.Row > 0 && a.kernel.special != nil:
		return statefile.Wrong(fmt.Sprintf("it goes on with row %d of level %d", head.Row, head.Next))
	case head.Distances != (a.distances != nil):
		return statefile.Wrong("it is of an analysis with other options")
	case head.Longest < 0 || head.Longest >= int64(a.rows)*int64(a.cols):
		return statefile.Wrong("it names a position that is not there")
	}
	return nil
}

// loadTables reads what follows the first line, in a level that has begun or not.
func (a *analysis) loadTables(r statefile.Reader, begun bool) error {
	for _, p := range []plane{a.settled, a.wins} {
		if err := statefile.ReadNumbers(r, p); err != nil {
			return err
		}
	}
	if _, err := io.ReadFull(r, a.distances); err != nil {
		return err
	}
	err := a.loadMail(r, a.now)
	if err == nil && begun {
		err = a.loadMail(r, a.next)
	}
	return err
}

// maxPlies is the greatest distance that fits a byte.
const maxPlies = 255
