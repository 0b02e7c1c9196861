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
	"time"

	"github.com/halma-solve/halma-solve/cache/files"
)

// A checkpoint is the state after a level in a file: a line of JSON, the values,
// the bytes, the planes of the last level, and the SHA-256 of all that. It is
// written under another name and renamed.

// ErrCheckpoint is wrapped by errors about checkpoints that cannot be used.
var ErrCheckpoint = errors.New("the checkpoint cannot be used")

const checkpointSchema = "halma-solve/retrograde/1"

// checkpoint is the head of the file.
type checkpoint struct {
	Schema                  string  `json:"schema"`
	Game                    string  `json:"game"` // fingerprint
	Next                    int     `json:"next"` // level
	Levels                  []Level `json:"levels"`
	Open                    [2]bool `json:"open"` // planes that follow, by kind
	Illegal, Turns, Settled int64
}

// save writes the state before the given level.
func (a *analysis) save(path string, next int) error {
	f, err := files.Own(path, 0o666)
	if err != nil {
		return err
	}
	defer f.Discard()
	sum := sha256.New()
	w := bufio.NewWriterSize(io.MultiWriter(f, sum), 1<<20)
	id := a.game.Fingerprint()
	head, err := json.Marshal(checkpoint{
		Schema: checkpointSchema, Game: hex.EncodeToString(id[:]), Next: next, Levels: a.levels,
		Open: a.any, Illegal: a.illegal, Turns: a.turns, Settled: a.settled,
	})
	if err == nil {
		_, err = w.Write(append(head, '\n'))
	}
	for _, words := range a.saved() {
		if err == nil {
			err = writeWords(w, words)
		}
	}
	if err == nil {
		_, err = w.Write(a.bytes)
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

// saved lists what a checkpoint holds in words.
func (a *analysis) saved() [][]uint64 {
	out := [][]uint64{a.values}
	for kind, p := range a.now {
		if a.any[kind] {
			out = append(out, p)
		}
	}
	return out
}

// load reads the state from a file and returns the next level, 0 if there is no
// such file. Errors about what is in it wrap [ErrCheckpoint].
func (a *analysis) load(path string) (next int, err error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer f.Close()
	bad := func(reason string) (int, error) { return 0, fmt.Errorf("%w: %s: %s", ErrCheckpoint, path, reason) }
	sum := sha256.New()
	file := bufio.NewReaderSize(f, 1<<20)
	r := io.TeeReader(file, sum)
	line, err := file.ReadSlice('\n')
	if err != nil {
		return bad("it has no first line, or one that is longer than 1 MiB")
	}
	sum.Write(line)
	var head checkpoint
	id := a.game.Fingerprint()
	if json.Unmarshal(line, &head) != nil || head.Schema != checkpointSchema {
		return bad("it is no checkpoint of this version")
	}
	if head.Game != hex.EncodeToString(id[:]) {
		return bad("it is of another game")
	}
	if head.Next < 1 || head.Next > maxPlies+1 {
		return bad(fmt.Sprintf("it goes on with level %d", head.Next))
	}
	a.any = head.Open
	for kind := range a.now {
		if a.any[kind] {
			a.now[kind] = a.take(a.space)
		}
	}
	for _, words := range a.saved() {
		if err == nil {
			err = readWords(r, words)
		}
	}
	if err == nil {
		_, err = io.ReadFull(r, a.bytes)
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
	a.levels, a.illegal, a.turns, a.settled = head.Levels, head.Illegal, head.Turns, head.Settled
	return head.Next, nil
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
