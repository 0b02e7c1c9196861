package site

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/halma-solve/halma-solve/positions"
)

// The types of bodies.
const (
	typeJSON  = "application/json"
	typeLines = "application/x-ndjson"
	typeForm  = "application/x-www-form-urlencoded"
)

// otherTypes are other names of types.
var otherTypes = map[string]string{"application/jsonl": typeLines, "application/jsonlines": typeLines}

// mediaOf is the type of a body, which must be one of some.
func mediaOf(r *http.Request, types ...string) (string, error) {
	header := r.Header.Get("Content-Type")
	media, _, err := mime.ParseMediaType(header)
	if name, ok := otherTypes[media]; ok {
		media = name
	}
	if err != nil || !slices.Contains(types, media) {
		return "", wrongMedia.because("it says %.60q; %s is expected", header, positions.OneOf(types))
	}
	return media, nil
}

// buffers are what bodies are read into and answers are made in.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// greatest that a buffer may be to be used again.
const keptBuffer = 256 << 10

func buffer() (b *bytes.Buffer, free func()) {
	b = buffers.Get().(*bytes.Buffer)
	b.Reset()
	return b, func() {
		if b.Cap() <= keptBuffer {
			buffers.Put(b)
		}
	}
}

// read reads a body into a buffer.
func read(b *bytes.Buffer, w http.ResponseWriter, r *http.Request, most int64) error {
	if n := r.ContentLength; n > most {
		return tooLarge.because("%d bytes; %d are allowed", n, most)
	} else if n > 0 {
		b.Grow(int(n) + bytes.MinRead)
	}
	if _, err := b.ReadFrom(http.MaxBytesReader(w, r.Body, most)); err != nil {
		return bodyError(err)
	}
	if !utf8.Valid(b.Bytes()) {
		return unreadable.because("it is not valid UTF-8")
	}
	return nil
}

// bodyError is the problem of a body that could not be read to its end.
func bodyError(err error) error {
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return err
	case errors.Is(err, os.ErrDeadlineExceeded):
		return tooSlow.because("")
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return unreadable.because("it ends too early")
	}
	return unreadable.because("it was cut off")
}
