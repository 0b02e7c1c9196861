package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/halma-solve/halma-solve/positions/positiontest"
)

// permitted are the licences that a dependency may have, each with words of its
// text: they ask for no more than to be named.
var permitted = []struct{ name, words string }{
	{"Apache-2.0", "apache license version 2.0"},
	{"MIT", "permission is hereby granted, free of charge, to any person obtaining a copy of this software"},
	{"BSD", "redistribution and use in source and binary forms, with or without modification, are permitted provided"},
	{"ISC", "permission to use, copy, modify, and/or distribute this software for any purpose with or without fee"},
}

// refused are words of licences that ask for more, whatever stands beside them.
var refused = []string{
	"gnu ", "general public", "mozilla public", "eclipse public", "affero", "sharealike", "share alike",
	"copyleft", "business source", "server side public", "non-commercial", "noncommercial",
}

// beside is permitted for what tests and tools are built from, which nobody gets
// with the program: it asks those who pass on changed files to show them.
const beside = "MPL-2.0"

// TestLicences lists (with -v) the licences of all modules that the program, its
// tests and its tools are built from, and fails on one that is not permitted, or
// that cannot be told from the text.
func TestLicences(t *testing.T) {
	const all = "github.com/halma-solve/halma-solve/..."
	program := modules(t, all)
	everything := modules(t, "-test", all, "tool")
	for name, dir := range everything {
		found := licencesIn(t, dir)
		_, inProgram := program[name]
		t.Logf("%-60s %-20s in the program: %v", name, strings.Join(found, ", "), inProgram)
		if len(found) == 0 {
			t.Errorf("%s: no licence found in %s", name, dir)
		}
		for _, licence := range found {
			if strings.HasPrefix(licence, "?") || licence == beside && inProgram {
				t.Errorf("%s: no licence that is permitted: %s", name, licence)
			}
		}
	}
	if len(program) < 10 || len(everything) < 20 {
		t.Errorf("only %d and %d modules listed", len(program), len(everything))
	}
}

// modules lists the modules that packages depend on, with their directories.
func modules(t *testing.T, arguments ...string) map[string]string {
	t.Helper()
	list := append([]string{"list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}"}, arguments...)
	out, err := exec.Command("go", list...).Output()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for line := range strings.Lines(string(out)) {
		if name, dir, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			found[name] = dir
		}
	}
	return found
}

// licencesIn names the licences in a module's directory, with a question mark
// before what is none of those permitted.
func licencesIn(t *testing.T, dir string) []string {
	t.Helper()
	entries := positiontest.Must(t, os.ReadDir, dir)
	var names []string
	for _, e := range entries {
		name := strings.ToUpper(e.Name())
		if e.IsDir() || !strings.HasPrefix(name, "LICEN") && !strings.HasPrefix(name, "COPYING") {
			continue
		}
		text := positiontest.Must(t, os.ReadFile, filepath.Join(dir, e.Name()))
		names = append(names, licenceOf(string(text), e.Name()))
	}
	return names
}

// licenceOf names the licence with a text.
func licenceOf(text, file string) string {
	quoted := func(r rune) bool { return unicode.IsSpace(r) || r == '>' }
	text = strings.ToLower(strings.Join(strings.FieldsFunc(text, quoted), " "))
	text = strings.ReplaceAll(text, "license, version", "license version")
	if strings.HasPrefix(text, "mozilla public license version 2.0") {
		return beside
	}
	for _, words := range refused {
		if strings.Contains(text, words) {
			return "? " + file + " says " + strings.TrimSpace(words)
		}
	}
	for _, p := range permitted {
		if strings.Contains(text, p.words) {
			return p.name
		}
	}
	return "? " + file
}

// TestLicenceOf: what is not permitted is seen, also beside what is.
func TestLicenceOf(t *testing.T) {
	for text, want := range map[string]string{
		"Apache License\n  Version 2.0, January 2004":                                                               "Apache-2.0",
		"Permission is hereby granted, free of charge,\nto any person obtaining a copy of this software":            "MIT",
		"GNU LESSER GENERAL PUBLIC LICENSE":                                                                         "? LICENSE says gnu",
		"Mozilla Public License, version 2.0":                                                                       "MPL-2.0",
		"Mozilla Public License, version 1.1":                                                                       "? LICENSE says mozilla public",
		"All rights reserved.":                                                                                      "? LICENSE",
		"Apache License Version 2.0, but the rest under the GNU Affero General Public License":                      "? LICENSE says gnu",
		"Creative Commons Attribution-ShareAlike 4.0: redistribution and use in source and binary forms, with\n or": "? LICENSE says sharealike",
	} {
		if got := licenceOf(text, "LICENSE"); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
