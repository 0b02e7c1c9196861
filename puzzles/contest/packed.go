package contest

import "errors"

// Packed is a value in 2 bytes, as tables and files hold it. In games with scores it is
// the score + 32768, else 1+2n lost in n turns, 2+2n won in n, 65535 drawn.
type Packed = uint16

const (
	PackedBytes = 2
	Unpacked    = Packed(0) // no value
	PackedDrawn = Packed(1<<16 - 1)
	packedZero  = 1 << 15
	// MaxTurns is the greatest distance that can be packed.
	MaxTurns = 1<<15 - 3
)

// ErrPacked means that a value does not fit into 2 bytes.
var ErrPacked = errors.New("a win takes too many turns, or a score is too great, for the table")

// Unpack reads what was packed. What has no value yet counts as drawn.
func (k *Kind) Unpack(v Packed) Value {
	switch {
	case k.Scores:
		return Value{Score: int(v) - packedZero, Turns: NoTurns}
	case v == Unpacked, v == PackedDrawn:
		return Value{Turns: NoTurns}
	case v&1 == 1:
		return Value{Score: -1, Turns: int(v) / 2}
	}
	return Value{Score: 1, Turns: int(v)/2 - 1}
}

// Pack packs a value.
func (k *Kind) Pack(v Value) (Packed, error) {
	switch {
	case k.Scores:
		if v.Score <= -packedZero || v.Score >= packedZero {
			return 0, ErrPacked
		}
		return Packed(v.Score + packedZero), nil
	case v.Score == 0:
		return PackedDrawn, nil
	case v.Turns > MaxTurns:
		return 0, ErrPacked
	case v.Score < 0:
		return Packed(1 + 2*v.Turns), nil
	}
	return Packed(2 + 2*v.Turns), nil
}

// PackedChance is a chance as files hold it: both bounds in steps of 1/[ChanceUnit].
type PackedChance struct{ Lower, Upper uint64 }

// PackedChanceBytes is what a PackedChance takes.
const PackedChanceBytes = 16

// Unpack reads what was packed. It is false if no position is worth that.
func (c PackedChance) Unpack() (Chance, bool) {
	return Chance{float64(c.Lower) / ChanceUnit, float64(c.Upper) / ChanceUnit}, c.Lower <= c.Upper && c.Upper <= ChanceUnit
}
