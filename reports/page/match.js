// A game for two or more is played against its stored best line, or against a server that
// knows every position: the reader takes a side, the page answers, and says what turns are
// worth.
(() => {
  const ends = ({ path }, men) => {
    const last = path[path.length - 1];
    if (path.length !== 1) return path.length ? { from: path[0], to: last } : { from: -1, to: -1 };
    return men.some((man) => man.cell === last) ? { from: last, to: -1 } : { from: -1, to: last }; // it leaves, or is placed
  };
  const same = (a, b) => a.value === b.value && a.turns === b.turns && a.score === b.score;

  // A rival knows the scene at the start, the one after a turn, and the best turn. A scene
  // has men, who is to move (mover, -1 if it does not tell) and turns, the best first.

  // Line is the stored line as a rival: it goes on with its own turns only.
  class Line {
    constructor({ frames, sets, marks = [], ended }) {
      this.ended = ended;
      this.scenes = frames.map(({ men, side = 0, turns = [], played = 0 }, at) => ({
        at, played, mover: side, men: men.flatMap((cell, i) => (cell < 0 ? [] : [{ cell, set: sets[i], marked: marks.includes(i) }])),
        turns: at < frames.length - 1 ? turns : [],
      }));
    }

    async start() { return this.scenes[0]; }
    async after({ at }) { return this.scenes[at + 1]; }
    best({ turns, played }) { return turns[played]; }
    refuses(scene, turn) { return turn !== this.best(scene); }
    says(turn) { return t("The line answers {0}.", turn); }
  }

  // Server is a server that knows every position.
  class Server {
    static patience = 10000; // milliseconds
    static most = 4 << 20; // bytes of an answer

    constructor({ probe, names }) {
      this.address = probe;
      this.cells = new Map(names.map((name, cell) => [name, cell]));
    }

    start() { return this.ask(""); }
    after(_, turn) { return this.ask(turn.after); }
    best({ turns }) { return turns[0]; }
    refuses() { return false; }

    // ask gets a scene. It throws an error with a sentence for the reader.
    async ask(position) {
      const patience = AbortSignal.timeout(Server.patience);
      let answer, text;
      try {
        answer = await fetch(this.address + "&turns=all&position=" + encodeURIComponent(position), { signal: patience, cache: "no-store", redirect: "error" });
        text = await this.read(answer);
      } catch {
        throw new Error(patience.aborted ? t("The server takes too long. Your game stays as it is.") : t("The server cannot be reached. Your game stays as it is."));
      }
      if (answer.status === 429 || answer.status === 503) throw new Error(t("The server is busy. Your game stays as it is."));
      if (!answer.ok) throw new Error(t("The server does not answer as it should. Your game stays as it is."));
      try {
        return this.scene(JSON.parse(text));
      } catch {
        throw new Error(t("The server does not answer as it should. Your game stays as it is."));
      }
    }

    // read reads an answer that is not too long.
    async read(answer) {
      const parts = [], reader = answer.body.getReader(), decoder = new TextDecoder();
      for (let n = 0; ;) {
        const { done, value } = await reader.read();
        if (done) return parts.join("") + decoder.decode();
        n += value.length;
        if (n > Server.most) {
          reader.cancel();
          return "";
        }
        parts.push(decoder.decode(value, { stream: true }));
      }
    }

    // scene takes an answer over, or throws if it is none.
    scene({ position, value, mover, men, marked, choices }) {
      const must = (good) => { if (!good) throw new TypeError(); };
      const cell = (name) => { must(this.cells.has(name)); return this.cells.get(name); };
      const whole = (n, least, most) => { must(n === null || n === undefined || Number.isInteger(n) && n >= least && n <= most); return n ?? undefined; };
      const worth = (v) => { must(["won", "drawn", "lost"].includes(v)); return v; };
      must(typeof position === "string" && [-1, 0, 1].includes(mover) && men.length <= 4 && choices.length <= 5000);
      const stars = new Set((marked || []).map(cell));
      return {
        position, mover, value: worth(value),
        men: men.flatMap((names, set) => names.map(cell).map((c) => ({ cell: c, set, marked: stars.has(c) }))),
        turns: choices.map((choice) => {
          must(typeof choice.turn === "string" && typeof choice.after === "string" && choice.after.length <= 4096 && choice.turn.length <= 400);
          return {
            text: choice.turn, path: choice.path.map(cell), after: choice.after, value: worth(choice.value),
            turns: whole(choice.turns, 0, 1e6), score: whole(choice.score, -1000, 1000), gain: whole(choice.gain, -1000, 1000) || 0, again: choice.again === true,
          };
        }),
      };
    }

    says(turn) { return t("The server answers {0}.", turn); }
  }

  class Match {
    constructor(article) {
      this.article = article;
      Object.assign(this, JSON.parse(article.querySelector(".played").textContent));
      this.rival = this.probe ? new Server(this) : new Line(this);
      this.stage = article.querySelector(".stage");
      this.opener = article.querySelector(".match-open");
      this.opener.addEventListener("click", () => { this.open(); this.board.focus(); });
    }

    get now() { return this.past[this.past.length - 1]; }
    get turns() { return this.waiting || this.over ? [] : this.now.turns; }
    // Thrice the same position is a draw.
    get again() { return Boolean(this.now.position) && this.past.filter(({ position }) => position === this.now.position).length >= 3; }
    get over() { return !this.now.turns.length || this.again; }

    open() {
      if (!this.view) this.build();
      this.stage.hidden = true;
      this.view.hidden = false;
      this.find("[data-act=zoom]").hidden = !this.field.small;
    }

    build() {
      this.view = document.getElementById("match").content.cloneNode(true).firstElementChild;
      this.stage.after(this.view);
      this.board = this.stage.querySelector(".board").cloneNode(true);
      for (const path of this.board.querySelectorAll(".trails, .left, .taken, .placed, .casing, .shaft, .heads")) path.setAttribute("d", "");
      this.shapes = document.getElementById("shapes").content.querySelectorAll(".man");
      this.layer = this.board.querySelector(".worth");
      this.layer.replaceChildren();
      this.board.querySelector(".men").replaceChildren();
      this.find(".field").append(this.board);
      this.find(".owners").prepend(...[...this.stage.querySelectorAll(".owner")].map((owner) => owner.cloneNode(true)));
      this.field = new Field(this.board, this.spots, this);
      this.view.addEventListener("keydown", (event) => this.field.press(event));
      this.view.addEventListener("click", (event) => {
        const button = event.target.closest("[data-act], [data-turn]");
        if (!button || button.getAttribute("aria-disabled") === "true") return;
        if (button.dataset.turn) this.play(this.turns[Number(button.dataset.turn)]);
        else this.act(button.dataset.act);
      });
      this.find("[data-see=values]").addEventListener("change", () => this.show(this.find(".now").textContent));
      this.past = [{ men: [], turns: [], mover: 0 }];
      this.begin(0);
    }

    find(selector) { return this.view.querySelector(selector); }

    begin(side) {
      this.work(async () => {
        const start = await this.rival.start();
        Object.assign(this, { side, past: [{ ...start, mover: start.mover < 0 ? 0 : start.mover }], slips: 0 });
        await this.answer(t("You play {0}.", this.parties[side]));
      });
    }

    // work does what may have to wait. If it fails the reader is told, and may try again.
    async work(what) {
      if (this.waiting) return;
      Object.assign(this, { waiting: true, chosen: -1, failed: null });
      this.show(t("Waiting for the answer."));
      try {
        await what();
      } catch (error) {
        this.failed = what;
        this.waiting = false;
        return this.show(error.message);
      }
    }

    // go makes a turn.
    async go(turn) {
      const { now } = this, next = await this.rival.after(now, turn);
      const mover = next.mover < 0 ? (turn.again ? now.mover : 1 - now.mover) : next.mover;
      this.past.push({ ...next, mover, by: turn, path: turn.path, gained: (now.mover === this.side ? 1 : -1) * turn.gain || 0 });
    }

    // answer lets the rival move where it is not the reader's turn.
    async answer(text) {
      const made = [];
      while (!this.over && this.now.mover !== this.side) {
        const turn = this.rival.best(this.now);
        await this.go(turn);
        made.push(this.format(turn));
      }
      if (made.length) text += " " + this.rival.says(made.join(", "));
      this.waiting = false;
      this.show(this.over ? `${text} ${this.end()}` : text);
    }

    // end is the result in words.
    end() {
      const slips = this.slips === 1 ? t("1 of your turns was not the best") : t("{0} of your turns were not the best", this.slips);
      if (!this.probe && !this.rival.ended) return t("The line ends here: best play would go on for ever.");
      if (!this.probe) return this.slips ? t("The game is over: {0}.", slips) : t("The game is over: all your turns were as good as any.");
      return this.slips ? `${this.result()} ${slips}.` : this.result();
    }

    result() {
      if (this.again) return t("The position has occurred three times: a draw.");
      const { value, mover } = this.now, mine = mover === this.side;
      if (!this.scores) {
        if (value === "drawn") return t("The game is over: a draw.");
        return (value === "won") === mine ? t("The game is over: you have won.") : t("The game is over: you have lost.");
      }
      const by = this.past.reduce((sum, { gained = 0 }) => sum + gained, 0);
      if (!by) return t("The game is over: a draw.");
      return by > 0 ? t("The game is over: you have won by {0}.", by) : t("The game is over: you have lost by {0}.", -by);
    }

    format({ text, path }) {
      if (text) return text === "pass" ? t("a pass") : text;
      return path.length ? path.map((cell) => this.names[cell]).join("-") : t("a pass");
    }

    // worth is what a turn leads to, for who makes it.
    worth({ value, turns, score }) {
      if (score !== undefined) return t("gains {0}", this.sign({ value, score }));
      if (value === "drawn") return t("draws");
      if (value === "won") return turns === undefined ? t("wins") : t("wins in {0}", turns);
      return turns === undefined ? t("loses") : t("loses in {0}", turns);
    }

    // sign is the same in two or three signs.
    sign({ value, turns, score }) {
      const sign = { won: "+", drawn: "=", lost: "−" }[value];
      if (score !== undefined) return score ? sign + Math.abs(score) : "0";
      return turns === undefined || value === "drawn" ? sign : sign + turns;
    }

    act(what) {
      switch (what) {
        case "undo": return this.undo();
        case "restart": return this.begin(this.side || 0);
        case "sides": return this.begin(1 - (this.side || 0));
        case "retry": return this.failed && this.work(this.failed);
        case "pass": return this.play(this.turns.find(({ path }) => !path.length));
        case "hint": return this.hint();
        case "zoom": return Game.prototype.zoom.call(this);
        case "leave":
          this.view.hidden = true;
          this.stage.hidden = false;
          return this.opener.focus();
      }
    }

    // before is how many scenes there were at the reader's turn before this one, 0 for none.
    get before() {
      for (let n = this.past.length - 1; n > 0; n--) if (this.past[n - 1].mover === this.side) return n;
      return 0;
    }

    undo() {
      this.past.length = this.before || this.past.length;
      Object.assign(this, { chosen: -1, failed: null });
      this.show(t("Undone."));
    }

    hint() {
      const turn = this.rival.best(this.now);
      this.chosen = ends(turn, this.now.men).from;
      this.show(t("{0} {1}.", this.format(turn), this.worth(turn)));
    }

    choose(cell) {
      if (cell >= 0) this.field.cursor = cell;
      if (this.leads(cell)) {
        const ways = this.few.filter((turn) => ends(turn, this.now.men).to === cell);
        if (ways.length === 1) return this.play(ways[0]);
        this.find(".turns").open = true;
        return this.say(t("Several turns lead there: choose one from the list."));
      }
      this.chosen = this.movable(cell) && cell !== this.chosen ? cell : -1;
      this.show(this.invitation);
      if (this.chosen < 0) return;
      const targets = this.targets();
      if (targets.length) this.say(t("{0} can go to {1}.", this.names[cell], targets.map((c) => this.names[c]).join(", ")));
      if (this.few.length > targets.length) this.find(".turns").open = true;
    }

    get invitation() {
      if (this.waiting || this.over || this.failed) return this.find(".now").textContent;
      return this.now.turns.some((turn) => ends(turn, this.now.men).from >= 0) ? t("Choose a man.") : t("Choose a cell.");
    }

    play(turn) {
      if (!turn) return;
      const { now } = this, best = now.turns[0], name = this.format(turn), worth = this.worth(turn), worse = !same(turn, best);
      this.chosen = -1;
      if (this.rival.refuses(now, turn)) {
        const goesOn = this.format(this.rival.best(now));
        if (!worse) return this.show(t("{0} is as good, but the stored line goes on with {1}.", name, goesOn));
        this.slips++;
        return this.show(t("{0} {1}; the best turn here {2}. Take another one.", name, worth, this.worth(best)));
      }
      this.work(async () => {
        if (this.now === now) {
          await this.go(turn);
          if (worse) this.slips++;
        }
        await this.answer(worse ? t("{0} {1}; {2} {3}.", name, worth, this.format(best), this.worth(best)) : t("{0} {1}.", name, worth));
      });
    }

    // few are the turns of the chosen man, or those that place one.
    get few() { return this.turns.filter((turn) => { const { from, to } = ends(turn, this.now.men); return from === this.chosen && (from >= 0 || to >= 0); }); }
    targets() { return [...new Set(this.few.map((turn) => ends(turn, this.now.men).to))].filter((cell) => cell >= 0); }
    wants(cell) { return this.movable(cell) || this.leads(cell); }
    movable(cell) { return cell >= 0 && this.turns.some((turn) => ends(turn, this.now.men).from === cell); }
    leads(cell) { return cell >= 0 && this.targets().includes(cell); }
    hold(cell) { if (cell !== this.chosen) this.choose(cell); }
    drop(cell) { if (cell >= 0) this.choose(cell); else this.show(this.invitation); }

    tells(cell) {
      const man = this.now.men.find((other) => other.cell === cell);
      const what = this.leads(cell) ? t("can be reached") : man ? this.owners[man.set] : t("empty");
      const turn = this.leads(cell) && this.find("[data-see=values]").checked ? this.few.find((one) => ends(one, this.now.men).to === cell) : null;
      this.say(`${this.names[cell]}: ${what}${turn ? ", " + this.worth(turn) : ""}${cell === this.chosen ? ", " + t("chosen") : ""}.`);
    }

    say(text) { this.find(".now").textContent = text; }

    show(text) {
      const { men, path = [] } = this.now;
      const last = path[path.length - 1];
      this.field.men(men.map(({ cell, set, marked }) => ({
        cell, drawing: this.shapes[marked ? 1 : 0], name: this.names[cell],
        look: [["first", "second", "third", "fourth"][set], cell === last && "moved", cell === this.chosen && "chosen"],
      })));
      this.field.targets(this.targets(), (cell) => this.names[cell]);
      this.values();
      this.list();
      this.field.draw("shaft", path);
      this.field.draw("casing", path);
      this.field.go(this.field.cursor);
      this.find(".tally").textContent = this.side === undefined ? "" : [
        t("you: {0}", this.parties[this.side]),
        this.probe ? t("turn {0}", this.past.length) : t("turn {0} of {1}", Math.min(this.past.length, this.frames.length - 1), this.frames.length - 1),
        t("not the best {0}", this.slips),
      ].join(" · ");
      const off = (act, is) => this.find(`[data-act=${act}]`).setAttribute("aria-disabled", is);
      off("undo", this.waiting || !this.before);
      off("hint", this.waiting || this.over);
      off("restart", this.waiting);
      off("sides", this.waiting);
      this.find("[data-act=retry]").hidden = !this.failed;
      this.find("[data-act=pass]").hidden = !this.turns.some((turn) => !turn.path.length);
      this.view.classList.toggle("done", !this.waiting && !this.failed && this.over);
      this.view.setAttribute("aria-busy", this.waiting);
      this.say(text);
    }

    // values writes on the cells that can be reached what that is worth.
    values() {
      const best = new Map();
      if (this.find("[data-see=values]").checked) for (const turn of this.few) {
        const { to } = ends(turn, this.now.men);
        if (to >= 0 && !best.has(to)) best.set(to, turn);
      }
      this.layer.replaceChildren();
      for (const [cell, turn] of best) {
        const [x, y] = this.spots[cell];
        this.field.add("text", turn.value, { x, y: y + 8 }, this.layer).textContent = this.sign(turn);
      }
    }

    // list names all turns, or those of the chosen man, as buttons.
    list() {
      const see = this.find("[data-see=values]").checked, few = this.chosen < 0 ? this.turns : this.few;
      this.find(".turns ol").replaceChildren(...few.map((turn) => {
        const item = document.createElement("li"), button = document.createElement("button");
        button.type = "button";
        button.dataset.turn = this.turns.indexOf(turn);
        button.textContent = this.format(turn) + (see ? " " + this.sign(turn) : "");
        item.append(button);
        return item;
      }));
      this.find(".turns").hidden = !few.length;
    }
  }

  for (const article of document.querySelectorAll("article:has(.match-open)")) new Match(article);
})();
