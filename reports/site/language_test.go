package site

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// readIn asks for a page as a reader of a language does.
func readIn(t *testing.T, s *Site, method, path, body, accepted string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("Accept-Language", accepted)
	if body != "" {
		r.Header.Set("Content-Type", typeForm)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// Pages are in the language that a reader wants, and the same page is another one for
// readers of another language.
func TestLanguages(t *testing.T) {
	s, _ := newSite(t, t.TempDir(), Options{})
	hand(star1, "ann", longer).must(t, s, http.StatusCreated, nil)
	tags := map[string]string{}
	for _, c := range []struct{ path, accepted, lang, want, not string }{
		{"/", "de-AT,de;q=0.9,en;q=0.5", "de", "Aufgaben zum Spielen", "how many"},
		{"/", "tlh", "en", "Puzzles to play", "Aufgaben"},
		{"/", "", "en", "Puzzles to play", "Aufgaben"},
		{"/sets/1", "fr-CA", "fr", "1 ligne</a>", "at least"},
		{"/sets/1", "es", "es", "de 1 a 2 de 2", "nobody yet"},
		{"/puzzles/star1/ranking", "it", "it", "Invia la tua linea", "Hand it in"},
		{"/puzzles/star1/ranking", "nl;q=0.4, de;q=0.3", "nl", "Ster", "Hand it in"},
		{"/puzzles/star1/ranking", "de", "de", "<th scope=\"col\" class=\"n\">Sprünge und Schritte</th>", "Hand it in"},
		{"/puzzles/cross/ranking", "de", "de", "<th scope=\"col\" class=\"n\">Sprünge</th>", "Schritte"}, // nobody steps in it
		{"/puzzles/star1", "de", "de", "Selbst spielen", "Play it yourself"},
		{"/puzzles/star1", "en", "en", "Play it yourself", "Selbst"},
		{"/puzzles/star1", "de", "de", "Selbst spielen", "Play it yourself"},
	} {
		w := readIn(t, s, http.MethodGet, c.path, "", c.accepted)
		text := w.Body.String()
		if w.Code != http.StatusOK || !strings.Contains(text, `<html lang="`+c.lang+`"`) || !strings.Contains(strings.ToLower(text), strings.ToLower(c.want)) || strings.Contains(text, c.not) {
			t.Errorf("%s for %q: %d, want %q and not %q\n%.900s", c.path, c.accepted, w.Code, c.want, c.not, text)
		}
		if !strings.Contains(w.Header().Get("Vary"), "Accept-Language") {
			t.Errorf("%s: it varies by %q", c.path, w.Header().Get("Vary"))
		}
		if tag := w.Header().Get("ETag"); tag != "" {
			if other, ok := tags[c.lang]; ok && other != tag {
				t.Errorf("%s: the page has another tag now", c.path)
			}
			tags[c.lang] = tag
		}
	}
	if len(tags) != 2 || tags["de"] == tags["en"] {
		t.Errorf("tags %v", tags)
	}
	for _, c := range []struct{ name, line, want string }{
		{"bob", "a1-b2", "der Weg löst die Aufgabe nicht: Zug 1: b2 ist besetzt"},
		{"...", shortest, "dieser Spitzname geht nicht: er braucht einen Buchstaben oder eine Ziffer"},
		{"bob", shortest, "Er ist aufbewahrt, auf Platz 1."},
	} {
		w := readIn(t, s, http.MethodPost, "/puzzles/star1/ranking", url.Values{"nickname": {c.name}, "line": {c.line}}.Encode(), "de")
		if !strings.Contains(w.Body.String(), c.want) {
			t.Errorf("%s %s: %d, want %q\n%s", c.name, c.line, w.Code, c.want, w.Body.String())
		}
	}
}
