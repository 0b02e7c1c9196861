package reports

import (
	"math"
	"regexp"
	"strconv"
	"testing"
)

// luminance is the relative luminance of a colour as WCAG 2 defines it.
func luminance(t *testing.T, color string) float64 {
	t.Helper()
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(color[1+2*i:3+2*i], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		c := float64(n) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

// Text has a contrast of at least 4.5 to what it stands on, and what tells
// things apart on the board at least 3: the levels AA of WCAG 2.
func TestContrast(t *testing.T) {
	for _, dark := range []bool{false, true} {
		color := make(map[string]string)
		for _, c := range palette {
			color[c.name] = c.light
			if dark {
				color[c.name] = c.dark
			}
		}
		for _, pair := range []struct {
			front, back string
			least       float64
		}{
			{"ink", "card", 7},
			{"ink", "page", 7},
			{"muted", "card", 4.5},
			{"muted", "page", 4.5},
			{"accent", "card", 4.5},
			{"accent", "page", 3},
			{"on-accent", "accent", 4.5},
			{"good", "card", 4.5},
			{"open", "card", 4.5},
			{"bad", "card", 4.5},
			{"label", "card", 4.5},
			{"ink", "casing", 4.5},
			{"man", "plate", 3},
			{"man", "field", 3},
			{"man", "start", 3},
			{"man", "goal", 3},
			{"moved", "plate", 3},
			{"moved", "field", 3},
			{"moved", "start", 3},
			{"moved", "goal", 3},
			{"arrow", "plate", 3},
			{"arrow", "field", 3},
			{"arrow", "start", 3},
			{"arrow", "goal", 3},
			{"arrow", "casing", 4.5},
			{"bad", "plate", 3},
			{"hole", "plate", 3},
		} {
			if color[pair.front] == "" || color[pair.back] == "" {
				t.Fatalf("no colour %s or %s", pair.front, pair.back)
			}
			a, b := luminance(t, color[pair.front]), luminance(t, color[pair.back])
			if contrast := (max(a, b) + 0.05) / (min(a, b) + 0.05); contrast < pair.least {
				t.Errorf("dark %v: %s on %s has contrast %.2f, want %.1f", dark, pair.front, pair.back, contrast, pair.least)
			}
		}
	}
}

// Every colour that a style names exists, and every colour is used.
func TestStylesNameColors(t *testing.T) {
	style, _, err := pageParts("page/page.css", "page/player.js")
	if err != nil {
		t.Fatal(err)
	}
	known := make(map[string]bool)
	for _, c := range palette {
		known[c.name] = true
	}
	used := make(map[string]bool)
	for _, m := range regexp.MustCompile(`var\(--([a-z-]+)\)`).FindAllStringSubmatch(style, -1) {
		used[m[1]] = true
		if !known[m[1]] {
			t.Errorf("no colour %s", m[1])
		}
	}
	for name := range known {
		if !used[name] {
			t.Errorf("nothing uses the colour %s", name)
		}
	}
	if m := regexp.MustCompile(`var\(`).FindString(withColors(boardStyle, true)); m != "" {
		t.Error("a picture's style has variables")
	}
}
