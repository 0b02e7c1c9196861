package site_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/reports/site"
)

// A site of one's own shows one puzzle below a path and checks lines of it.
func Example() {
	puzzle, err := puzzles.Highscore(puzzles.Options{Size: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := site.New(site.Options{Sets: []site.Set{{Name: "ours", Puzzles: []site.Puzzle{{Name: "small", Task: puzzle}}}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	mux := http.NewServeMux()
	mux.Handle("/halma/", http.StripPrefix("/halma", s))

	body := strings.NewReader(`{"puzzle":"small","line":"a1-c3 b2-d2-c4 c2-d4-b4 c3-a5"}`)
	request := httptest.NewRequest("POST", "/halma/api/verify", body)
	request.Header.Set("Content-Type", "application/json")
	answer := httptest.NewRecorder()
	mux.ServeHTTP(answer, request)
	fmt.Println(answer.Code, strings.Contains(answer.Body.String(), `"status":"solved","moves":4`))
	// Output: 200 true
}
