package layers

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/solver/certificate"
)

// A wide layer is put together on other machines, too, and stays there (delayed
// duplicate detection, Korf 2003, over machines as in Korf and Schultze 2005). Who
// expands a part of the layer before sorts the successors by shard and keeps each group
// of shards as an object; who puts a group together takes its objects from all parts,
// drops what comes twice, what the two layers before have and what the layer does not
// keep, and keeps the rest as an object. Here are names, counts and digests only. The
// layer is the same set as on one machine, for it is the union of the successors less
// the two layers before, whatever the parts, and so is what a certificate says of it.
//
// Such a layer has no file in the journal: who goes on with the search asks for the
// same orders again, and what was done of them is there.

// bytesFound is what the successors of a position take in objects: five times five
// bytes of the star with 10 and 15 men, where most are pruned, and 100 where none are
// (square 6×6, 6 men; 2026-11).
const bytesFound = 100

// bytesExpandedAway is about how much the table of who expands grows for a position, if
// nothing is pruned and it has moves for a hundred others.
const bytesExpandedAway = 2 << 10

// spreads reports whether a layer is made on other machines altogether.
func (m *making[W]) spreads(st Stage[W]) bool {
	e := m.Options.Elsewhere
	if e == nil || st.About == nil || m.next > 0 || m.last().Size() < e.Wide() {
		return false
	}
	return !slices.ContainsFunc(st.Portions, func(p Portion[W]) bool { return p.About == nil })
}

// last is the layer that is expanded.
func (m *making[W]) last() *Layer[W] { return m.Layers[m.depth-1] }

// groups cuts the shards of the layer that comes of one into groups. Who puts one
// together holds its objects from all parts in memory: they may take an eighth of it. The
// objects are expanded as wholes, so there are about as many as errands.
// All groups are to be alike; they are if shards grow alike, and of a position and its
// mirror image the one in the lower shard is kept, so lower shards have more.
func (m *making[W]) groups(from *Layer[W]) (of groups) {
	size := from.Size()
	n := max(size*bytesFound/int(m.Memory/8+1), size/(2*m.Options.Elsewhere.Grain()), 1)
	for _, e := range errands(from, 0, max(size/n, 1), anywhere) {
		of = append(of, e.to)
	}
	return of
}

// plan is that of the search: which layers are made so, and in how many pieces.
func (m *making[W]) plan() string {
	return fmt.Sprintf("%d bytes, from %d positions on", m.Memory, m.Options.Elsewhere.Wide())
}

// spread makes the layer.
func (m *making[W]) spread(st Stage[W]) (*Layer[W], error) {
	from := m.last()
	m.Enter(m.depth+m.Beside, m.end, from.Size()*len(st.Portions))
	m.Hold(m.Bytes(), nil)
	var used []string // objects that nobody needs afterwards
	of := m.groups(from)
	pieces := make([][]string, len(of))
	var found foundLabel
	for _, p := range st.Portions {
		about, err := p.About()
		if err != nil {
			return nil, err
		}
		list := errands(from, 0, m.Options.Elsewhere.Grain(), from.whole)
		answers, fresh := make([]foundPieces, len(list)), make([]string, len(list))
		err = m.send(len(list), func(i int) (err error) {
			answers[i], fresh[i], err = m.expandAway(from, list[i], about, of)
			return err
		}, func(i int) error {
			for g, names := range answers[i].Pieces {
				pieces[g] = append(pieces[g], names...)
			}
			found.Generated += answers[i].Generated
			found.Pruned += answers[i].Pruned
			return nil
		})
		if err != nil {
			return nil, err
		}
		used = append(used, fresh...)
	}
	next, merged, more, err := m.mergeAway(st, of, pieces)
	if err != nil {
		return nil, err
	}
	m.Duplicates.Add(found.Generated - found.Pruned - merged)
	for _, names := range pieces {
		used = append(used, names...)
	}
	return next, m.discard(append(used, more...))
}

