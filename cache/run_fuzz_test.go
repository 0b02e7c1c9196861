package cache

import (
	"slices"
	"testing"
)

// FuzzOpenRun takes any bytes for a run, as they are and with checksums mended:
// an error, or sorted keys, and no panic.
func FuzzOpenRun(f *testing.F) {
	data, _ := smallRun(f)
	f.Add(data, false)
	for _, n := range []int{0, 7, runHeaderSize, 40, len(data) / 2, len(data) - runFooterSize, len(data) - 1} {
		f.Add(data[:n], false)
	}
	for _, i := range []int{11, 15, 20, 24, 28, 60, len(data) - 100, len(data) - 30} {
		bad := slices.Clone(data)
		bad[i]++
		f.Add(bad, true)
	}
	f.Add(append(runHeader(2, nil), slices.Concat(make([]byte, 64), []byte(runEndMagic))...), true)
	f.Fuzz(func(t *testing.T, data []byte, mend bool) {
		if mend {
			data = slices.Clone(data)
			mendRun(data, 2)
		}
		if _, err := readBytes[[2]uint64](data); err != nil && !isRunError(err) {
			t.Fatal(err)
		}
		if _, err := readBytes[[5]uint64](data); err != nil && !isRunError(err) {
			t.Fatalf("5 words: %v", err)
		}
		if _, err := readBytes[[4]uint64](data); err != nil && !isRunError(err) {
			t.Fatal(err)
		}
	})
}

// FuzzRunDelta takes any bytes for a varint: no panic, and what is accepted is a
// greater key whose difference reads back.
func FuzzRunDelta(f *testing.F) {
	f.Add(uint64(0), uint64(0), []byte{1})
	f.Add(^uint64(0), uint64(3), []byte{0x80, 1})
	f.Add(^uint64(0), ^uint64(0), []byte{1})
	f.Add(uint64(5), uint64(0), []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f})
	f.Add(uint64(5), uint64(0), []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1})
	f.Add(uint64(0), uint64(0), slices.Concat(slices.Repeat([]byte{0xff}, 18), []byte{3}))
	f.Add(uint64(0), uint64(0), slices.Concat(slices.Repeat([]byte{0xff}, 36), []byte{0xf}))
	f.Fuzz(func(t *testing.T, low, high uint64, src []byte) {
		checkDelta(t, [1]uint64{low}, src)
		checkDelta(t, [2]uint64{low, high}, src)
		checkDelta(t, [4]uint64{low, high, low, high}, src)
		checkDelta(t, [5]uint64{low, high, low, high, low}, src)
	})
}

func checkDelta[K Key](t *testing.T, prev K, src []byte) {
	k := prev
	n := addDelta(&k, src)
	if n == 0 {
		return
	}
	if n > len(src) || compareKeys(&k, &prev) <= 0 {
		t.Fatalf("%d bytes of %x lead from %x to %x", n, src, prev, k)
	}
	back, ok := appendDelta(nil, &prev, &k)
	again := prev
	if !ok || len(back) > n || len(back) > maxDelta(len(k)) || addDelta(&again, back) != len(back) || again != k {
		t.Fatalf("from %x to %x: %x, %v", prev, k, back, ok)
	}
}
