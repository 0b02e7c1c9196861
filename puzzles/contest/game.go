package contest

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
)

// Game is a game on one board with all options set. It is not changed once made and
// may be shared.
type Game struct {
	Rules
	Kind     *Kind
	Board    *positions.Board
	Settings Settings

	field
}

// New returns a game. Options that are not given have their defaults. Errors are
// of type [*SettingError].
func New(k *Kind, given map[string]string) (*Game, error) {
	for name := range given {
		if !slices.ContainsFunc(k.Options, func(o Option) bool { return o.Name == name }) {
			return nil, refuse(name, "the game %s does not have it (it has %s)", k, positions.OneOf(k.optionNames()))
		}
	}
	g := &Game{Kind: k}
	for _, o := range k.Options {
		text, set := given[o.Name]
		if !set {
			text = o.Default
		}
		if text != "" || o.Default != "" {
			if err := o.read(text); err != nil {
				return nil, &SettingError{o.Name, err}
			}
		}
		g.Settings = append(g.Settings, Setting{o.Name, text})
	}
	var err error
	if g.Rules, g.field, err = k.make(g.Settings); err != nil {
		return nil, err
	}
	g.Board = g.board
	return g, nil
}

func (k *Kind) optionNames() []string {
	names := make([]string, len(k.Options))
	for i, o := range k.Options {
		names[i] = "--" + o.Name
	}
	return names
}

// String names the game in one line: "dutch, size 4x6, rows 1".
func (g *Game) String() string { return g.Kind.Name + ", " + g.Settings.String() }

// Fingerprint identifies the game for ever: two games have the same one just if
// they are the same with the same options, as this version reads them.
func (g *Game) Fingerprint() [32]byte {
	var s strings.Builder
	fmt.Fprintf(&s, "halma-solve/contest/1\ngame %s/%d\n", g.Kind.Name, g.Kind.Version)
	for i, set := range g.Settings {
		if o := g.Kind.Options[i]; o.Later && set.Value == o.Default {
			continue
		}
		fmt.Fprintf(&s, "%s %s\n", set.Name, set.Value)
	}
	fmt.Fprintf(&s, "start %s\n", g.Format(g.Start()))
	return sha256.Sum256([]byte(s.String()))
}
