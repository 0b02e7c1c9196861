package cluster_test

import (
	"context"
	"io"
	"log/slog"
	"math/rand/v2"
	"testing"

	"github.com/halma-solve/halma-solve/solver/cluster"
	"github.com/halma-solve/halma-solve/solver/cluster/server"
)

// BenchmarkObjects puts an object of a megabyte into the store of a server of this
// machine and gets it back, one after the other. The text of the package has the figures.
func BenchmarkObjects(b *testing.B) {
	s, err := server.Start(server.Options{Listen: "127.0.0.1:0", Dir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Stop()
	c, err := cluster.Connect(context.Background(), cluster.Options{
		URL: s.URL(), Build: "test", Settings: cluster.Usual, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	random := rand.NewChaCha8([32]byte{})
	data := make([]byte, 1<<20)
	var sums []string
	b.Run("put", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			_, _ = random.Read(data) // never fails
			sum, err := c.Put(context.Background(), data)
			if err != nil {
				b.Fatal(err)
			}
			sums = append(sums, sum)
		}
	})
	b.Run("get", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		n := 0
		for b.Loop() {
			if _, err := c.Get(context.Background(), sums[n%len(sums)]); err != nil {
				b.Fatal(err)
			}
			n++
		}
	})
}
