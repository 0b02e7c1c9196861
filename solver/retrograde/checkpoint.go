package retrograde

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/halma-solve/halma-solve/cache/files"
)

// A checkpoint is the state before a row of a level in a file: a line of JSON, the tables,
// the distances if there are any, the mail about the level before, that about this one
// if it has begun, and the SHA-256 of all that. Of the mail of a row there is for each
// kind the number of senders and their numbers, as differences. The file is written
// under another name and renamed.

// ErrCheckpoint is wrapped by errors about checkpoints that cannot be used.
var ErrCheckpoint = errors.New("the checkpoint cannot be used")

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
	f, err := files.Own(path, 0o666)
	if err != nil {
		return err
	}
	defer f.Discard()
	sum := sha256.New()
	w := bufio.NewWriterSize(io.MultiWriter(f, sum), 1<<20)
	id := a.game.Fingerprint()
	head, err := json.Marshal(checkpoint{
		Schema: checkpointSchema, Game: hex.EncodeToString(id[:]), Next: next, Row: row, Part: a.part, Levels: a.levels,
		Distances: a.distances != nil, Sweeping: a.sweeping, Illegal: a.illegal, Turns: a.turns, Settled: a.done, Longest: a.longest, Plies: a.plies,
	})
	if err == nil {
		_, err = w.Write(append(head, '\n'))
	}
	for _, p := range []plane{a.settled, a.wins} {
		if err == nil {
			err = writeWords(w, p)
		}
	}
	if err == nil {
		_, err = w.Write(a.distances)
	}
	if err == nil {
		err = a.saveMail(w, a.now)
	}
	if err == nil && row > 0 {
		err = a.saveMail(w, a.next)
	}
	if err == nil {
		err = w.Flush()
	}
	if err == nil {
		_, err = f.Write(sum.Sum(nil))
	}
	if err != nil {
		return err
	}
	return f.Commit()
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
var errMail = errors.New("its mail is wrong")

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
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, 0, nil
	}
	if err != nil {
		return 0, 0, err
	}
	defer f.Close()
	bad := func(reason string) (int, int, error) {
		return 0, 0, fmt.Errorf("%w: %s: %s", ErrCheckpoint, path, reason)
	}
	sum := sha256.New()
	file := bufio.NewReaderSize(f, 1<<20)
	r := io.TeeReader(file, sum)
	line, err := file.ReadSlice('\n')
	if err != nil {
		return bad("it has no first line, or one that is longer than 1 MiB")
	}
	sum.Write(line)
	var head checkpoint
	if json.Unmarshal(line, &head) != nil {
		head = checkpoint{}
	}
	if reason := a.differs(head); reason != "" {
		return bad(reason)
	}
	err = a.loadTables(r, head.Row > 0)
	if errors.Is(err, errMail) {
		return bad(err.Error())
	}
	want := sum.Sum(nil)
	got := make([]byte, sha256.Size)
	if err == nil {
		_, err = io.ReadFull(file, got)
	}
	if err != nil {
		return bad("it is cut off")
	}
	if string(want) != string(got) {
		return bad("its checksum is wrong")
	}
	if _, err := file.ReadByte(); err != io.EOF {
		return bad("it goes on after its checksum")
	}
	a.levels, a.illegal, a.turns, a.done, a.open = head.Levels, head.Illegal, head.Turns, head.Settled, true
	a.longest, a.plies, a.part, a.sweeping = head.Longest, head.Plies, head.Part, head.Sweeping
	return head.Next, head.Row, nil
}

// differs says why a checkpoint is none of this analysis, "" if it is one.
func (a *analysis) differs(head checkpoint) string {
	id := a.game.Fingerprint()
	switch {
	case head.Schema != checkpointSchema:
		return "it is no checkpoint of this version"
	case head.Game != hex.EncodeToString(id[:]):
		return "it is of another game"
	case head.Next != len(head.Levels) || head.Next > maxPlies+1 || head.Row < 0 || head.Row >= a.rows || head.Next+head.Row == 0 ||
		head.Row > 0 && a.kernel.special != nil:
		return fmt.Sprintf("it goes on with row %d of level %d", head.Row, head.Next)
	case head.Distances != (a.distances != nil):
		return "it is of an analysis with other options"
	case head.Longest < 0 || head.Longest >= int64(a.rows)*int64(a.cols):
		return "it names a position that is not there"
	}
	return ""
}

// loadTables reads what follows the first line, in a level that has begun or not.
func (a *analysis) loadTables(r io.Reader, begun bool) error {
	for _, p := range []plane{a.settled, a.wins} {
		if err := readWords(r, p); err != nil {
			return err
		}
	}
	if _, err := io.ReadFull(r, a.distances); err != nil {
		return err
	}
	letters := byteReader{r, make([]byte, 1)}
	err := a.loadMail(letters, a.now)
	if err == nil && begun {
		err = a.loadMail(letters, a.next)
	}
	return err
}

// byteReader reads single bytes.
type byteReader struct {
	io.Reader
	one []byte
}

func (r byteReader) ReadByte() (byte, error) {
	_, err := io.ReadFull(r.Reader, r.one)
	return r.one[0], err
}

func writeWords(w io.Writer, words []uint64) error {
	buffer := make([]byte, 0, 1<<16)
	for len(words) > 0 {
		n := min(len(words), cap(buffer)/8)
		buffer = buffer[:0]
		for _, word := range words[:n] {
			buffer = binary.LittleEndian.AppendUint64(buffer, word)
		}
		if _, err := w.Write(buffer); err != nil {
			return err
		}
		words = words[n:]
	}
	return nil
}

func readWords(r io.Reader, words []uint64) error {
	buffer := make([]byte, 1<<16)
	for len(words) > 0 {
		n := min(len(words), len(buffer)/8)
		if _, err := io.ReadFull(r, buffer[:8*n]); err != nil {
			return err
		}
		for i := range n {
			words[i] = binary.LittleEndian.Uint64(buffer[8*i:])
		}
		words = words[n:]
	}
	return nil
}

// interval is the time between two checkpoints.
const interval = 30 * time.Second

// maxPlies is the greatest distance that fits a byte.
const maxPlies = 255
