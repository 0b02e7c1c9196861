// Kept state and the clipboard may be refused, as to pages that are files.
const kept = (key) => { try { return localStorage.getItem(key); } catch { return null; } };
const keep = (key, text) => { try { localStorage.setItem(key, text); } catch { /* then it is not kept */ } };

// Field is a board that is clicked, tapped, dragged on and gone over with keys. Its game
// says which cells do something (wants), what they are (tells), and is told which one is
// chosen (choose), -1 for none.
class Field {
  static touch = 22; // a finger hits what is so many pixels away
  static step = 60; // from a cell to the next one in the drawing

  constructor(board, spots, game) {
    Object.assign(this, { board, spots, game, cursor: 0 });
    this.layer = board.querySelector(".men");
    this.lit = this.add("g", "lit", {});
    this.ring = this.add("circle", "cursor", { r: 30 });
    board.setAttribute("tabindex", "0");
    board.setAttribute("role", "application");
    board.setAttribute("aria-label", board.getAttribute("aria-label") + ": " + t("arrows go from cell to cell, Enter chooses"));
    board.addEventListener("click", (event) => this.click(event));
    for (const own of ["dragstart", "selectstart"]) board.addEventListener(own, (event) => event.preventDefault()); // the browser's would end ours
    board.addEventListener("pointerdown", (event) => this.take(event));
    board.addEventListener("pointermove", (event) => this.drag(event));
    board.addEventListener("pointerup", (event) => this.drop(event));
    board.addEventListener("pointercancel", () => {
      if (this.held && this.dragged) this.game.drop(-1);
      this.release();
    });
  }

  add(kind, name, attributes, parent = this.board) {
    const element = document.createElementNS(this.board.namespaceURI, kind);
    element.setAttribute("class", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return parent.appendChild(element);
  }

  // near is the cell closest to a place on the screen of those that do something, -1 for
  // none within reach.
  near({ clientX, clientY }, wanted = (cell) => this.game.wants(cell)) {
    const matrix = this.board.getScreenCTM();
    const far = (cell) => {
      const at = new DOMPoint(...this.spots[cell]).matrixTransform(matrix);
      return Math.hypot(at.x - clientX, at.y - clientY);
    };
    const best = this.spots.map((_, cell) => cell).filter(wanted).reduce((a, b) => (a < 0 || far(b) < far(a) ? b : a), -1);
    return best >= 0 && far(best) < Math.max(Field.touch, 30 * matrix.a) ? best : -1;
  }

  click(event) {
    if (this.dragged && event.isTrusted) this.dragged = false; // the end of it
    else this.game.choose(this.near(event));
  }

  // A man that is pressed and moved follows the pointer to a cell that it can go to.
  take(event) {
    this.dragged = false;
    const man = event.button === 0 && event.isPrimary ? this.near(event, (cell) => this.game.movable(cell)) : -1;
    if (man < 0 || !event.target.closest(".man")) return;
    this.held = { man, x: event.clientX, y: event.clientY };
  }

  drag(event) {
    if (!this.held || !this.dragged && Math.hypot(event.clientX - this.held.x, event.clientY - this.held.y) < 8) return;
    if (!this.dragged) {
      this.dragged = true;
      this.board.setPointerCapture(event.pointerId);
      this.game.hold(this.held.man);
      this.held.drawing = this.layer.querySelector(`[data-at="${this.held.man}"]`);
      this.held.drawing?.classList.add("held");
    }
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.board.getScreenCTM().inverse());
    this.held.drawing?.setAttribute("transform", `translate(${at.x} ${at.y})`);
    this.over(this.near(event, (cell) => this.game.leads(cell)));
  }

  drop(event) {
    if (this.held && this.dragged) this.game.drop(this.near(event, (cell) => this.game.leads(cell)));
    this.release();
  }

  // release ends a drag. A click may follow it, which the next press would forget.
  release() {
    this.held = null;
    this.over(-1);
  }

