package tablebase

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

var (
	// ErrFormat is wrapped by errors about files that are no tablebase, or one
	// of another version or other rules.
	ErrFormat = errors.New("not a tablebase that can be used")
	// ErrDamaged is wrapped by errors about files that are cut off or altered.
	ErrDamaged = errors.New("the tablebase is damaged")
)

const (
	magic     = "HALMATB1"
	maxHeader = 1 << 16
	perBlock  = 1 << 18 // positions
)

// Header says what a file holds.
type Header struct {
	Schema      string `json:"schema"` // "halma-solve/tablebase/1"
	Board       string `json:"board"`
	Size        int    `json:"size"`
	Men         int    `json:"men"`
	Rules       string `json:"rules"`
	Fingerprint string `json:"fingerprint"` // of the game, hexadecimal
	Rows        int64  `json:"rows"`
	Columns     int64  `json:"columns"`
	Distances   bool   `json:"distances"`
}

const schema = "halma-solve/tablebase/1"

// Is reports whether a file that begins like this is a tablebase, of any version.
func Is(begin []byte) bool { return bytes.HasPrefix(begin, []byte(magic[:len(magic)-1])) }

// headerOf returns the header for a game.
func headerOf(g *duel.Game, n *numbering, distances bool) Header {
	f := g.Fingerprint()
	return Header{
		Schema: schema, Board: g.Board.Shape().String(), Size: g.Board.Size(), Men: g.Men,
		Rules: g.Rules.String(), Fingerprint: hex.EncodeToString(f[:]),
		Rows: int64(len(n.rows)), Columns: int64(n.columns), Distances: distances,
	}
}

// game makes the game that a header names.
func (h Header) game() (*duel.Game, error) {
	if h.Schema != schema {
		return nil, fmt.Errorf("%w: its schema is %.40q, not %q", ErrFormat, h.Schema, schema)
	}
	shape, err := positions.ParseShape(h.Board)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	rules, err := duel.ParseRules(h.Rules)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	if h.Size < 1 {
		return nil, fmt.Errorf("%w: size %d", ErrFormat, h.Size)
	}
	g, err := duel.New(duel.Options{Shape: shape, Size: h.Size, Men: h.Men, Rules: rules})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	if f := g.Fingerprint(); hex.EncodeToString(f[:]) != h.Fingerprint {
		return nil, fmt.Errorf("%w: it was made for other rules than those this program calls %q", ErrFormat, h.Rules)
	}
	return g, refuse(g)
}

// refuse returns an error for a game whose positions have no value of their own.
func refuse(g *duel.Game) error {
	if g.Rules.Limit == nil {
		return nil
	}
	return fmt.Errorf("%w: under the rules %s the value of a position depends on the turns made, which no file holds", ErrFormat, g.Rules)
}

// layout is where things are in a file.
type layout struct {
	positions int64
	chunks    int  // blocks of each kind
	distances bool // whether there are distance blocks
	data      int64
}

func (l layout) blocks() int {
	if l.distances {
		return 2 * l.chunks
	}
	return l.chunks
}

// block returns the offset and the length of a block.
func (l layout) block(i int) (offset int64, length int) {
	n := int(min(l.positions-int64(i%l.chunks)*perBlock, perBlock))
	if i < l.chunks {
		return l.data + int64(i)*perBlock/4, (n + 3) / 4
	}
	return l.data + (l.positions+3)/4 + int64(i-l.chunks)*perBlock, n
}

// size returns the length of the file.
func (l layout) size() int64 {
	offset, length := l.block(l.blocks() - 1)
	return offset + int64(length)
}

func layoutOf(h Header, headerLength int) layout {
	l := layout{positions: h.Rows * h.Columns, distances: h.Distances}
	l.chunks = int((l.positions + perBlock - 1) / perBlock)
	l.data = int64(len(magic)+4+headerLength) + int64(l.blocks()+1)*sha256.Size
	return l
}

// encode returns all that stands before the blocks.
func encode(header []byte, sums [][sha256.Size]byte) []byte {
	var out bytes.Buffer
	out.WriteString(magic)
	_ = binary.Write(&out, binary.LittleEndian, uint32(len(header))) // a buffer takes everything
	out.Write(header)
	for _, s := range sums {
		out.Write(s[:])
	}
	seal := sha256.Sum256(out.Bytes())
	out.Write(seal[:])
	return out.Bytes()
}

// decode reads what encode wrote.
func decode(r io.Reader) (h Header, l layout, g *duel.Game, sums [][sha256.Size]byte, seal [sha256.Size]byte, err error) {
	fail := func(format string, args ...any) (Header, layout, *duel.Game, [][sha256.Size]byte, [sha256.Size]byte, error) {
		return h, l, g, nil, seal, fmt.Errorf(format, args...)
	}
	start := make([]byte, len(magic)+4)
	if _, err := io.ReadFull(r, start); err != nil || string(start[:len(magic)]) != magic {
		return fail("%w: it does not begin with %q", ErrFormat, magic)
	}
	n := binary.LittleEndian.Uint32(start[len(magic):])
	if n > maxHeader {
		return fail("%w: a header of %d bytes", ErrDamaged, n)
	}
	header := make([]byte, n)
	if _, err := io.ReadFull(r, header); err != nil {
		return fail("%w: it ends within the header", ErrDamaged)
	}
	if err := json.Unmarshal(header, &h); err != nil {
		return fail("%w: the header is no JSON object", ErrDamaged)
	}
	if g, err = h.game(); err != nil {
		return fail("%w", err)
	}
	// The game decides the numbers of rows and columns, so a header that was
	// altered cannot ask for more memory than the game needs.
	num, err := newNumbering(g)
	if err != nil {
		return fail("%w: %w", ErrFormat, err)
	}
	if want := headerOf(g, num, h.Distances); h != want {
		return fail("%w: the header says %d rows of %d positions, the game has %d of %d", ErrDamaged, h.Rows, h.Columns, want.Rows, want.Columns)
	}
	l = layoutOf(h, len(header))
	sums = make([][sha256.Size]byte, l.blocks())
	for i := range sums {
		if _, err := io.ReadFull(r, sums[i][:]); err != nil {
			return fail("%w: it ends within the list of checksums, at that of block %d of %d", ErrDamaged, i+1, l.blocks())
		}
	}
	if _, err := io.ReadFull(r, seal[:]); err != nil {
		return fail("%w: it ends before the seal", ErrDamaged)
	}
	if all := encode(header, sums); !bytes.Equal(all[len(all)-sha256.Size:], seal[:]) {
		return fail("%w: the header or the list of checksums was altered", ErrDamaged)
	}
	return h, l, g, sums, seal, nil
}
