package session

// LayerStats is what became of a layer of a complete search and of the moves that it
// was made of, each of which a bound cut, or led to a position that is repeated, or is
// one of the layer.
type LayerStats struct {
	Depth     int   `json:"depth"`               // in moves or hops from where the search began
	FromGoal  bool  `json:"from_goal,omitempty"` // it began at the goal, not at the start
	Positions int64 `json:"positions"`
	// Useful is how many of them lead, by one move a layer, to a midpoint; from the
	// middle on, to the goal. −1: not counted.
	Useful   int64 `json:"useful"`
	Moves    int64 `json:"moves"`    // of the layer before; 0 if the layer is not all of this run
	Repeated int64 `json:"repeated"` // moves to what others led to, or what layers before have
	Cuts     []Cut `json:"cuts,omitempty"`
}

// Cut is how many moves a bound has cut, or positions that moves had led to.
type Cut struct {
	Bound string `json:"bound"`
	Count int64  `json:"count"`
}

// Detail says what became of the layers of the last phase.
func (r *Run) Detail(layers []LayerStats) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if n := len(r.Phases); n > 0 {
		r.Phases[n-1].Layers = layers
	}
}
