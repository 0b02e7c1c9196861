package tablebase

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

var (
	// ErrFormat is wrapped by errors about files that are no tablebase, or one of
	// another version, game or rules.
	ErrFormat = errors.New("not a tablebase that can be used")
	// ErrDamaged is wrapped by errors about files that are cut off or altered.
	ErrDamaged = errors.New("the tablebase is damaged")
	// ErrMemory means that a file does not fit into the memory it may have.
	ErrMemory = errors.New("the tablebase does not fit into the memory")
)

const (
	magic     = "HALMACT1"
	schema    = "halma-solve/contest-tablebase/1"
	maxHeader = 1 << 16
)

// Header says what a file holds.
type Header struct {
	Schema      string            `json:"schema"` // "halma-solve/contest-tablebase/1"
	Game        string            `json:"game"`
	Version     int               `json:"version"`
	Options     map[string]string `json:"options"`
	Fingerprint string            `json:"fingerprint"` // of the game, hexadecimal
	From        string            `json:"from"`        // the position where play begins
	Symmetric   bool              `json:"symmetric"`
	Positions   []int64           `json:"positions"` // of each level
}

// Table is the values to be written: of games with dice those are chances.
type Table[V contest.Packed | contest.PackedChance] interface {
	// Level returns the positions of a level and their values by rank.
	Level(at int) (*contest.Marks, []V)
	// Symmetric reports whether one position stands for all its images.
	Symmetric() bool
}

// Is reports whether a file that begins like this is a tablebase, of any version.
func Is(begin []byte) bool { return bytes.HasPrefix(begin, []byte(magic[:len(magic)-1])) }

func headerOf(g *contest.Game, from contest.Position) Header {
	f := g.Fingerprint()
	h := Header{
		Schema: schema, Game: g.Kind.Name, Version: g.Kind.Version, Options: map[string]string{},
		Fingerprint: hex.EncodeToString(f[:]), From: g.Format(from),
	}
	for _, s := range g.Settings {
		h.Options[s.Name] = s.Value
	}
	return h
}

