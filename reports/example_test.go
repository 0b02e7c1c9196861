package reports_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver"
)

// A result that somebody else has written is read; what it says of bounds is a claim.
// Its page is one file that needs nothing else.
func ExampleHTML() {
	text, err := os.ReadFile("testdata/star-31.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := reports.ParseJSON(text)
	if err != nil {
		fmt.Println(err)
		return
	}
	var page bytes.Buffer
	if err := reports.HTML(&page, []*solver.Result{r}, reports.HTMLOptions{Title: "31 moves"}); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(reports.Headline(r))
	fmt.Println(strings.Contains(page.String(), "<title>31 moves</title>"))
	// Output:
	// 31 moves found; at least 25 claimed to be needed (gap 6)
	// true
}
