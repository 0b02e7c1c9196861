package atlas

import (
	"bufio"
	"bytes"
	"compress/gzip"
	_ "embed" // of the data
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"sync"
)

//go:embed entries.jsonl.gz
var entriesData []byte

//go:embed duels.jsonl.gz
var duelsData []byte

// Entries returns all entries in their order. They are not to be changed.
func Entries() []*Entry { return entries() }

// Duels returns all games for two players. They are not to be changed.
func Duels() []*Duel { return duels() }

// Find returns the entry of a puzzle by its fingerprint; nil if there is none, or one
// that follows from others, which are to be asked.
//
// It decodes that entry alone: all of them take longer than most small puzzles.
func Find(fingerprint [32]byte) *Entry {
	key := Key(fingerprint)
	if e, ok := found.Load(key); ok {
		return e.(*Entry)
	}
	for _, line := range lines()[key] {
		e := new(Entry)
		if err := json.Unmarshal(line, e); err != nil {
			panic("atlas: " + err.Error())
		}
		if e.Fingerprint == key && !e.Follows {
			found.Store(key, e)
			return e
		}
	}
	return nil
}

// Named returns the entry of a question by its ID; nil if there is none.
func Named(id string) *Entry {
	for _, e := range entries() {
		if e.ID() == id {
			return e
		}
	}
	return nil
}

var (
	entries = sync.OnceValue(func() []*Entry { return embedded[Entry](entriesData) })
	duels   = sync.OnceValue(func() []*Duel { return embedded[Duel](duelsData) })
	// lines are those of the entries, each by the first fingerprint that stands on it.
	lines = sync.OnceValue(func() map[string][][]byte {
		var text bytes.Buffer
		text.Grow(int(binary.LittleEndian.Uint32(entriesData[len(entriesData)-4:])) + bytes.MinRead) // gzip says the size in the end
		z, err := gzip.NewReader(bytes.NewReader(entriesData))
		if err == nil {
			_, err = text.ReadFrom(z)
		}
		if err != nil {
			panic("atlas: " + err.Error())
		}
		byKey := map[string][][]byte{}
		for line := range bytes.Lines(text.Bytes()) {
			_, after, _ := bytes.Cut(line, []byte(`"fingerprint":"`))
			key, _, _ := bytes.Cut(after, []byte(`"`))
			byKey[string(key)] = append(byKey[string(key)], line)
		}
		return byKey
	})
	found sync.Map // the entries that Find has returned, by fingerprint
)

// embedded reads data that is a part of the program, which a test has read.
func embedded[T any](data []byte) []*T {
	list, err := Read[T](bytes.NewReader(data))
	if err != nil {
		panic("atlas: " + err.Error())
	}
	return list
}

// Read reads what [Write] has written: entries or duels.
func Read[T any](r io.Reader) (list []*T, err error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("no data of an atlas: %w", err)
	}
	for d := json.NewDecoder(bufio.NewReader(z)); ; {
		one := new(T)
		switch err := d.Decode(one); err {
		case nil:
			list = append(list, one)
		case io.EOF:
			return list, nil
		default:
			return nil, fmt.Errorf("no data of an atlas: %w", err)
		}
	}
}

// Write writes entries or duels, one in a line, compressed; equal ones make equal bytes.
func Write[T any](w io.Writer, list []*T) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	enc := json.NewEncoder(z)
	enc.SetEscapeHTML(false)
	for _, one := range list {
		if err := enc.Encode(one); err != nil {
			return err
		}
	}
	return z.Close()
}