// Write writes a table whose play begins at a position. Its errors are those of the
// writer and of the context.
func Write[V contest.Packed | contest.PackedChance](ctx context.Context, w io.Writer, g *contest.Game, from contest.Position, t Table[V]) error {
	h := headerOf(g, from)
	h.Symmetric = t.Symmetric()
	for at := range g.Levels() {
		marks, _ := t.Level(at)
		h.Positions = append(h.Positions, int64(marks.Count))
	}
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	sum := sha256.New()
	out := bufio.NewWriterSize(io.MultiWriter(w, sum), 1<<20)
	_, _ = out.WriteString(magic) // a bufio.Writer keeps its first error until Flush
	_ = binary.Write(out, binary.LittleEndian, uint32(len(text)))
	_, _ = out.Write(text)
	for at, n := range h.Positions {
		if err := ctx.Err(); err != nil {
			return err
		}
		if n > 0 {
			marks, values := t.Level(at)
			for part := range slices.Chunk(marks.Words, 1<<16) {
				_ = binary.Write(out, binary.LittleEndian, part)
			}
			for part := range slices.Chunk(values, 1<<18) {
				_ = binary.Write(out, binary.LittleEndian, part)
			}
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	_, err = w.Write(sum.Sum(nil))
	return err
}

// File is a tablebase that was read. It is a [contest.Source], of a game with dice a
// [contest.ChanceSource], and may be shared.
type File struct {
	Header Header
	Game   *contest.Game
	From   contest.Position
	levels []level
	seal   [sha256.Size]byte
}

type level struct {
	contest.Marks
	values  []contest.Packed
	chances []contest.PackedChance // of games with dice, instead
}

// Seal returns the checksum of the file, in hexadecimal digits.
func (f *File) Seal() string { return hex.EncodeToString(f.seal[:]) }

// Count returns the number of positions that are kept.
func (f *File) Count() (n int64) {
	for _, p := range f.Header.Positions {
		n += p
	}
	return n
}

// Bytes returns how much memory the values take.
func (f *File) Bytes() (n int64) {
	for _, l := range f.levels {
		n += 8*int64(len(l.Words)) + contest.PackedBytes*int64(len(l.values)) + contest.PackedChanceBytes*int64(len(l.chances))
	}
	return n
}

// Read reads a file of the given size, which may take so many bytes of memory (0: any
// number). Errors wrap [ErrFormat], [ErrDamaged] or [ErrMemory], or come from reading.
func Read(from io.Reader, size, memory int64) (*File, error) {
	sum := sha256.New()
	in := bufio.NewReaderSize(io.TeeReader(io.LimitReader(from, size-sha256.Size), sum), 1<<20)
	f := &File{}
	header, err := f.readHeader(in)
	if err != nil {
		return nil, err
	}
	want, each := int64(len(magic)+4+header+sha256.Size), int64(contest.PackedBytes)
	if f.Game.Kind.Chance {
		each = contest.PackedChanceBytes
	}
	for at, l := range f.Game.Levels() {
		n := f.Header.Positions[at]
		if n < 0 || uint64(n) > l.Codes {
			return nil, fmt.Errorf("%w: %d positions in a level that has room for %d", ErrDamaged, n, l.Codes)
		}
		if n > 0 {
			want += 8*contest.MarksWords(l.Codes) + each*n
		}
	}
	switch {
	case size < want:
		return nil, fmt.Errorf("%w: it is cut off after %d of %d bytes", ErrDamaged, size, want)
	case size > want:
		return nil, fmt.Errorf("%w: %d bytes follow the end", ErrDamaged, size-want)
	case memory > 0 && size > memory:
		return nil, fmt.Errorf("%w: it takes %d bytes, more than %d", ErrMemory, size, memory)
	}
	for at, l := range f.Game.Levels() {
		if err := f.readLevel(in, at, l); err != nil {
			return nil, err
		}
	}
	if _, err := io.ReadFull(from, f.seal[:]); err != nil {
		return nil, fmt.Errorf("%w: the seal is missing: %w", ErrDamaged, err)
	}
	if !bytes.Equal(sum.Sum(nil), f.seal[:]) {
		return nil, fmt.Errorf("%w: it was altered", ErrDamaged)
	}
	return f, f.checkValues()
}

// readHeader reads all that stands before the levels and returns the length of the
// header.
func (f *File) readHeader(in io.Reader) (int, error) {
	start := make([]byte, len(magic)+4)
	if _, err := io.ReadFull(in, start); err != nil || string(start[:len(magic)]) != magic {
		return 0, fmt.Errorf("%w: it does not begin with %q", ErrFormat, magic)
	}
	n := binary.LittleEndian.Uint32(start[len(magic):])
	if n > maxHeader {
		return 0, fmt.Errorf("%w: a header of %d bytes", ErrDamaged, n)
	}
	text := make([]byte, n)
	if _, err := io.ReadFull(in, text); err != nil {
		return 0, fmt.Errorf("%w: it ends within the header", ErrDamaged)
	}
	if err := json.Unmarshal(text, &f.Header); err != nil {
		return 0, fmt.Errorf("%w: the header is no JSON object", ErrDamaged)
	}
	return int(n), f.readGame()
}

// readGame makes the game that the header names.
func (f *File) readGame() (err error) {
	h := f.Header
	kind := contest.KindOf(h.Game)
	switch {
	case h.Schema != schema:
		return fmt.Errorf("%w: its schema is %.40q, not %q", ErrFormat, h.Schema, schema)
	case kind == nil:
		return fmt.Errorf("%w: there is no game %.40q", ErrFormat, h.Game)
	case h.Version != kind.Version:
		return fmt.Errorf("%w: it is of version %d of %s, here is version %d", ErrFormat, h.Version, kind, kind.Version)
	}
	if f.Game, err = contest.New(kind, h.Options); err != nil {
		return fmt.Errorf("%w: %w", ErrFormat, err)
	}
	if f.From, err = f.Game.Parse(h.From); err != nil {
		return fmt.Errorf("%w: where play begins: %w", ErrFormat, err)
	}
	if got := headerOf(f.Game, f.From); got.Fingerprint != h.Fingerprint {
		return fmt.Errorf("%w: it was made for other rules than those this program calls %q", ErrFormat, f.Game)
	}
	if len(h.Positions) != len(f.Game.Levels()) {
		return fmt.Errorf("%w: %d levels, the game has %d", ErrDamaged, len(h.Positions), len(f.Game.Levels()))
	}
	return nil
}

// readLevel reads the positions of a level, which are as many as the header says.
func (f *File) readLevel(in io.Reader, at int, l contest.Level) error {
	var read level
	if n := f.Header.Positions[at]; n > 0 {
		var err error
		if read.Words, err = readNumbers[uint64](in, contest.MarksWords(l.Codes)); err != nil {
			return err
		}
		if f.Game.Kind.Chance {
			read.chances, err = readNumbers[contest.PackedChance](in, n)
		} else {
			read.values, err = readNumbers[contest.Packed](in, n)
		}
		if err != nil {
			return err
		}
	}
	read.Close()
	if last := len(read.Words) - 1; int64(read.Count) != f.Header.Positions[at] || last >= 0 && l.Codes%64 != 0 && read.Words[last]>>(l.Codes%64) != 0 {
		return fmt.Errorf("%w: level %d has other positions than it says", ErrDamaged, at)
	}
	f.levels = append(f.levels, read)
	return nil
}

// readNumbers reads n numbers, or structs of numbers.
func readNumbers[V any](in io.Reader, n int64) ([]V, error) {
	out := make([]V, n)
	for part := range slices.Chunk(out, 1<<16) {
		if err := binary.Read(in, binary.LittleEndian, part); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// checkValues makes sure that each position has one.
func (f *File) checkValues() error {
	for at, l := range f.levels {
		for _, c := range l.chances {
			if _, ok := c.Unpack(); !ok {
				return fmt.Errorf("%w: a position of level %d has no chance", ErrDamaged, at)
			}
		}
	}
	if f.Game.Kind.Scores {
		return nil
	}
	for at, l := range f.levels {
		if slices.Contains(l.values, contest.Unpacked) {
			return fmt.Errorf("%w: a position of level %d has no value", ErrDamaged, at)
		}
	}
	return nil
}

// Part calls f for the positions of one of several parts of the file, until it returns
// an error, which it returns.
func (f *File) Part(part, parts int, do func(p contest.Position) error) error {
	for at := range f.levels {
		if err := f.levels[at].Part(part, parts, func(code uint64, _ int) error { return do(f.Game.At(at, code)) }); err != nil {
			return err
		}
	}
	return nil
}

// Symmetric reports whether one position stands for all that symmetries make of it.
func (f *File) Symmetric() bool { return f.Header.Symmetric }

// Lookup returns the value of a position. It wraps [contest.ErrNotReached] if the file
// has none, as that of a game with dice.
func (f *File) Lookup(p contest.Position) (contest.Value, error) {
	l, rank := f.find(p)
	if l == nil || l.values == nil {
		return contest.Value{}, fmt.Errorf("%w: %s", contest.ErrNotReached, f.Game.Format(p))
	}
	return f.Game.Kind.Unpack(l.values[rank]), nil
}

// Chance returns the chance of a position. It wraps [contest.ErrNotReached] if the file
// has none, as that of a game without dice.
func (f *File) Chance(p contest.Position) (contest.Chance, error) {
	l, rank := f.find(p)
	if l == nil || l.chances == nil {
		return contest.Chance{}, fmt.Errorf("%w: %s", contest.ErrNotReached, f.Game.Format(p))
	}
	c, _ := l.chances[rank].Unpack()
	return c, nil
}

// find returns the level of a position and its rank there, nil if the file does not have
// it.
func (f *File) find(p contest.Position) (*level, int) {
	if f.Header.Symmetric {
		p = f.Game.Canonical(p)
	}
	at, code := f.Game.Place(p)
	rank, ok := f.levels[at].Rank(code)
	if !ok {
		return nil, 0
	}
	return &f.levels[at], rank
}