// expandAway has an errand done, of which the successors stay where they are. fresh is
// an object that was made for it, or "".
func (m *making[W]) expandAway(from *Layer[W], e errand, about []byte, of groups) (answer foundPieces, fresh string, err error) {
	runs, n, fresh, err := m.inputs(from, e.from, e.to)
	if err != nil || n == 0 {
		return answer, "", err
	}
	batch := max(int(m.Memory/bytesExpandedAway), 1)
	err = m.order(Order{About: about, From: e.from, To: e.to, Runs: runs, Groups: of, Batch: batch, Plan: m.plan()}, func(out []byte) error {
		if err := json.Unmarshal(out, &answer); err != nil || len(answer.Pieces) != len(of) || !answer.possible() || answer.Expanded < 0 || answer.Expanded > int64(n) {
			return fmt.Errorf("%w: no list of successors", cache.ErrRunDamaged)
		}
		m.count(answer.foundLabel, answer.Expanded, n)
		return nil
	})
	return answer, fresh, err
}

// mergeAway has the layer put together from pieces, by group. found is how many
// different positions there were, used what nobody needs afterwards.
func (m *making[W]) mergeAway(st Stage[W], of groups, pieces [][]string) (next *Layer[W], found int64, used []string, err error) {
	about, err := st.About()
	if err != nil {
		return nil, 0, nil, err
	}
	a := &away[W]{get: func(name string) ([]byte, error) { return m.Options.Elsewhere.Get(m.Ctx, name) }}
	answers, fresh := make([]mergedPart, len(pieces)), make([][]string, len(pieces))
	err = m.send(len(pieces), func(g int) (err error) {
		from, to := of.of(g)
		answers[g], fresh[g], err = m.mergeGroup(from, to, pieces[g], about)
		return err
	}, func(g int) error {
		answer := answers[g]
		used, found = append(used, fresh[g]...), found+answer.Found
		if answer.Object == "" {
			return nil
		}
		from, to := of.of(g)
		copy(a.counts[from:to], answer.Counts)
		a.parts = append(a.parts, awayPart{from, to, answer.Object})
		a.gain = max(a.gain, answer.Gain)
		sum, _ := certificate.ParseSum(answer.Digest) // mergeGroup has looked
		a.digest.AddSum(sum)
		return nil
	})
	return &Layer[W]{away: a}, found, used, err
}

// mergeGroup has the shards from … to−1 put together.
func (m *making[W]) mergeGroup(from, to int, pieces []string, about []byte) (answer mergedPart, used []string, err error) {
	if len(pieces) == 0 {
		return answer, nil, nil
	}
	list := mergeList{Pieces: pieces}
	for _, l := range LastTwo(m.Layers) {
		names, _, fresh, err := m.inputs(l, from, to)
		if err != nil {
			return answer, nil, err
		}
		list.Before, used = append(list.Before, names...), append(used, fresh)
	}
	text, err := json.Marshal(list)
	if err != nil {
		return answer, nil, err
	}
	name, err := m.Options.Elsewhere.Put(m.Ctx, text)
	if err != nil {
		return answer, nil, err
	}
	err = m.order(Order{About: about, From: from, To: to, Merge: name, Plan: m.plan()}, func(out []byte) error {
		if err := json.Unmarshal(out, &answer); err != nil || !answer.possible(to-from) {
			return fmt.Errorf("%w: no part of a layer", cache.ErrRunDamaged)
		}
		return nil
	})
	return answer, append(used, name), err
}

// possible reports whether the answer may be one about so many shards.
func (p *mergedPart) possible(shards int) bool {
	n := int64(0)
	for _, count := range p.Counts {
		if count < 0 {
			return false
		}
		n += int64(count)
	}
	_, ok := certificate.ParseSum(p.Digest)
	return ok && len(p.Counts) == shards && n <= p.Found && p.Gain >= 0 && (n == 0) == (p.Object == "")
}

// discard removes objects. One that is still there costs room and nothing else.
func (m *making[W]) discard(names []string) error {
	names = slices.DeleteFunc(names, func(name string) bool { return name == "" })
	slices.Sort(names)
	names = slices.Compact(names)
	return m.send(len(names), func(i int) error {
		_ = m.Options.Elsewhere.Remove(m.Ctx, names[i])
		return nil
	}, func(int) error { return nil })
}
