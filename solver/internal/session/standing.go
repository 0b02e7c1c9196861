package session

import (
	"encoding/json"
	"fmt"
)

// Efforts of the first round; each later round has EffortGrowth times as much.
const (
	firstWidth   = 1000   // best positions of a layer that a beam looks at
	firstBudget  = 100000 // positions expanded by refutations: about as many as by the beams
	EffortGrowth = 4

	// From this round on, about a minute into a run, wider beams have to wait
	// until refutations have had their share of the work.
	BeamsWaitFrom = 4

	// positions expanded to look for the best line of the proven length
	LeastPolish, MostPolish = 300_000, 2_000_000
)

// standing is where a search that goes in rounds of growing effort is. It is saved
// after every beam, before refutations, after each length and whenever they pause.
// With it and the journals of the searches under way, a run that was stopped in any
// way is followed by one that goes on at the same place and decides as if nothing
// had happened: all decisions hang on what is known and on [Run.Work].
//
// It proves nothing. Bounds and lines come from the store alone; where those are
// less than they were, the standing is of no use and the rounds begin anew. A wrong
// one costs time.
type standing struct {
	Round  int  `json:"round"`
	Width  int  `json:"width"`  // of the round's beams
	Budget int  `json:"budget"` // of its refutations
	Beams  int  `json:"beams"`  // of the round that are done
	Beamed bool `json:"beamed"` // all of them are, or had to wait
	Idle   int  `json:"idle"`   // beams since something shorter was found, or since beams alone ended
	// Beaming is where the beams of the round are, if their number does not say it; nil
	// at their beginning.
	Beaming json.RawMessage `json:"beaming,omitempty"`

	BeamWork  meter `json:"beam_work"`
	ProofWork meter `json:"proof_work"`
	Work      int64 `json:"work"`

	// No memory for more. It holds for so much memory.
	BeamFull  bool  `json:"beam_full"`
	ProofFull bool  `json:"proof_full"`
	Memory    int64 `json:"memory"`

	// Known at the time; Upper is NoUpper without a line.
	Lower int `json:"lower"`
	Upper int `json:"upper"`

	Proofs map[string]*Proving `json:"proofs"` // by the label of their attack
}

// Proving is where the complete searches for one puzzle are.
type Proving struct {
	Perimeter int   `json:"perimeter"` // positions that the gain table's perimeter was allowed
	Began     int64 `json:"began"`     // work when the refutations of this round began, −1 before
	// Paused is the depth to which each search of the lengths in work is done, by
	// its name. That much of it is counted in Work.
	Paused map[string]int `json:"paused"`
	Stuck  bool           `json:"stuck"` // the search can do no more (of a relaxation)
}

func newStanding() *standing {
	return &standing{Width: firstWidth, Budget: firstBudget, Upper: NoUpper, Proofs: map[string]*Proving{}}
}

// Proving returns the state of the attack with the given label.
func (s *standing) Proving(label string) *Proving {
	if s.Proofs == nil {
		s.Proofs = map[string]*Proving{}
	}
	p := s.Proofs[label]
	if p == nil {
		p = &Proving{Began: -1}
		s.Proofs[label] = p
	}
	if p.Paused == nil {
		p.Paused = map[string]int{}
	}
	return p
}

// beamsOver notes that the beams of the round are behind.
func (s *standing) beamsOver(ran bool) {
	s.Beamed, s.Beams, s.Beaming = true, 0, nil
	if ran {
		s.Width *= EffortGrowth
	}
}

// next begins the next round.
func (s *standing) next() {
	s.Round++
	s.Budget *= EffortGrowth
	s.Beamed = false
	for _, p := range s.Proofs {
		p.Began = -1
	}
}

// BeamsLag reports whether refutations have had so much more of the work that
// beams are to have their share.
func (s *standing) BeamsLag(work int64) bool {
	return s.BeamWork.read(work)*3 <= s.ProofWork.read(work)
}

// fits reports whether nothing that was known is missing.
func (s *standing) fits(k *Knowledge) bool {
	return k.lower >= s.Lower && (s.Upper == NoUpper || k.upper != NoUpper && k.upper <= s.Upper)
}

// Begin notes that the refutations of a round begin now, if they have not begun.
func (p *Proving) Begin(work int64) {
	if p.Began < 0 {
		p.Began = work
	}
}

// meter adds up the work of one kind. What is metered may contain more of the same.
type meter struct {
	Sum  int64 `json:"sum"`
	from int64
	open int
}

func (m *meter) start(work int64) {
	if m.open++; m.open == 1 {
		m.from = work
	}
}

func (m *meter) stop(work int64) {
	m.read(work)
	m.open--
}

// read returns the sum up to now.
func (m *meter) read(work int64) int64 {
	if m.open > 0 {
		m.Sum += work - m.from
		m.from = work
	}
	return m.Sum
}

// standingFile is where the standing is saved. Beams of one width have their own, so
// that they take nothing from the usual search.
func (r *Run) standingFile() string {
	if width := r.Options.Beam; width > 0 {
		return fmt.Sprintf("standing-beam-%d.bin", width)
	}
	return "standing.bin"
}

// TakeUp begins the rounds, where an earlier run was if that is known, and has
// [Run.Save] save where they are.
func (k *Knowledge) TakeUp() error {
	r := k.Run
	k.Rough = true
	saved := k.Savings()
	if saved == nil {
		return nil
	}
	keeper := NewSaver(r.Pace)
	r.keep = func(now bool) error {
		if !r.Worth() || !now && !keeper.Due() {
			return nil
		}
		return keeper.Save(k.keepStanding)
	}
	data, ok, err := saved.Load(saved.Identity(r.standingFile()))
	var s standing
	if err != nil || !ok || json.Unmarshal(data, &s) != nil || !s.fits(k) {
		return err
	}
	if s.Memory != r.Memory {
		s.BeamFull, s.ProofFull = false, false
	}
	r.Standing = &s
	r.Work = s.Work
	return nil
}

// keepStanding saves where the rounds are, after what is known.
func (k *Knowledge) keepStanding() error {
	if k.late {
		if err := k.Remember(); err != nil {
			return err
		}
	}
	for _, save := range k.Run.Unsaved {
		if err := save(); err != nil {
			return err
		}
	}
	k.Run.Unsaved = nil
	s := k.Run.Standing
	s.Work, s.Memory, s.Lower, s.Upper = k.Run.Work, k.Run.Memory, k.lower, k.upper
	s.BeamWork.read(s.Work)
	s.ProofWork.read(s.Work)
	data, err := json.Marshal(s)
	if err != nil {
		return err
	}
	saved := k.Savings()
	return saved.Save(saved.Identity(k.Run.standingFile()), data)
}
