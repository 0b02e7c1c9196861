package levels

// The phases of the work.
const (
	phaseReach = "reach" // going down
	phaseTurns = "turns" // writing down turns, of games with dice
	phaseSolve = "solve" // going up; games with dice have all levels in work
)

// stage is where the work is.
type stage struct {
	Phase string `json:"phase"` // "" before it begins
	Level int    `json:"level"`
	Turns int    `json:"turns"` // the distance, in a level with cycles,
	Step  int    `json:"step"`  // and its step
	From  int    `json:"from"`  // the first word of the sweep that is not done
	// Sweeps is how many of them have made better chances, of games with dice.
	Sweeps int `json:"sweeps"`

	planes [][]uint64 // of the level in work, a bit for each number
	due    []uint16   // see retrograde
}

// room is what a level has while it is worked at, besides marks and values.
type room struct {
	planes int
	due    bool
}

// begin begins a phase.
func (w *work) begin(phase string, level int) {
	w.stage, w.event.Positions = stage{Phase: phase, Level: level}, 0
}

// takeRoom makes room for a level, unless the checkpoint has filled it.
func (w *work) takeRoom(l *level, r room) error {
	if w.planes != nil {
		return nil
	}
	if err := w.meter.use(int64(8 * r.planes * len(l.Words))); err != nil {
		return err
	}
	for range r.planes {
		w.planes = append(w.planes, make([]uint64, len(l.Words)))
	}
	if r.due {
		w.due = make([]uint16, l.Count)
		return w.meter.use(int64(2 * l.Count))
	}
	return nil
}

// leaveRoom gives it back.
func (w *work) leaveRoom() {
	bytes := 2 * len(w.due)
	for _, p := range w.planes {
		bytes += 8 * len(p)
	}
	_ = w.meter.use(-int64(bytes))
	w.planes, w.due = nil, nil
}
