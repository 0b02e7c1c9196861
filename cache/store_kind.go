package cache

// Kind separates the sorts of entries of a Store. Entries of different kinds
// never meet, even under the same fingerprint and key.
type Kind byte

const (
	KindResult Kind = 'r' // a verified result of one puzzle; kept twice, see results
	KindBound  Kind = 'b' // a proven lower or a found upper bound
	KindGrade  Kind = 'g' // what a puzzle of a batch was found to be like
	KindPlayed Kind = 'p' // a line that a player handed in; see PutAll
)

// entryKey is the key of an entry in the database:
//
//	+--------+------+-------------+---------+
//	| format | kind | fingerprint | key     |
//	| 1 B    | 1 B  | 32 B        | 0–1 KiB |
//	+--------+------+-------------+---------+
func entryKey(kind Kind, fingerprint [32]byte, key []byte) []byte {
	out := make([]byte, 0, 2+len(fingerprint)+len(key))
	out = append(out, Format, byte(kind))
	out = append(out, fingerprint[:]...)
	return append(out, key...)
}
