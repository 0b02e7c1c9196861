package submission

import (
	"encoding/binary"
	"errors"
)

// ErrItems is returned for bytes that are no items.
var ErrItems = errors.New("no items of submissions")

// Flags of an item as bytes.
const (
	jsonItem = 1 << iota
	longItem
)

// AppendItems appends items as bytes, for another machine: of each number, line,
// column, flags and length as varints, then its text.
func AppendItems(dst []byte, items []Item) []byte {
	for _, i := range items {
		flags := uint64(0)
		if i.JSON {
			flags |= jsonItem
		}
		if i.TooLong {
			flags |= longItem
		}
		for _, n := range []uint64{uint64(i.Number), uint64(i.Line), uint64(i.Column), flags, uint64(len(i.Text))} {
			dst = binary.AppendUvarint(dst, n)
		}
		dst = append(dst, i.Text...)
	}
	return dst
}

// ParseItems reads what [AppendItems] wrote. The texts are parts of data.
func ParseItems(data []byte) (items []Item, err error) {
	for len(data) > 0 {
		var field [5]uint64
		for i := range field {
			n, size := binary.Uvarint(data)
			if size <= 0 || n > 1<<62 {
				return nil, ErrItems
			}
			field[i], data = n, data[size:]
		}
		length := field[4]
		if length > uint64(len(data)) || field[3] > jsonItem|longItem {
			return nil, ErrItems
		}
		items = append(items, Item{
			Number: int64(field[0]), Line: int64(field[1]), Column: int64(field[2]),
			JSON: field[3]&jsonItem != 0, TooLong: field[3]&longItem != 0, Text: data[:length:length],
		})
		data = data[length:]
	}
	return items, nil
}