  // over shows the cell that a man would be dropped on.
  over(cell) { for (const target of this.lit.children) target.classList.toggle("over", Number(target.dataset.at) === cell); }

  // walk takes the cursor to the cell that lies next in a direction.
  walk(dx, dy) {
    const [x, y] = this.spots[this.cursor];
    let best = this.cursor, least = Infinity;
    this.spots.forEach(([cx, cy], cell) => {
      const along = (cx - x) * dx + (cy - y) * dy, aside = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx);
      if (along > 0 && aside <= along && along + 2 * aside < least) [best, least] = [cell, along + 2 * aside];
    });
    this.go(best);
    this.game.tells(best);
  }

  // press is what a key does; it reports whether it is one of the board's.
  press(event) {
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    event.stopPropagation(); // the keys of the solution's player
    if (event.target !== this.board || event.ctrlKey || event.altKey || event.metaKey) return;
    if (ways[event.key]) this.walk(...ways[event.key]);
    else if (event.key === "Enter" || event.key === " ") this.game.choose(this.cursor);
    else if (event.key === "Escape" && this.game.chosen >= 0) this.game.choose(-1);
    else return;
    event.preventDefault();
  }

  // go puts the cursor on a cell.
  go(cell) {
    this.cursor = cell;
    const [x, y] = this.spots[cell];
    this.ring.setAttribute("cx", x);
    this.ring.setAttribute("cy", y);
  }

  // men draws men, each a clone of a drawing, and says of which class it is.
  men(list) {
    this.layer.replaceChildren(...list.map(({ cell, drawing, name, look }) => {
      const man = drawing.cloneNode(true);
      man.removeAttribute("visibility");
      man.removeAttribute("id");
      man.setAttribute("transform", `translate(${this.spots[cell].join(" ")})`);
      man.setAttribute("class", ["man", ...look].filter(Boolean).join(" "));
      Object.assign(man.dataset, { cell: name, at: cell });
      return man;
    }));
  }

  // targets lights the cells that can be chosen.
  targets(cells, name) {
    this.lit.replaceChildren();
    for (const cell of cells) {
      const [cx, cy] = this.spots[cell];
      this.add("circle", "target", { cx, cy, r: 15, "data-cell": name(cell), "data-at": cell }, this.lit);
    }
  }

  // draw draws a path as an arrow's shaft.
  draw(name, path) { this.board.querySelector("." + name).setAttribute("d", path.map((c, i) => (i ? "L" : "M") + this.spots[c].join(" ")).join("")); }

  // small reports whether cells are too small for the fingers that there are.
  get small() { return (innerWidth < 700 || matchMedia("(pointer: coarse)").matches) && Field.step * this.board.clientWidth / this.board.viewBox.baseVal.width < 40; }

  // enlarge makes cells as large as a finger, with the chosen cell in the middle, or the
  // board as large as it was.
  enlarge(on) {
    const field = this.board.parentElement;
    field.classList.toggle("large", on);
    this.board.style.width = on ? `${44 / Field.step * this.board.viewBox.baseVal.width}px` : "";
    if (!on) return;
    const at = new DOMPoint(...this.spots[this.cursor]).matrixTransform(this.board.getScreenCTM()), box = field.getBoundingClientRect();
    field.scrollBy(at.x - box.left - box.width / 2, at.y - box.top - box.height / 2);
  }
}

// Game is a puzzle that the reader plays on a board with empty layers. It is told where it
// is at by ended, a function.
class Game {
  constructor(rules, line, ended = () => {}) {
    Object.assign(this, { rules, ended, past: line.map((_, n) => line.slice(0, n)), future: [], line, chosen: -1 });
  }

  static key(rules) { return "halma-solve-play-" + rules.id; }

  // best is the cost of the reader's best line, 0 for none yet.
  static best(id) { return Number(kept("halma-solve-best-" + id)) || 0; }

