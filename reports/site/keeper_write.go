package site

import (
	"encoding/json"
	"time"

	"github.com/halma-solve/halma-solve/cache"
)

// write decides what becomes of a batch, brings it to the disk, and answers.
func (k *keeper) write(batch []*keeping) {
	var items []cache.Item
	var put []*keeping
	room := int64(k.most) - k.held.Load()
	best := map[*puzzle]int{} // of lines of this batch
	for _, j := range batch {
		if j.remove {
			j.answer <- k.remove(j)
			continue
		}
		old, place := j.puzzle.ranking.of(j.key)
		if err := k.enroll(j, best); err != nil {
			j.answer <- keptAnswer{err: err}
			continue
		}
		switch {
		case old != nil && !better(j.as, old):
			j.answer <- keptAnswer{line: old, place: place}
			continue
		case old == nil && room <= 0 && !j.as.Record:
			j.answer <- keptAnswer{err: full.because("%d lines are kept, which is the most here", k.most)}
			continue
		case old == nil:
			room--
		}
		items = append(items, cache.Item{Fingerprint: j.puzzle.task.Fingerprint(), Key: []byte(j.key), Value: j.value})
		put = append(put, j)
	}
	if len(items) == 0 {
		return
	}
	if err := k.store.PutAll(cache.KindPlayed, items); err != nil {
		k.fail(err, put)
		return
	}
	k.failure.Store("")
	k.site.meter.written.Observe(float64(len(items)))
	for _, j := range put {
		if old, _ := j.puzzle.ranking.of(j.key); old == nil {
			k.held.Add(1)
		}
		place := j.puzzle.ranking.take(j.as)
		if j.as.Record && !j.old {
			k.site.meter.records.Inc()
			k.site.log.Info("new record", "puzzle", j.puzzle.words, "id", j.puzzle.id, "nickname", j.as.Nickname, "moves", j.as.Moves, "hops", j.as.Hops)
		}
		j.answer <- keptAnswer{line: j.as, place: place, kept: true}
	}
}

// better reports whether a line takes the place of an older one of its nickname: it
// is shorter, or as short and, of a backup, the one that came first.
func better(line, old *kept) bool { return line.before(old) < 0 }

// enroll gives a line its number, its time and its standing. best has the shortest
// lines that are about to be written.
func (k *keeper) enroll(j *keeping, best map[*puzzle]int) (err error) {
	l := &j.line
	if !j.old || l.Number <= 0 {
		k.number++
		l.Number, l.At = k.number, time.Now().UTC().Truncate(time.Millisecond)
	}
	k.number = max(k.number, l.Number)
	j.as = l.kept(j.puzzle.task)
	if !j.old {
		known := j.puzzle.ranking.shortest()
		if n := best[j.puzzle]; n > 0 && (known == 0 || n < known) {
			known = n
		}
		l.Record = known == 0 || j.as.cost < known
		j.as.Record = l.Record
		if l.Record {
			best[j.puzzle] = j.as.cost
		}
	}
	j.value, err = json.Marshal(l)
	return err
}

// fail answers a batch that could not be written.
func (k *keeper) fail(err error, batch []*keeping) {
	k.failure.Store(err.Error())
	k.site.log.Error("lines could not be kept", "lines", len(batch), "error", err)
	for _, j := range batch {
		j.answer <- keptAnswer{err: storeFailed.because("it was not taken; try again later").after(30)}
	}
}

// remove takes the line of a nickname out of ranking and store.
func (k *keeper) remove(j *keeping) keptAnswer {
	old, _ := j.puzzle.ranking.of(j.key)
	if old == nil {
		return keptAnswer{err: noNickname.because("")}
	}
	err := k.store.Delete(cache.KindPlayed, j.puzzle.task.Fingerprint(), []byte(j.key))
	if err == nil {
		err = k.store.Sync()
	}
	if err != nil {
		k.site.log.Error("a line could not be removed", "error", err)
		return keptAnswer{err: storeFailed.because("it was not removed")}
	}
	j.puzzle.ranking.remove(j.key)
	k.held.Add(-1)
	return keptAnswer{line: old}
}
