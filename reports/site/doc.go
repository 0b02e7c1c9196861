// Package site is a web site on which people play the puzzles of this module, hand
// in their lines and find themselves in rankings. It is an [http.Handler]; [Serve]
// puts it on a listener with limits that suit the open network.
//
// # Vocabulary
//
// A set is a number of puzzles that are shown together, as the entries of the atlas
// for one game, or a batch from a file. A line is kept when it solves its puzzle and
// is better than what its nickname had there. A record is a kept line that is
// shorter than the best one known when it came. An address is what the limits go
// by: an IPv4 address, or the first half of an IPv6 address.
//
// # What it answers
//
// The table routes in routes.go, which is described by openapi.json (OpenAPI 3.1,
// served as /openapi.json). Errors are problem+json (RFC 9457). Pages need no
// cookies and nothing from elsewhere; the pages of puzzles and tablebases are those of
// package reports, all others have no script. Pages are in the language of the header
// Accept-Language, if package reports has it; problems and the API are in English.
//
//	verify      the checker of package submission; nothing is kept
//	submission  the same, then the line is kept with its nickname
//	hint        what is still needed from a position: from a stored line, from a
//	            table of what can be won, or by a search with a budget
//	probe       the value of a position of a game for two or more, or all its turns
//
// Each tablebase has a page on which its game is played: the page knows no rules, it asks
// probe for all turns of a position, and the site answers with a best one.
//
// # What is kept
//
// Of each puzzle and nickname the best line, in a [cache.Store] that belongs to the
// site: an entry of [cache.KindPlayed] under the fingerprint of the puzzle and the
// nickname in lower case. Its value is a submission with its puzzle, as "halma-solve
// verify" reads it, and so is each line of a backup. Nothing that is read back is
// believed: lines are replayed when a site is made and when a backup is restored.
//
// One goroutine writes. It takes the lines that have come in meanwhile, puts them
// into the store as one transaction, brings that to the disk, and only then answers
// them all: an answered line outlives kill -9 and a power cut, and the time of one
// write is shared by many. Lines are in the order of their coming, which breaks ties.
// A nickname is no account: whoever uses it may better its line.
//
// # What is proven
//
// Bounds come from [Options.Known], usually the atlas. A legal line that is shorter
// than a proven bound would mean that a proof or the checker is wrong: it is refused
// and logged as an error with the puzzle, the line and the proof. A bound that only a
// file claims is no reason to refuse a line.
//
// # Safety
//
// Everything from outside is bounded: bodies, headers, time, requests at work in all
// and for each address, requests a second for each address ([Limits], [Serve]).
// Nicknames are the only text of users that others see; they are cleaned, and written
// by html/template or as JSON. Requests of other sites' pages are refused by their
// headers ([http.CrossOriginProtection]). There are no accounts, no cookies, no logs
// of addresses. Calls of the administrator need a token.
//
// # Stability
//
// Within a major version calls keep their meaning; fields may be added to answers.
package site
