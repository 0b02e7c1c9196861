package reports

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/halma-solve/halma-solve/positions/positiontest"
)

// browser is a tab of a headless Chromium that is spoken to over two pipes: messages of
// its DevTools protocol, JSON, each ended by a zero byte.
type browser struct {
	t       testing.TB
	context string // which pages share what they keep
	session string
	events  []message
	seen    bool // the page has been painted
}

type message struct {
	ID      int             `json:"id"`
	Session string          `json:"sessionId"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
	Result  json.RawMessage `json:"result"`
	Error   *struct{ Message string }
}

// browserPath finds a Chromium: the one that HALMA_BROWSER names, which must
// work, or one in the path. Without one the test is skipped.
func browserPath(t testing.TB) string {
	if path := os.Getenv("HALMA_BROWSER"); path != "" {
		return path
	}
	for _, name := range []string{"chromium", "chromium-headless-shell", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no Chromium in the path: the page is NOT tested in a browser; install Debian's chromium, or set HALMA_BROWSER")
	return ""
}

// chromium is the one process that all tests of the package share: it takes longer to
// start than most of them run.
var chromium struct {
	started sync.Once
	to      io.WriteCloser
	from    chan message
	command *exec.Cmd
	said    strings.Builder
	folder  string
	calls   int
	err     error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if c := &chromium; c.command != nil {
		fmt.Fprintf(c.to, `{"id":-1,"method":"Browser.close"}%c`, 0)
		ended := make(chan error, 1)
		go func() { ended <- c.command.Wait() }()
		select {
		case <-ended:
		case <-time.After(10 * time.Second):
			_ = c.command.Process.Kill()
			<-ended
		}
		if code != 0 {
			fmt.Fprintf(os.Stderr, "chromium said: %.2000s\n", c.said.String())
		}
	}
	_ = os.RemoveAll(chromium.folder)
	os.Exit(code)
}

// launch starts Chromium.
func launch(path string) error {
	c := &chromium
	commandsRead, commandsWrite, err := os.Pipe()
	if err != nil {
		return err
	}
	answersRead, answersWrite, err := os.Pipe()
	if err != nil {
		return err
	}
	if c.folder, err = os.MkdirTemp("", "chromium"); err != nil {
		return err
	}
	args := []string{
		"--headless", "--remote-debugging-pipe", "--disable-gpu", "--disable-software-rasterizer", "--disable-dev-shm-usage", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions",
		"--hide-scrollbars", "--user-data-dir=" + c.folder,
	}
	if os.Geteuid() == 0 {
		args = append(args, "--no-sandbox") // Chromium does not start otherwise
	}
	command := exec.Command(path, append(args, "about:blank")...)
	command.ExtraFiles = []*os.File{commandsRead, answersWrite} // descriptors 3 and 4
	command.Stderr = &c.said
	if err := command.Start(); err != nil {
		return fmt.Errorf("%s does not start: %w", path, err)
	}
	commandsRead.Close()
	answersWrite.Close()
	c.command, c.to, c.from = command, commandsWrite, make(chan message, 1000)
	go func() {
		defer close(c.from)
		in := bufio.NewReader(answersRead)
		for {
			text, err := in.ReadBytes(0)
			var m message
			if err != nil || json.Unmarshal(text[:len(text)-1], &m) != nil {
				return
			}
			c.from <- m
		}
	}()
	return nil
}

// startBrowser returns an empty tab of a Chromium with a memory of its own: what
// pages keep ends with the test.
func startBrowser(t testing.TB) *browser {
	t.Helper()
	positiontest.Long(t)
	path := browserPath(t)
	chromium.started.Do(func() { chromium.err = launch(path) })
	if chromium.err != nil {
		t.Fatal(chromium.err)
	}
	b := &browser{t: t}
	var context struct{ BrowserContextID string }
	b.call("Target.createBrowserContext", nil, &context)
	b.context = context.BrowserContextID
	var target struct{ TargetID string }
	b.call("Target.createTarget", arguments{"url": "about:blank", "browserContextId": b.context}, &target)
	var session struct{ SessionID string }
	b.call("Target.attachToTarget", arguments{"targetId": target.TargetID, "flatten": true}, &session)
	b.session = session.SessionID
	for _, domain := range []string{"Page", "Runtime", "Log", "Network"} {
		b.call(domain+".enable", nil, nil)
	}
	t.Cleanup(func() {
		b.session = ""
		b.call("Target.disposeBrowserContext", arguments{"browserContextId": b.context}, nil)
	})
	return b
}

// run runs a part of a test, which fails by itself.
func (b *browser) run(t *testing.T, name string, part func(*testing.T, *browser)) {
	t.Run(name, func(t *testing.T) {
		whole := b.t
		b.t = t
		defer func() { b.t = whole }()
		part(t, b)
	})
}

type arguments map[string]any

// call sends a command and waits for its answer. Events that come before it are
// kept.
func (b *browser) call(method string, params arguments, result any) {
	b.t.Helper()
	chromium.calls++
	id := chromium.calls
	command := map[string]any{"id": id, "method": method}
	if params != nil {
		command["params"] = params
	}
	if b.session != "" {
		command["sessionId"] = b.session
	}
	text, err := json.Marshal(command)
	if err == nil {
		_, err = chromium.to.Write(append(text, 0))
	}
	if err != nil {
		b.t.Fatalf("%s: %v", method, err)
	}
	m := b.await(method, func(m message) bool { return m.ID == id })
	if m.Error != nil {
		b.t.Fatalf("%s: %s", method, m.Error.Message)
	}
	if result != nil {
		if err := json.Unmarshal(m.Result, result); err != nil {
			b.t.Fatalf("%s: %v", method, err)
		}
	}
}

// await reads messages until one is wanted.
func (b *browser) await(what string, wanted func(message) bool) message {
	b.t.Helper()
	limit := time.After(60 * time.Second)
	for {
		select {
		case m, ok := <-chromium.from:
			if !ok {
				b.t.Fatalf("chromium ended before %s", what)
			}
			if m.Session != b.session {
				continue // of a tab that is closed, or of no tab
			}
			if wanted(m) {
				return m
			}
			if m.Method != "" {
				b.events = append(b.events, m)
			}
		case <-limit:
			b.t.Fatalf("no answer to %s", what)
		}
	}
}

// open loads a page and waits until it is there. Events from before are
// forgotten.
func (b *browser) open(url string) {
	b.t.Helper()
	if strings.Contains(url, "#") {
		b.open("about:blank") // else it is no new page
	}
	b.events, b.seen = nil, false
	b.call("Page.navigate", arguments{"url": url}, nil)
	loaded := func(m message) bool { return m.Method == "Page.loadEventFired" }
	if !slices.ContainsFunc(b.events, loaded) {
		b.await("the page", loaded)
	}
}

// eval evaluates an expression in the page.
func (b *browser) eval(expression string, into any) {
	b.t.Helper()
	var answer struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails *struct {
			Exception struct{ Description string }
		}
	}
	b.call("Runtime.evaluate", arguments{"expression": expression, "returnByValue": true, "awaitPromise": true}, &answer)
	if answer.ExceptionDetails != nil {
		b.t.Fatalf("%s: %s", expression, answer.ExceptionDetails.Exception.Description)
	}
	if into != nil {
		if err := json.Unmarshal(answer.Result.Value, into); err != nil {
			b.t.Fatalf("%s: %v in %s", expression, err, answer.Result.Value)
		}
	}
}

// text evaluates an expression whose value is a string.
func (b *browser) text(expression string) string {
	b.t.Helper()
	var s string
	b.eval(expression, &s)
	return s
}

// press strikes a key as a person does.
func (b *browser) press(key string) {
	b.t.Helper()
	codes := map[string]int{"ArrowLeft": 37, "ArrowRight": 39, "Home": 36, "End": 35, " ": 32, "Tab": 9, "Enter": 13, "Escape": 27}
	code, known := codes[key]
	if !known {
		b.t.Fatalf("no key %q", key)
	}
	b.paint()
	down := arguments{"type": "rawKeyDown", "key": key, "code": key, "windowsVirtualKeyCode": code}
	switch key {
	case " ":
		down["type"], down["code"], down["text"] = "keyDown", "Space", " "
	case "Enter":
		down["type"], down["text"] = "keyDown", "\r"
	}
	b.call("Input.dispatchKeyEvent", down, nil)
	b.call("Input.dispatchKeyEvent", arguments{"type": "keyUp", "key": key, "code": down["code"], "windowsVirtualKeyCode": code}, nil)
}

// paint waits until the page is painted: Chromium drops keys and clicks before.
func (b *browser) paint() {
	b.t.Helper()
	if !b.seen {
		b.eval(`new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))`, nil)
		b.seen = true
	}
}

// click clicks in the middle of the element that a selector finds; again until the
// element has seen it, since for a frame another one may still lie above it.
func (b *browser) click(selector string) {
	b.t.Helper()
	b.paint()
	for limit := time.Now().Add(time.Minute); time.Now().Before(limit); {
		var at struct{ X, Y float64 }
		b.eval(fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.scrollIntoView({block: "center"});
			window.pressed = false;
			window.addEventListener("pointerup", (u) => { window.pressed = e.contains(u.target); }, {capture: true, once: true});
			const r = e.getBoundingClientRect(); return {X: r.x + r.width / 2, Y: r.y + r.height / 2}; })()`, selector), &at)
		for _, kind := range []string{"mousePressed", "mouseReleased"} {
			b.call("Input.dispatchMouseEvent", arguments{"type": kind, "x": at.X, "y": at.Y, "button": "left", "clickCount": 1}, nil)
		}
		if b.text(`String(window.pressed)`) != "false" { // or the click has led to another page
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	b.t.Fatalf("%s cannot be clicked", selector)
}

