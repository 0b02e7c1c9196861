package cache

import (
	"sync"

	"github.com/klauspost/compress/zstd"
)

// runEncoder and runDecoder serve all runs; EncodeAll and DecodeAll may be called
// from many goroutines at once. Blocks have checksums of their own.
var (
	runEncoder = sync.OnceValues(func() (*zstd.Encoder, error) {
		return zstd.NewWriter(nil,
			zstd.WithEncoderLevel(zstd.SpeedFastest),
			zstd.WithWindowSize(1<<20),
			zstd.WithEncoderCRC(false))
	})
	// The output never grows beyond the capacity of the slice it goes to,
	// whatever a block claims.
	runDecoder = sync.OnceValues(func() (*zstd.Decoder, error) {
		return zstd.NewReader(nil,
			zstd.WithDecoderConcurrency(0),
			zstd.WithDecodeAllCapLimit(true))
	})
)
