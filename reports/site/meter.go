package site

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"

	"github.com/halma-solve/halma-solve/puzzles/submission"
)

// meter counts what a site does.
type meter struct {
	registry   *prometheus.Registry
	requests   *prometheus.CounterVec
	seconds    *prometheus.HistogramVec
	verdicts   map[submission.Status]prometheus.Counter
	hints      *prometheus.CounterVec
	written    prometheus.Histogram
	records    prometheus.Counter
	impossible prometheus.Counter
}

func newMeter(s *Site) *meter {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	make := promauto.With(registry)
	m := &meter{
		registry:   registry,
		requests:   make.NewCounterVec(prometheus.CounterOpts{Name: "halma_requests_total", Help: "Requests by call and status."}, []string{"call", "status"}),
		seconds:    make.NewHistogramVec(prometheus.HistogramOpts{Name: "halma_request_seconds", Help: "Time to answer a request.", Buckets: prometheus.ExponentialBuckets(0.0005, 4, 8)}, []string{"call"}),
		hints:      make.NewCounterVec(prometheus.CounterOpts{Name: "halma_hints_total", Help: "Hints by their source."}, []string{"source"}),
		written:    make.NewHistogram(prometheus.HistogramOpts{Name: "halma_lines_written", Help: "Lines that were brought to the disk together.", Buckets: prometheus.ExponentialBuckets(1, 2, 9)}),
		records:    make.NewCounter(prometheus.CounterOpts{Name: "halma_records_total", Help: "Kept lines that were shorter than any known."}),
		impossible: make.NewCounter(prometheus.CounterOpts{Name: "halma_impossible_total", Help: "Legal lines shorter than is proven possible: a proof or the checker is wrong."}),
		verdicts:   map[submission.Status]prometheus.Counter{},
	}
	verdicts := make.NewCounterVec(prometheus.CounterOpts{Name: "halma_verdicts_total", Help: "Submissions by what they are."}, []string{"status"})
	for _, status := range []submission.Status{submission.Solved, submission.Unfinished, submission.Illegal, submission.Unreadable} {
		m.verdicts[status] = verdicts.WithLabelValues(status.String())
	}
	make.NewGaugeFunc(prometheus.GaugeOpts{Name: "halma_requests_open", Help: "Requests at work."}, func() float64 { return float64(len(s.guard.together)) })
	make.NewGaugeFunc(prometheus.GaugeOpts{Name: "halma_lines_kept", Help: "Lines of players that are kept."}, func() float64 {
		if s.keeper == nil {
			return 0
		}
		return float64(s.keeper.held.Load())
	})
	return m
}

// request counts a request that was answered.
func (m *meter) request(call string, status int, took time.Duration) {
	if status == 0 {
		status = http.StatusOK
	}
	m.requests.WithLabelValues(call, strconv.Itoa(status)).Inc()
	m.seconds.WithLabelValues(call).Observe(took.Seconds())
}
