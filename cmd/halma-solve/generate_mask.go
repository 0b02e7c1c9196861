package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/positions"
)

// maskOf reads the drawing in a file.
func maskOf(path string, b *positions.Board) (mask positions.Bits, err error) {
	name, text, err := readFile(path)
	if err != nil {
		return mask, err
	}
	if mask, err = parseMask(b, drawingIn(text)); err != nil {
		return mask, cli.InputError(name, err)
	}
	return mask, nil
}

// parseMask reads a drawing of a board with "-" where there is no hole, or without.
// Errors name the board, which many forget to choose.
func parseMask(b *positions.Board, drawing string) (positions.Bits, error) {
	mask, err := holesIn(b, drawing)
	if err == nil && mask.Len() == 0 {
		return mask, &positions.SyntaxError{Line: 1, Column: 1, Msg: "no hole of the drawing may have a man: mark some with o"}
	}
	var at *positions.SyntaxError
	if !errors.As(err, &at) {
		return mask, err
	}
	if other := boardIn(drawing); other != nil {
		return mask, &positions.SyntaxError{Line: 1, Column: 1, Msg: fmt.Sprintf(
			"a drawing of the %s, but the board is the %s: draw that one, or give %s", other, b, boardOptions(other))}
	}
	if strings.Contains(at.Msg, b.String()) {
		at.Msg += "; halma-solve boards " + boardOptions(b) + " draws it"
		return mask, at
	}
	at.Msg += fmt.Sprintf("; the board is the %s, drawn by halma-solve boards %s", b, boardOptions(b))
	return mask, at
}

// holesIn are the holes of a board that a drawing marks.
func holesIn(b *positions.Board, drawing string) (positions.Bits, error) {
	if !hasNoHoles(drawing) {
		return b.ParseDiagram(drawing)
	}
	drawn, mask, err := positions.ParseDrawn(drawing)
	if err == nil && drawn.DrawBoard(positions.Bits{}) != b.DrawBoard(positions.Bits{}) {
		err = &positions.SyntaxError{Line: 1, Column: 1, Msg: fmt.Sprintf("the %d holes of this drawing are not those of the board", drawn.Len())}
	}
	return mask, err
}

// boardIn is the board of solo that a drawing shows, nil for none.
func boardIn(drawing string) *positions.Board {
	for _, shape := range positions.PegShapes() {
		smallest, largest, _ := shape.Sizes()
		for size := smallest; size <= largest; size++ {
			b, err := positions.NewBoard(shape, size)
			if err != nil {
				continue
			}
			if _, err := holesIn(b, drawing); err == nil {
				return b
			}
		}
	}
	return nil
}

// boardOptions are the options that choose a board.
func boardOptions(b *positions.Board) string {
	text := "--board " + b.Shape().String()
	if smallest, largest, _ := b.Shape().Sizes(); smallest < largest {
		text += fmt.Sprintf(" --size %d", b.Size())
	}
	return text
}

// hasNoHoles reports whether a drawing shows where there is no hole.
func hasNoHoles(drawing string) bool {
	for line := range strings.Lines(drawing) {
		if !strings.HasPrefix(strings.TrimSpace(line), "#") && strings.ContainsRune(line, positions.SymbolNoHole) {
			return true
		}
	}
	return false
}
