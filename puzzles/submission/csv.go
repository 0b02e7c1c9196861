package submission

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// csvColumns are the columns of a line as CSV (RFC 4180).
//
//	move,from,to,hops,path
//	1,a3,e5,2,a3-c5-e5
var csvColumns = []string{"move", "from", "to", "hops", "path"}

// WriteCSV writes a line as CSV, one move a row below the names of the columns.
func WriteCSV(w io.Writer, b *positions.Board, line puzzles.Line) error {
	out := csv.NewWriter(w)
	rows := [][]string{csvColumns}
	for i, path := range line {
		rows = append(rows, []string{
			strconv.Itoa(i + 1), b.Name(path[0]), b.Name(path[len(path)-1]),
			strconv.Itoa(len(path) - 1), b.FormatPath(path),
		})
	}
	return out.WriteAll(rows)
}

// ReadCSV reads a line as [WriteCSV] writes it. The first row names the columns,
// in any order; path is needed, or from and to, which are then the first and last
// cell of a move as in a list. What other columns say must be true of the path.
// Errors are of type [*positions.SyntaxError], or of r.
func ReadCSV(r io.Reader, b *positions.Board, l Limits) (*Moves, error) {
	c := csvReader{in: csv.NewReader(r), names: newCellNames(b), limits: l.orDefault(), into: new(Moves)}
	c.in.ReuseRecord = true
	if err := c.header(); err != nil {
		return nil, err
	}
	for {
		record, err := c.in.Read()
		if err == io.EOF {
			return c.into, nil
		}
		if err != nil {
			return nil, csvError(err)
		}
		if err := c.row(record); err != nil {
			return nil, err
		}
	}
}

type csvReader struct {
	in     *csv.Reader
	names  *cellNames
	limits Limits
	into   *Moves
	column map[string]int
}

// fail is an error at a column of the row that was read last.
func (c *csvReader) fail(column int, format string, args ...any) error {
	line, at := c.in.FieldPos(column)
	return &positions.SyntaxError{Line: line, Column: at, Msg: fmt.Sprintf(format, args...)}
}

// csvError gives an error of package csv its place. Columns there are counted in
// bytes from 1.
func csvError(err error) error {
	var parse *csv.ParseError
	if errors.As(err, &parse) {
		return &positions.SyntaxError{Line: parse.Line, Column: max(parse.Column, 1), Msg: parse.Err.Error()}
	}
	return err
}

func (c *csvReader) header() error {
	record, err := c.in.Read()
	if err == io.EOF {
		return &positions.SyntaxError{Line: 1, Column: 1, Msg: "there is nothing in it"}
	}
	if err != nil {
		return csvError(err)
	}
	c.column = make(map[string]int)
	for i, name := range record {
		if i == 0 {
			name = strings.TrimPrefix(name, "\ufeff")
		}
		if !slices.Contains(csvColumns, name) {
			return c.fail(i, "unknown column %s: the first row names the columns, which may be %s", quoted([]byte(name)), strings.Join(csvColumns, ", "))
		}
		if _, twice := c.column[name]; twice {
			return c.fail(i, "the column %s comes twice", name)
		}
		c.column[name] = i
	}
	_, from := c.column["from"]
	_, to := c.column["to"]
	if _, path := c.column["path"]; !path && (!from || !to) {
		return c.fail(0, "the column path is missing, or from and to")
	}
	return nil
}

// row reads one move.
func (c *csvReader) row(record []string) error {
	n := c.into.Len() + 1
	if at, ok := c.column["path"]; ok {
		l := list{names: c.names, limit: c.limits.Moves, into: c.into}
		if f := l.readOne([]byte(record[at])); f != nil {
			return c.fail(at, "%s", f.msg)
		}
	} else {
		if n > c.limits.Moves {
			return c.fail(0, "more than %d moves", c.limits.Moves)
		}
		for _, name := range []string{"from", "to"} {
			cell, err := c.cell(record, name)
			if err != nil {
				return err
			}
			c.into.add(cell)
		}
		c.into.end()
	}
	path := c.into.Path(n - 1)
	for _, claim := range []struct {
		name string
		is   int
	}{{"move", n}, {"hops", len(path) - 1}} {
		at, ok := c.column[claim.name]
		if ok && record[at] != strconv.Itoa(claim.is) && (claim.name == "move" || len(path) > 2) {
			return c.fail(at, "%s is %s, but it should be %d here", claim.name, quoted([]byte(record[at])), claim.is)
		}
	}
	for _, claim := range []struct {
		name string
		is   positions.Cell
	}{{"from", path[0]}, {"to", path[len(path)-1]}} {
		at, ok := c.column[claim.name]
		if !ok {
			continue
		}
		if cell, err := c.cell(record, claim.name); err != nil {
			return err
		} else if cell != claim.is {
			return c.fail(at, "%s is %s, but the path has %s there", claim.name, c.names.board.Name(cell), c.names.board.Name(claim.is))
		}
	}
	return nil
}

func (c *csvReader) cell(record []string, name string) (positions.Cell, error) {
	text := []byte(record[c.column[name]])
	cell, length := c.names.read(text)
	if length == 0 || length < len(text) {
		return cell, c.fail(c.column[name], "%s is no cell of the %s", quoted(text), c.names.board)
	}
	return cell, nil
}
