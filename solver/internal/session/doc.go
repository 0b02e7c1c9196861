// Package session has what all searches for one puzzle share.
//
//	run.go        limits, counters, progress, and why a search ended
//	answer.go     the way of an answer: store, search, store
//	knowledge.go  what is known; the only writer of bounds, which it holds against
//	              each other and against lines, and lines pass the verifier
//	whole.go      what is known of a star and of the rhombus in it
//	records.go    the store of results
//	identity.go   which search, puzzle, layer and bounds a file is of: a file that
//	              does not fit is as if it were not there
//	saved.go      files of a search under way; journals.go lists and removes them
//	standing.go   where a search in rounds of growing effort is
//	parallel.go   work on several goroutines
package session
