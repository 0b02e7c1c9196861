(() => {
  const touch = 22; // a finger hits what is so many pixels away

  // Kept state and the clipboard may be refused, as to pages that are files.
  const kept = (key) => { try { return localStorage.getItem(key); } catch { return null; } };
  const keep = (key, text) => { try { localStorage.setItem(key, text); } catch { /* then it is not kept */ } };

  // Game is a puzzle that the reader plays, on a copy of the article's board.
  class Game {
    constructor(article) {
      this.article = article;
      this.rules = new Rules(JSON.parse(article.querySelector("script.game").textContent));
      this.opener = article.querySelector(".self-open");
      this.opener.addEventListener("click", () => { this.open(); this.board.focus(); });
      const link = location.hash.match(/^#m=([0-9a-f]+)_?([-_a-z0-9]*)$/);
      this.linked = link && link[1] === this.rules.id ? this.rules.parse(link[2]) : null;
    }

    get key() { return "halma-solve-play-" + this.rules.id; }

    open() {
      if (!this.view) this.build();
      this.stage.hidden = true;
      this.view.hidden = false;
    }

    leave() {
      this.view.hidden = true;
      this.stage.hidden = false;
      this.opener.focus();
    }

    build() {
      this.stage = this.article.querySelector(".stage");
      this.stage.after(document.getElementById("play").content.cloneNode(true));
      this.view = this.stage.nextElementSibling;
      this.board = this.stage.querySelector(".board").cloneNode(true);
      this.find(".field").append(this.board);
      this.drawLayers();
      this.board.setAttribute("tabindex", "0");
      this.board.setAttribute("role", "application");
      this.board.setAttribute("aria-label", this.board.getAttribute("aria-label") + ": arrows go from cell to cell, Enter chooses");
      this.board.addEventListener("click", (event) => this.point(event));
      this.view.addEventListener("keydown", (event) => this.press(event));
      this.view.addEventListener("click", (event) => {
        const button = event.target.closest("[data-act]");
        if (button && button.getAttribute("aria-disabled") !== "true") this.act(button.dataset.act);
      });
      this.line = this.linked || this.rules.parse(kept(this.key) || "") || [];
      this.past = this.line.map((_, n) => this.line.slice(0, n));
      this.future = [];
      this.cursor = this.rules.start[0];
      this.chosen = -1;
      this.show(this.line.length ? "Your line goes on." : "Choose a man.");
    }

    // drawLayers empties the copied board and puts in what the game draws.
    drawLayers() {
      for (const path of this.board.querySelectorAll(".trails, .left, .taken, .placed, .casing, .shaft, .heads")) path.setAttribute("d", "");
      this.layer = this.board.querySelector(".men");
      const shine = this.layer.querySelector(".man:not(:has(.mark))") || this.layer.querySelector(".man");
      this.drawings = [null, shine, this.layer.querySelector(".man:has(.mark)") || shine];
      this.lit = this.add("g", "lit", {});
      this.ring = this.add("circle", "cursor", { r: 30 });
    }

    add(kind, name, attributes, parent = this.board) {
      const element = document.createElementNS(this.board.namespaceURI, kind);
      element.setAttribute("class", name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      return parent.appendChild(element);
    }

    find(selector) { return this.view.querySelector(selector); }

    name(cell) { return this.rules.cells[cell][4]; }

    // spot is where a cell lies in the drawing.
    spot(cell) { return this.rules.cells[cell].slice(2, 4); }

    // point chooses what was clicked or tapped: of the cells in reach that do
    // something the nearest one.
    point(event) {
      const matrix = this.board.getScreenCTM();
      const far = (cell) => {
        const at = new DOMPoint(...this.spot(cell)).matrixTransform(matrix);
        return Math.hypot(at.x - event.clientX, at.y - event.clientY);
      };
      const cells = this.men.map((m, cell) => cell).filter((cell) => this.men[cell] || this.targets.has(cell));
      const near = cells.reduce((best, cell) => (best < 0 || far(cell) < far(best) ? cell : best), -1);
      if (near >= 0 && far(near) < Math.max(touch, 30 * matrix.a)) this.choose(near);
      else this.choose(-1);
    }

    press(event) {
      const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
      event.stopPropagation(); // the keys of the solution's player
      if (event.target !== this.board || event.ctrlKey || event.altKey || event.metaKey) return;
      if (ways[event.key]) this.walk(...ways[event.key]);
      else if (event.key === "Enter" || event.key === " ") this.choose(this.cursor);
      else if (event.key === "Escape") this.choose(-1);
      else return;
      event.preventDefault();
    }

    // walk takes the cursor to the cell that lies next in a direction.
    walk(dx, dy) {
      const [x, y] = this.spot(this.cursor);
      let best = this.cursor, least = Infinity;
      this.rules.cells.forEach(([, , cx, cy], cell) => {
        const along = (cx - x) * dx + (cy - y) * dy, aside = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx);
        if (along > 0 && aside <= along && along + 2 * aside < least) [best, least] = [cell, along + 2 * aside];
      });
      this.cursor = best;
      this.moveRing();
      const what = this.targets.has(best) ? "can be reached" : ["empty", "a man", "a marked man"][this.men[best]];
      this.say(`${this.name(best)}: ${what}${best === this.chosen ? ", chosen" : ""}.`);
    }

    moveRing() {
      const [x, y] = this.spot(this.cursor);
      this.ring.setAttribute("cx", x);
      this.ring.setAttribute("cy", y);
    }

    // choose takes a man, or sends the one that is taken to a lit cell.
    choose(cell) {
      if (cell >= 0) this.cursor = cell;
      if (this.targets.has(cell)) return this.go(this.targets.get(cell), cell);
      this.chosen = cell >= 0 && this.men[cell] && cell !== this.chosen ? cell : -1;
      this.show("Choose a man.");
      if (this.chosen >= 0) this.say(this.targets.size ? `${this.name(cell)} can go to ${[...this.targets.keys()].map((c) => this.name(c)).join(", ")}.` : `${this.name(cell)} cannot move.`);
    }

    go(line, cell) {
      this.past.push(this.line);
      this.future = [];
      this.line = line;
      this.chosen = cell;
      const path = line[line.length - 1];
      this.show(path && path[path.length - 1] === cell ? `Move ${line.length}: ${this.rules.format(path)}.` : `Back on ${this.name(cell)}.`);
    }

    act(what) {
      switch (what) {
        case "undo": return this.swap(this.past, this.future, "Undone.");
        case "redo": return this.swap(this.future, this.past, "Done again.");
        case "restart": this.past.push(this.line); this.line = []; this.future = []; this.chosen = -1; return this.show("From the start again.");
        case "hint": return this.hint();
        case "copy": return this.copy(this.rules.list(this.line), "The line is copied.");
        case "link": return this.copy(this.link(), "The link is copied.");
        case "download": return this.download();
        case "leave": return this.leave();
      }
    }

    swap(from, to, text) {
      to.push(this.line);
      this.line = from.pop();
      this.chosen = -1;
      this.show(text);
    }

    hint() {
      const hint = this.rules.hint(this.line);
      if (this.rules.solved(this.men)) return this.say("The goal is reached.");
      if (!hint) return this.say(this.rules.line.length ? "You are off the stored line: moves still needed are unknown." : "No line is stored: moves still needed are unknown.");
      this.chosen = hint.man;
      this.cursor = hint.path[hint.path.length - 1];
      this.show(`Move ${hint.number} of the stored line: ${this.rules.format(hint.path)}.`);
      this.draw("shaft", hint.path);
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
        this.say("It is chosen in the box, to be copied from there.");
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

    // draw draws a path as an arrow's shaft.
    draw(name, path) { this.board.querySelector("." + name).setAttribute("d", path.map((c, i) => (i ? "L" : "M") + this.spot(c).join(" ")).join("")); }

    show(text) {
      const { rules, line } = this;
      this.men = rules.position(line);
      this.targets = this.chosen < 0 ? new Map() : rules.choices(line, this.men, this.chosen);
      keep(this.key, line.map((path) => rules.format(path)).join("_"));
      this.showMen();
      const hops = rules.hops(line), best = rules.upper && (rules.lower === rules.upper ? `optimum ${rules.upper}` : `best known ${rules.upper}`);
      this.find(".tally").textContent = [`moves ${line.length}`, `hops ${hops}`, best && best + (rules.byHops ? " hops" : " moves")].filter(Boolean).join(" · ");
      this.find("textarea").value = rules.list(line);
      for (const [act, off] of [["undo", !this.past.length], ["redo", !this.future.length], ["restart", !line.length]]) {
        this.find(`[data-act=${act}]`).setAttribute("aria-disabled", off);
      }
      const done = rules.solved(this.men);
      this.view.classList.toggle("done", done);
      if (done) text = `The goal is reached. ${rules.verdict(line)}`;
      else if (this.men.every((m, cell) => !m || !rules.turns(this.men, cell).size)) text += ` No man can move; ${this.men.filter((m) => m).length} are on the board.`;
      this.say(text);
    }

    showMen() {
      const last = this.line[this.line.length - 1] || [];
      this.layer.replaceChildren(...this.men.flatMap((m, cell) => {
        if (!m) return [];
        const man = this.drawings[m].cloneNode(true);
        man.removeAttribute("visibility");
        man.setAttribute("transform", `translate(${this.spot(cell).join(" ")})`);
        man.setAttribute("class", ["man", cell === last[last.length - 1] && "moved", cell === this.chosen && "chosen"].filter(Boolean).join(" "));
        man.dataset.cell = this.name(cell);
        return [man];
      }));
      this.lit.replaceChildren();
      for (const cell of this.targets.keys()) {
        const [cx, cy] = this.spot(cell);
        this.add("circle", "target", { cx, cy, r: 15, "data-cell": this.name(cell) }, this.lit);
      }
      this.draw("shaft", last);
      this.draw("casing", last);
      this.moveRing();
    }
  }

  const games = [...document.querySelectorAll("article")].filter((a) => a.querySelector("script.game")).map((a) => new Game(a));
  const linked = games.find((game) => game.linked);
  if (linked) {
    if (games.length > 1) location.hash = linked.article.id; // shows it
    linked.open();
  }
})();
