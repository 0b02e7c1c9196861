package reports

import "testing"

// Browser is a browser for tests that import packages which import this one.
type Browser struct {
	Open, Click, Press func(string)
	Text               func(expression string) string
	Eval               func(expression string, into any)
	View               func(width, height int, scheme string, calm bool)
	Complaints         func() []string
	Photograph         func(name string)
}

// StartBrowser starts one.
func StartBrowser(t testing.TB) Browser {
	b := startBrowser(t)
	return Browser{b.open, b.click, b.press, b.text, b.eval, b.view, b.complaints, func(name string) { photograph(b, name, true) }}
}
