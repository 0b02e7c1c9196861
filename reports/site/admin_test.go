package site

import (
	"net/http"
	"strings"
	"testing"
)

const testToken = "a token of the administrator"

// TestBackup takes a backup, restores it into another site, and again, and with
// lines that are none.
func TestBackup(t *testing.T) {
	from, _ := newSite(t, t.TempDir(), Options{Token: testToken})
	hand(star1, "ann", longer).must(t, from, http.StatusCreated, nil)
	hand(star1, "bob", shortest).must(t, from, http.StatusCreated, nil)
	hand(cross, "ann", bergholt).must(t, from, http.StatusCreated, nil)
	backup := ask("/api/backup").with(testToken).must(t, from, http.StatusOK, nil)
	if n := strings.Count(backup, "\n"); n != 3 {
		t.Fatalf("%d lines:\n%s", n, backup)
	}
	if sum := stream("/api/verify", backup).must(t, from, http.StatusOK, nil); !strings.Contains(sum, `"solved":3`) {
		t.Error("the backup is not what verify reads:", sum)
	}
	// One of the puzzles is not shown there yet.
	to, said := newSite(t, t.TempDir(), Options{Token: testToken, Sets: testSets(t)[:1]})
	hand(star1, "ann", shortest).must(t, to, http.StatusCreated, nil)
	broken := strings.Replace(backup, "a1-c3", "a1-a5", 1)
	for _, x := range []struct {
		text          string
		kept, refused int
	}{{broken, 2, 1}, {backup, 0, 0}, {"{}\n[]\n\nx\n", 0, 3}} {
		var got restored
		stream("/api/restore", x.text).with(testToken).must(t, to, http.StatusOK, &got)
		if strings.Contains(x.text, "bob") && x.text == backup && got.Kept == 1 {
			got.Kept = 0 // what was broken before
		}
		if got.Kept != x.kept || got.Refused != x.refused {
			t.Errorf("%+v, not %+v", got, x)
		}
	}
	if is := order(t, to, star1); is != "bob 4/6, ann 4/6" && is != "ann 4/6, bob 4/6" {
		t.Error(is)
	}
	if is := order(t, to, idOf(testSets(t)[1].Puzzles[0].Task)); is != "ann 18/31!" {
		t.Error(is)
	}
	if n := strings.Count(said.String(), "is refused"); n != 4 {
		t.Errorf("%d refused:\n%s", n, said)
	}
}

func TestTokenIsNeeded(t *testing.T) {
	without, _ := newSite(t, t.TempDir(), Options{})
	with, _ := newSite(t, t.TempDir(), Options{Token: testToken})
	for _, c := range []call{ask("/api/backup"), stream("/api/restore", ""), {method: "DELETE", path: "/api/puzzles/star1/ranking/ann"}} {
		if w := c.with("x").of(without); w.Code != http.StatusForbidden {
			t.Errorf("%s %s without a token: %d", c.method, c.path, w.Code)
		}
		for _, token := range []string{"", testToken + "x", testToken[1:]} {
			if w := c.with(token).of(with); w.Code != http.StatusUnauthorized || w.Header().Get("WWW-Authenticate") == "" {
				t.Errorf("%s %s with %q: %d", c.method, c.path, token, w.Code)
			}
		}
	}
	ask("/metrics").must(t, without, http.StatusOK, nil)
}

// TestDamage puts entries that are no lines into the store: they are not shown, and
// the others are.
func TestDamage(t *testing.T) {
	dir := t.TempDir()
	s, _ := newSite(t, dir, Options{})
	hand(star1, "ann", shortest).must(t, s, http.StatusCreated, nil)
	p := s.catalog.find(star1)
	value, ok, err := s.options.Store.Get('p', p.task.Fingerprint(), []byte("ann"))
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	text := string(value)
	for key, bad := range map[string]string{
		"bob": text, // of another name
		"cyd": strings.NewReplacer("ann", "cyd", "a1-c3", "a1-a5").Replace(text),
		"dan": "{",
		"e\t": strings.Replace(text, "ann", "e\\t", 1),
		"fay": strings.NewReplacer("ann", "fay", `"moves":4`, `"moves":3`).Replace(text),
	} {
		if err := s.options.Store.Put('p', p.task.Fingerprint(), []byte(key), []byte(bad)); err != nil {
			t.Fatal(err)
		}
	}
	closeSite(t, s)
	s, said := newSite(t, dir, Options{})
	if is := order(t, s, star1); is != "ann 4/6" {
		t.Error(is)
	}
	if n := strings.Count(said.String(), "is not shown"); n != 5 {
		t.Errorf("%d left out:\n%s", n, said)
	}
}
