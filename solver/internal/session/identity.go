package session

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/halma-solve/halma-solve/positions"
)

// savedFormat changes with the meaning of what is saved, and with what a search of
// the same name keeps under bounds of the same name: files of another format are not
// believed.
const savedFormat = 4

// Identity says what a saved file is. It stands at its head and is compared whole
// before anything else of the file is believed, so that a file under another's
// name, one of another puzzle, of another version, or one that was made under
// other bounds or from other layers is as if it were not there.
type Identity struct {
	Format string `json:"format"` // of the files, and of the keys that choose shards
	Puzzle string `json:"puzzle"` // its fingerprint: board, armies, rules, jumps, count, marks
	// File is the path below the directory of the puzzle, with slashes. It names
	// the search (its kind, lengths and rules), what the file holds, depth and shards.
	File string `json:"file"`
	// Bounds are those that a search pruned by while it made the content.
	Bounds json.RawMessage `json:"bounds,omitempty"`
	// From are the digests of what the content was made from, as the two layers
	// before, or of what it describes.
	From []string `json:"from,omitempty"`
}

// newIdentity returns the identity of a file of a puzzle.
func newIdentity(fingerprint [32]byte, file string) Identity {
	return Identity{
		Format: fmt.Sprintf("halma-solve/saved/%d.%d", savedFormat, positions.ZobristVersion),
		Puzzle: hex.EncodeToString(fingerprint[:]),
		File:   file,
	}
}

// Head returns the identity as a line of JSON.
func (id Identity) Head() ([]byte, error) {
	head, err := json.Marshal(id)
	if err != nil {
		return nil, fmt.Errorf("identity of %s: %w", id.File, err)
	}
	return append(head, '\n'), nil
}

// BoundsOf returns the bounds of a head that is that of id in all else; ok is false
// if it is another one.
func (id Identity) BoundsOf(head []byte) (bounds json.RawMessage, ok bool) {
	var found Identity
	if json.Unmarshal(head, &found) != nil {
		return nil, false
	}
	id.Bounds = found.Bounds
	want, err := id.Head()
	return found.Bounds, err == nil && bytes.Equal(want, head)
}

// seal puts the identity before data and the SHA-256 of both behind:
//
//	identity in JSON │ \n │ data │ SHA-256 of all before
func (id Identity) seal(data []byte) ([]byte, error) {
	out, err := id.Head()
	if err != nil {
		return nil, err
	}
	out = append(out, data...)
	sum := sha256.Sum256(out)
	return append(out, sum[:]...), nil
}

// unseal returns the data of what seal made, a part of sealed. ok is false if it
// is damaged or of another identity.
func (id Identity) unseal(sealed []byte) (data []byte, ok bool) {
	n := len(sealed) - sha256.Size
	head, err := id.Head()
	if err != nil || n < len(head) || !bytes.HasPrefix(sealed, head) {
		return nil, false
	}
	sum := sha256.Sum256(sealed[:n])
	return sealed[len(head):n:n], bytes.Equal(sum[:], sealed[n:])
}
