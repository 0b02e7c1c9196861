// A game for two or more is played against its stored best line, or against a server that
// knows every position: the reader takes a side, the page answers, and says what turns are
// worth.
(() => {
  // ends are the cells that men leave in a turn, and those that they come to.
  const ends = ({ path, left = [], came = [] }, men) => {
    const last = path[path.length - 1];
    if (path.length !== 1) return path.length ? { from: [path[0]], to: [last] } : { from: left, to: came };
    return men.some((man) => man.cell === last) ? { from: [last], to: [] } : { from: [], to: [last] }; // it leaves, or is placed
  };
  const passes = ({ path, left = [], came = [] }) => !path.length && !left.length && !came.length;
  const same = (a, b) => ["value", "turns", "score", "lower", "upper"].every((what) => a[what] === b[what]);

  class Match {
    constructor(article) {
      this.article = article;
      Object.assign(this, JSON.parse(article.querySelector(".played").textContent));
      this.rival = this.probe ? new Server(this) : new StoredLine(this);
      this.stage = article.querySelector(".stage");
      this.opener = article.querySelector(".match-open");
      this.opener.addEventListener("click", () => { this.open(); this.board.focus(); });
    }

    get now() { return this.past[this.past.length - 1]; }
    get turns() { return this.waiting || this.over ? [] : this.now.turns; }
    // Thrice the same position is a draw, but not with dice: other rolls follow.
    get again() { return !this.dice && Boolean(this.now.position) && this.past.filter(({ position }) => position === this.now.position).length >= 3; }
    get over() { return !this.unrolled && (!this.now.turns.length || this.again); }
    // unrolled: the reader is to choose a roll.
    get unrolled() { return Boolean(this.now.rolls?.length) && this.now.roll < 0; }
    get picks() { return Boolean(this.find("[data-see=picks]")?.checked); }

    // falls is the roll after so many turns, "" if there are none or the reader chooses it.
    falls(turns) {
      const rolls = this.dice && !this.picks && this.frames.find((frame) => frame.rolls)?.rolls;
      return rolls ? rolls[Dice.fall(rolls, Number(this.find("[data-see=seed]")?.value), turns)].roll : "";
    }

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
        const button = event.target.closest("[data-act], [data-turn], [data-roll]");
        if (!button || button.getAttribute("aria-disabled") === "true") return;
        if (button.dataset.turn) this.play(this.turns[Number(button.dataset.turn)]);
        else if (button.dataset.roll) this.roll(this.now.rolls[button.dataset.roll].roll);
        else this.act(button.dataset.act);
      });
      this.find("[data-see=values]").addEventListener("change", () => this.show(this.find(".now").textContent));
      for (const box of this.view.querySelectorAll(".dice")) box.hidden = !this.dice || !this.probe;
      if (this.dice && this.probe) this.seeds();
      this.past = [{ men: [], turns: [], mover: 0 }];
      this.begin(0);
    }

    find(selector) { return this.view.querySelector(selector); }

    // seeds lets the reader choose a seed, or every roll.
    seeds() {
      const seed = this.find("[data-see=seed]"), picks = this.find("[data-see=picks]");
      seed.value = Math.floor(Math.random() * 1e6);
      seed.addEventListener("change", () => {
        if (!seed.checkValidity() || !seed.value) seed.value = 1;
        this.begin(this.side || 0);
      });
      picks.addEventListener("change", () => {
        if (!picks.checked && this.unrolled) this.roll(this.falls(this.past.length - 1));
      });
    }

    begin(side) {
      this.work(async () => {
        const start = await this.rival.start(this.falls(0));
        Object.assign(this, { side, past: [{ ...start, mover: start.mover < 0 ? 0 : start.mover }], slips: 0 });
        await this.answer(t("You play {0}.", this.parties[side]));
      });
    }

    // work does what may have to wait. If it fails the reader is told, and may try again.
    async work(what) {
      if (this.waiting) return;
      Object.assign(this, { waiting: true, chosen: -1, aim: -1, failed: null });
      this.show(t("Waiting for the answer."));
      try {
        await what();
      } catch (error) {
        this.failed = what;
        this.waiting = false;
        return this.show(error.message);
      }
    }

    // roll has another roll fall.
    roll(name) {
      this.work(async () => {
        const { now } = this;
        this.past[this.past.length - 1] = { ...now, ...await this.rival.rolled(now, name), mover: now.mover };
        await this.answer("");
      });
    }

    // go makes a turn.
    async go(turn) {
      const { now } = this, next = await this.rival.after(now, turn, this.falls(this.past.length));
      const mover = next.mover < 0 ? (turn.again ? now.mover : 1 - now.mover) : next.mover;
      this.past.push({ ...next, mover, by: turn, path: turn.path, gained: (now.mover === this.side ? 1 : -1) * turn.gain || 0 });
    }

    // answer lets the rival move where it is not the reader's turn.
    async answer(text) {
      const made = [];
      while (!this.over && !this.unrolled && this.now.mover !== this.side) {
        const turn = this.rival.best(this.now), { rolls = [], roll } = this.now;
        await this.go(turn);
        made.push(rolls.length ? `${rolls[roll].roll}: ${this.format(turn)}` : this.format(turn));
      }
      const said = [text, made.length && this.rival.says(made.join(", ")), this.over ? this.end() : this.rolls()];
      this.waiting = false;
      this.show(said.filter(Boolean).join(" "));
    }

    // rolls says what has fallen for the reader, or who is to be given a roll.
    rolls() {
      const { rolls = [], roll, mover } = this.now;
      if (!rolls.length) return "";
      return roll < 0 ? t("Choose a roll: {0} is to move.", this.parties[mover]) : t("You roll {0}.", rolls[roll].roll);
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

    format(turn) {
      if (passes(turn)) return t("a pass");
      return turn.text || turn.path.map((cell) => this.names[cell]).join("-");
    }

    // worth is what a turn leads to, for who makes it.
    worth({ value, turns, score, lower, upper }) {
      if (lower !== undefined) return Dice.words({ lower, upper });
      if (score !== undefined) return t("gains {0}", this.sign({ value, score }));
      if (value === "drawn") return t("draws");
      if (value === "won") return turns === undefined ? t("wins") : t("wins in {0}", turns);
      return turns === undefined ? t("loses") : t("loses in {0}", turns);
    }

    // sign is the same in two or three signs.
    sign({ value, turns, score, lower, upper }) {
      if (lower !== undefined) return Dice.sign({ lower, upper });
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
        case "pass": return this.play(this.turns.find(passes));
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
      Object.assign(this, { chosen: -1, aim: -1, failed: null });
      this.show(`${t("Undone.")} ${this.rolls()}`.trim());
    }

    hint() {
      const turn = this.rival.best(this.now);
      [this.chosen = -1] = ends(turn, this.now.men).from;
      this.show(t("{0} {1}.", this.format(turn), this.worth(turn)));
    }

    choose(cell) {
      if (cell >= 0) this.field.cursor = cell;
      if (this.leads(cell)) {
        const ways = this.few.filter((turn) => ends(turn, this.now.men).to.includes(cell));
        if (ways.length === 1) return this.play(ways[0]);
        this.aim = cell;
        this.list();
        this.find(".turns").open = true;
        return this.say(t("Several turns lead there: choose one from the list."));
      }
      this.aim = -1;
      this.chosen = this.movable(cell) && cell !== this.chosen ? cell : -1;
      this.show(this.invitation);
      if (this.chosen < 0) return;
      const targets = this.targets();
      if (targets.length) this.say(t("{0} can go to {1}.", this.names[cell], targets.map((c) => this.names[c]).join(", ")));
      if (this.few.length > targets.length) this.find(".turns").open = true;
    }

    get invitation() {
      if (this.waiting || this.over || this.unrolled || this.failed) return this.find(".now").textContent;
      return this.now.turns.some((turn) => ends(turn, this.now.men).from.length) ? t("Choose a man.") : t("Choose a cell.");
    }

    play(turn) {
      if (!turn) return;
      const { now } = this, best = now.turns[0], name = this.format(turn), worth = this.worth(turn), worse = !same(turn, best);
      Object.assign(this, { chosen: -1, aim: -1 });
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
    get few() {
      return this.turns.filter((turn) => {
        const { from, to } = ends(turn, this.now.men);
        return this.chosen < 0 ? !from.length && to.length : from.includes(this.chosen);
      });
    }

    targets() { return [...new Set(this.few.flatMap((turn) => ends(turn, this.now.men).to))]; }
    wants(cell) { return this.movable(cell) || this.leads(cell); }
    movable(cell) { return cell >= 0 && this.turns.some((turn) => ends(turn, this.now.men).from.includes(cell)); }
    leads(cell) { return cell >= 0 && this.targets().includes(cell); }
    hold(cell) { if (cell !== this.chosen) this.choose(cell); }
    drop(cell) { if (cell >= 0) this.choose(cell); else this.show(this.invitation); }

    tells(cell) {
      const man = this.now.men.find((other) => other.cell === cell);
      const what = this.leads(cell) ? t("can be reached") : man ? this.owners[man.set] : t("empty");
      const turn = this.leads(cell) && this.find("[data-see=values]").checked ? this.few.find((one) => ends(one, this.now.men).to.includes(cell)) : null;
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
      off("hint", this.waiting || !this.turns.length);
      off("restart", this.waiting);
      off("sides", this.waiting);
      this.find("[data-act=retry]").hidden = !this.failed;
      this.find("[data-act=pass]").hidden = !this.turns.some(passes);
      this.view.classList.toggle("done", !this.waiting && !this.failed && this.over);
      this.view.setAttribute("aria-busy", this.waiting);
      this.say(text);
    }

    // values writes on the cells that can be reached what that is worth.
    values() {
      const best = new Map();
      if (this.find("[data-see=values]").checked) for (const turn of this.few) {
        for (const to of ends(turn, this.now.men).to) if (!best.has(to)) best.set(to, turn);
      }
      this.layer.replaceChildren();
      for (const [cell, turn] of best) {
        const [x, y] = this.spots[cell];
        this.field.add("text", turn.value, { x, y: y + 8 }, this.layer).textContent = this.sign(turn);
      }
    }

    // list names all turns, or those of the chosen man, as buttons.
    list() {
      const see = this.find("[data-see=values]").checked, few = (this.chosen < 0 ? this.turns : this.few).filter((turn) => !(this.aim >= 0) || ends(turn, this.now.men).to.includes(this.aim));
      this.find(".turns ol").replaceChildren(...few.map((turn) => {
        const item = document.createElement("li"), button = document.createElement("button");
        button.type = "button";
        button.dataset.turn = this.turns.indexOf(turn);
        button.textContent = this.format(turn) + (see ? " " + this.sign(turn) : "");
        item.append(button);
        return item;
      }));
      this.find(".turns").hidden = !few.length;
      const { rolls = [], roll } = this.now;
      this.find(".rolls").hidden = !rolls.length;
      this.find(".rolls ol").replaceChildren(...Dice.rows(rolls, roll, Boolean(this.probe)));
    }
  }

  for (const article of document.querySelectorAll("article:has(.match-open)")) new Match(article);
})();