  // build makes the view from the template and puts the board into it; drawings has the
  // drawings of a man and of a marked one.
  build(board, drawings) {
    this.view = document.getElementById("play").content.cloneNode(true).firstElementChild;
    this.drawings = drawings;
    this.board = board;
    this.find(".field").append(board);
    this.field = new Field(board, this.rules.cells.map((cell) => cell.slice(2, 4)), this);
    this.field.cursor = this.rules.start[0];
    this.view.addEventListener("keydown", (event) => this.field.press(event));
    this.view.addEventListener("click", (event) => {
      const button = event.target.closest("[data-act]");
      if (button && button.getAttribute("aria-disabled") !== "true") this.act(button.dataset.act);
    });
    this.show(this.line.length ? t("Your line goes on.") : t("Choose a man."));
    return this.view;
  }

  // begun offers larger cells when the view has its place.
  begun() { this.find("[data-act=zoom]").hidden = !this.field.small; }

  find(selector) { return this.view.querySelector(selector); }

  name(cell) { return this.rules.cells[cell][4]; }

  wants(cell) { return Boolean(this.men[cell]) || this.targets.has(cell); }
  movable(cell) { return Boolean(this.men[cell]); }
  leads(cell) { return this.targets.has(cell); }

  // hold takes a man that is dragged.
  hold(cell) {
    if (cell !== this.chosen) this.choose(cell);
  }

  // drop lets go of it over a cell, -1 for none that it can go to.
  drop(cell) {
    if (cell >= 0) this.choose(cell);
    else this.show(t("Choose a man."));
  }

  tells(cell) {
    const what = this.targets.has(cell) ? t("can be reached") : [t("empty"), t("a man"), t("a marked man")][this.men[cell]];
    this.say(`${this.name(cell)}: ${what}${cell === this.chosen ? ", " + t("chosen") : ""}.`);
  }

  // choose takes a man, or sends the one that is taken to a lit cell.
  choose(cell) {
    if (cell >= 0) this.field.cursor = cell;
    if (this.targets.has(cell)) return this.go(this.targets.get(cell), cell);
    this.chosen = cell >= 0 && this.men[cell] && cell !== this.chosen ? cell : -1;
    this.show(t("Choose a man."));
    if (this.chosen >= 0) this.say(this.targets.size ? t("{0} can go to {1}.", this.name(cell), [...this.targets.keys()].map((c) => this.name(c)).join(", ")) : t("{0} cannot move.", this.name(cell)));
  }

  go(line, cell) {
    this.past.push(this.line);
    this.future = [];
    this.line = line;
    this.chosen = cell;
    const path = line[line.length - 1];
    this.show(path && path[path.length - 1] === cell ? t("Move {0}: {1}.", line.length, this.rules.format(path)) : t("Back on {0}.", this.name(cell)));
  }

  act(what) {
    switch (what) {
      case "undo": return this.swap(this.past, this.future, t("Undone."));
      case "redo": return this.swap(this.future, this.past, t("Done again."));
      case "restart": this.past.push(this.line); this.line = []; this.future = []; this.chosen = -1; return this.show(t("From the start again."));
      case "hint": return this.hint();
      case "copy": return this.copy(this.rules.list(this.line), t("The line is copied."));
      case "link": return this.copy(this.link(), t("The link is copied."));
      case "download": return this.download();
      case "zoom": return this.zoom();
      case "leave": return this.leave();
    }
  }

  zoom() {
    const button = this.find("[data-act=zoom]"), on = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", on);
    this.field.enlarge(on);
  }

  swap(from, to, text) {
    to.push(this.line);
    this.line = from.pop();
    this.chosen = -1;
    this.show(text);
  }

