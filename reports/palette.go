package reports

import (
	"fmt"
	"strings"
)

// Theme chooses the colours of pages and pictures.
type Theme string

// The themes.
const (
	AutoTheme  Theme = "auto" // as the reader's system says; light where it says nothing
	LightTheme Theme = "light"
	DarkTheme  Theme = "dark"
)

// attribute is what a page says of its theme, "" if the reader's system decides.
func (t Theme) attribute() string {
	if t == LightTheme || t == DarkTheme {
		return string(t)
	}
	return ""
}

// palette is every colour of pages and pictures, once for light and once for
// dark surroundings. Style sheets name them var(--name).
var palette = []struct{ name, light, dark string }{
	{"page", "#f3efe7", "#131619"},
	{"card", "#fffdf9", "#1c2025"},
	{"ink", "#22252a", "#e9e5dc"},
	{"muted", "#5c5f65", "#a6aab1"},
	{"line", "#dbd4c6", "#353b43"},
	{"accent", "#0d5876", "#86c9e8"},
	{"on-accent", "#ffffff", "#10222b"},
	{"good", "#1b6e38", "#7dd69a"},
	{"open", "#8a4f00", "#f2bb66"},
	{"bad", "#a8231b", "#ff968c"},
	{"plate", "#ecdcbf", "#3a3329"},
	{"field", "#e2cda8", "#453c30"},
	{"edge", "#cdb489", "#5d503e"},
	{"hole", "#8b6a3c", "#a89069"},
	{"label", "#6b5330", "#b7a17c"},
	{"start", "#bccfe4", "#2f4763"},
	{"goal", "#b5d8ac", "#2d5a3a"},
	{"man", "#1c5f82", "#7fc3e3"},
	{"rim", "#0e3a52", "#1f5a76"},
	{"moved", "#bf3d08", "#ff9866"},
	{"moved-rim", "#742405", "#9c4318"},
	{"arrow", "#a83203", "#ffa87d"},
	{"casing", "#fff6e6", "#1d1812"},
}

// variables are the declarations of a theme for a style sheet.
func variables(dark bool) string {
	var out strings.Builder
	for _, c := range palette {
		value := c.light
		if dark {
			value = c.dark
		}
		fmt.Fprintf(&out, "--%s:%s;", c.name, value)
	}
	return out.String()
}

// withColors puts the colours themselves in the place of their names: not every
// program that shows SVG knows variables.
func withColors(style string, dark bool) string {
	var pairs []string
	for _, c := range palette {
		value := c.light
		if dark {
			value = c.dark
		}
		pairs = append(pairs, "var(--"+c.name+")", value)
	}
	return strings.NewReplacer(pairs...).Replace(style)
}
