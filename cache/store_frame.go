package cache

import (
	"bytes"
	"encoding/binary"
)

// The files of results are a first line and frames, one after the other:
//
//	offset  0       4        6          14     14+k
//	        +-------+--------+----------+------+----------+
//	        | magic | k      | number   | name | envelope |
//	        | 4 B   | 2 B    | 8 B      | k B  |          |
//	        +-------+--------+----------+------+----------+
//
// in big-endian order. The number grows with every frame of a store; of two frames
// with one name the one with the greater number counts. The envelope (envelope.go)
// is sealed for number and name together, so its checksum covers the whole frame;
// of a result that was removed it is an empty one of formLarge.
// After damage the next magic that begins a frame that checks goes on: one damaged
// byte costs one frame.
const (
	resultsHead = "halma-solve results 1\n"
	frameMagic  = "\xffHR1"
	frameHeader = len(frameMagic) + 2 + 8
)

// frame is one record of a file of results.
type frame struct {
	number uint64
	name   string
	value  []byte
	gone   bool  // the result was removed
	offset int64 // of the frame in its file
	size   int   // in bytes
}

// frameSeal is what a frame's envelope is sealed for.
func frameSeal(number uint64, name string) []byte {
	return append(binary.BigEndian.AppendUint64(nil, number), name...)
}

// encodeFrame makes the bytes of a frame with the value of formValue, or none of
// formLarge.
func encodeFrame(number uint64, name string, what form, value []byte) []byte {
	out := append([]byte(nil), frameMagic...)
	out = binary.BigEndian.AppendUint16(out, uint16(len(name)))
	out = binary.BigEndian.AppendUint64(out, number)
	out = append(out, name...)
	return append(out, seal(what, frameSeal(number, name), value)...)
}

// decodeFrame reads the frame that data begins with. Without ok, cut says that it
// may be one whose end is missing.
func decodeFrame(data []byte) (f frame, ok, cut bool) {
	if len(data) < frameHeader {
		return frame{}, false, bytes.HasPrefix([]byte(frameMagic), data[:min(len(data), len(frameMagic))])
	}
	if string(data[:len(frameMagic)]) != frameMagic {
		return frame{}, false, false
	}
	names := int(binary.BigEndian.Uint16(data[len(frameMagic):]))
	f.number = binary.BigEndian.Uint64(data[len(frameMagic)+2:])
	start := frameHeader + names
	if start+envelopeHeader > len(data) {
		return frame{}, false, true
	}
	f.name = string(data[frameHeader:start])
	length := int64(binary.BigEndian.Uint32(data[start+2:]))
	end := int64(start) + envelopeOverhead + length
	if length > MaxValue || end > int64(len(data)) {
		return frame{}, false, length <= MaxValue
	}
	what, value, ok := unseal(frameSeal(f.number, f.name), data[start:end])
	if !ok || what == formLarge && len(value) > 0 {
		return frame{}, false, false
	}
	f.value, f.gone, f.size = value, what == formLarge, int(end)
	return f, true, false
}

// soundness says how much of a file of results is as it was written.
type soundness int

const (
	sound   soundness = iota // all of it
	torn                     // a last frame is not whole, as after a crash
	damaged                  // something else
)

// decodeFrames reads a file of results: all frames in it that check.
func decodeFrames(data []byte) (frames []frame, state soundness) {
	pos := len(resultsHead)
	if !bytes.HasPrefix(data, []byte(resultsHead)) {
		state, pos = damaged, 0 // it was made with its first line
	}
	lost := -1 // where a frame that does not check begins that may be cut off
	for pos < len(data) {
		f, ok, cut := decodeFrame(data[pos:])
		if ok {
			if lost >= 0 {
				state, lost = damaged, -1 // something follows it
			}
			f.offset = int64(pos)
			frames = append(frames, f)
			pos += f.size
			continue
		}
		if !cut || lost >= 0 {
			state = damaged
		} else if lost < 0 {
			lost = pos
		}
		next := bytes.Index(data[pos+1:], []byte(frameMagic))
		if next < 0 {
			break
		}
		pos += 1 + next
	}
	if lost >= 0 && state == sound {
		state = torn
	}
	return frames, state
}