  hint() {
    const hint = this.rules.hint(this.line);
    if (this.rules.solved(this.men)) return this.say(t("The goal is reached."));
    if (!hint) return this.say(this.rules.line.length ? t("You are off the stored line: moves still needed are unknown.") : t("No line is stored: moves still needed are unknown."));
    this.chosen = hint.man;
    this.field.cursor = hint.path[hint.path.length - 1];
    this.show(t("Move {0} of the stored line: {1}.", hint.number, this.rules.format(hint.path)));
    this.field.draw("shaft", hint.path);
  }

  link() { return location.href.split("#")[0] + "#m=" + [this.rules.id, ...this.line.map((path) => this.rules.format(path))].join("_"); }

  async copy(text, done) {
    const box = this.find("textarea");
    box.value = text;
    try {
      await navigator.clipboard.writeText(text);
      this.say(done);
    } catch {
      box.select();
      this.say(t("It is chosen in the box, to be copied from there."));
    }
  }

  download() {
    const a = document.createElement("a");
    a.href = URL.createObjectURL(new Blob([this.rules.list(this.line)], { type: "text/plain" }));
    a.download = `line-${this.rules.id}.txt`;
    a.click();
    setTimeout(() => URL.revokeObjectURL(a.href), 1000);
  }

  say(text) { this.find(".now").textContent = text; }

  show(text) {
    const { rules, line } = this;
    this.men = rules.position(line);
    this.targets = this.chosen < 0 ? new Map() : rules.choices(line, this.men, this.chosen);
    keep(Game.key(rules), line.map((path) => rules.format(path)).join("_"));
    const done = rules.solved(this.men), cost = rules.cost(line);
    if (done && (!Game.best(rules.id) || cost < Game.best(rules.id))) keep("halma-solve-best-" + rules.id, cost);
    this.showMen();
    this.find(".tally").textContent = this.tally();
    this.find("textarea").value = rules.list(line);
    for (const [act, off] of [["undo", !this.past.length], ["redo", !this.future.length], ["restart", !line.length]]) {
      this.find(`[data-act=${act}]`).setAttribute("aria-disabled", off);
    }
    this.view.classList.toggle("done", done);
    if (done) text = `${t("The goal is reached.")} ${rules.verdict(line)}`;
    else if (this.men.every((m, cell) => !m || !rules.turns(this.men, cell).size)) text += " " + t("No man can move; {0} are on the board.", this.men.filter((m) => m).length);
    this.say(text);
    this.ended(done);
  }

  tally() {
    const { rules, line } = this, unit = (n) => (rules.byHops ? rules.counts(n) : t("{0} moves", n));
    const optimum = () => (rules.source === "proven" ? t("optimum {0}", unit(rules.upper)) : t("claimed optimum {0}", unit(rules.upper)));
    const known = rules.upper && (rules.lower === rules.upper ? optimum() : t("best known {0}", unit(rules.upper)));
    const best = Game.best(rules.id);
    return [t("moves {0}", line.length), rules.pegs ? t("jumps {0}", rules.hops(line)) : t("hops {0}", rules.hops(line)), known, best && t("your best {0}", best)].filter(Boolean).join(" · ");
  }

  showMen() {
    const last = this.line[this.line.length - 1] || [], end = last[last.length - 1];
    this.field.men(this.men.flatMap((m, cell) => (m ? [{ cell, drawing: this.drawings[m], name: this.name(cell), look: [cell === end && "moved", cell === this.chosen && "chosen"] }] : [])));
    this.field.targets(this.targets.keys(), (cell) => this.name(cell));
    this.field.draw("shaft", last);
    this.field.draw("casing", last);
    this.field.go(this.field.cursor);
  }

  // linked is the line that the address of the page has for a puzzle, null for none.
  static linked(rules) {
    const link = location.hash.match(/^#m=([0-9a-f]+)_?([-_a-z0-9]*)$/);
    return link && link[1] === rules.id ? rules.parse(link[2]) : null;
  }

  // kept is the line that the browser has for a puzzle.
  static kept(rules) { return rules.parse(kept(Game.key(rules)) || "") || []; }
}
