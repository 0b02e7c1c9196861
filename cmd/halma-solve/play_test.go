package main

import (
	"strings"
	"testing"
)

// What is said fits the terminal, whatever was typed.
func TestPlaySaysInLines(t *testing.T) {
	var out strings.Builder
	m := &match[int]{out: &out, width: 40}
	m.say("%s", "rhombus 4×4, 3 men a side, paper rules. You are X, the first side; I am O, the second side.")
	want := "rhombus 4×4, 3 men a side, paper rules.\nYou are X, the first side; I am O, the\nsecond side.\n"
	if got := out.String(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