// view sets the size of the window and what the reader's system prefers:
// "light" or "dark", and calm if nothing is to move.
func (b *browser) view(width, height int, scheme string, calm bool) {
	b.t.Helper()
	motion := "no-preference"
	if calm {
		motion = "reduce"
	}
	b.call("Emulation.setDeviceMetricsOverride", arguments{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}, nil)
	b.call("Emulation.setEmulatedMedia", arguments{"features": []arguments{
		{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": motion},
	}}, nil)
}

// shoot saves a picture of the window, or of the whole page.
func (b *browser) shoot(file string, whole bool) {
	b.t.Helper()
	var picture struct{ Data string }
	b.call("Page.captureScreenshot", arguments{"captureBeyondViewport": whole}, &picture)
	png, err := base64.StdEncoding.DecodeString(picture.Data)
	if err == nil {
		err = os.WriteFile(file, png, 0o644)
	}
	if err != nil {
		b.t.Fatal(err)
	}
}

// complaints lists what the page wrote to the console, and what went wrong in it.
func (b *browser) complaints() []string {
	var out []string
	for _, e := range b.events {
		switch e.Method {
		case "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded":
			out = append(out, e.Method+" "+string(e.Params))
		}
	}
	return out
}

// requests lists the addresses that the page asked for.
func (b *browser) requests() []string {
	var out []string
	for _, e := range b.events {
		if e.Method == "Network.requestWillBeSent" {
			var p struct{ Request struct{ URL string } }
			if err := json.Unmarshal(e.Params, &p); err != nil {
				b.t.Fatal(err)
			}
			out = append(out, p.Request.URL)
		}
	}
	return out
}
