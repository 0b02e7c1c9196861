// A game for two that was solved is played against its stored best line: the reader takes a
// side, the page answers as the line does, and says of every other turn what it is worth.
(() => {
  class Match {
    constructor(article) {
      this.article = article;
      Object.assign(this, JSON.parse(article.querySelector(".line").textContent));
      this.stage = article.querySelector(".stage");
      this.opener = article.querySelector(".match-open");
      this.opener.addEventListener("click", () => { this.open(); this.board.focus(); });
    }

    get last() { return this.frames.length - 1; }
    get frame() { return this.frames[this.at]; }
    get turns() { return this.over ? [] : this.frame.turns || []; }
    get over() { return this.at === this.last; }

    open() {
      if (!this.view) this.build();
      this.stage.hidden = true;
      this.view.hidden = false;
      this.view.querySelector("[data-act=zoom]").hidden = !this.field.small;
    }

    build() {
      this.view = document.getElementById("match").content.cloneNode(true).firstElementChild;
      this.stage.after(this.view);
      this.board = this.stage.querySelector(".board").cloneNode(true);
      for (const path of this.board.querySelectorAll(".trails, .left, .taken, .placed, .casing, .shaft, .heads")) path.setAttribute("d", "");
      this.board.querySelector(".worth").replaceChildren();
      this.drawings = [...this.board.querySelectorAll(".man")].map((man) => man.cloneNode(true));
      this.second = this.drawings.map((man) => man.classList.contains("second"));
      this.view.querySelector(".field").append(this.board);
      this.field = new Field(this.board, this.spots, this);
      this.view.addEventListener("keydown", (event) => this.field.press(event));
      this.view.addEventListener("click", (event) => {
        const button = event.target.closest("[data-act]");
        if (button && button.getAttribute("aria-disabled") !== "true") this.act(button.dataset.act);
      });
      this.begin(0);
    }

    begin(side) {
      Object.assign(this, { side, at: 0, slips: 0, chosen: -1 });
      this.answer(side ? t("You are the second side.") : t("You are the first side."));
    }

    // answer lets the line move where it is not the reader's turn.
    answer(text) {
      if (!this.over && this.at % 2 !== this.side) {
        this.at++;
        text += " " + t("The line answers {0}.", this.format(this.frame.path));
      }
      this.show(this.over ? `${text} ${this.end()}` : text);
    }

    end() {
      const slips = this.slips === 1 ? t("1 of your turns was not the best") : t("{0} of your turns were not the best", this.slips);
      return this.slips ? t("The game is over: {0}.", slips) : t("The game is over: all your turns were as good as any.");
    }

    format(path) { return path.length ? path.map((cell) => this.names[cell]).join("-") : t("a pass"); }

    // worth is what a turn leads to, for who makes it.
    worth({ value, plies }) {
      if (value === "drawn") return t("draws");
      if (value === "won") return plies < 0 ? t("wins") : t("wins in {0}", plies);
      return plies < 0 ? t("loses") : t("loses in {0}", plies);
    }

    // asInLine reports whether a turn is the one that the line makes.
    asInLine({ from, to }) {
      const path = this.frames[this.at + 1].path;
      return path.length ? from === path[0] && to === path[path.length - 1] : from < 0;
    }

    act(what) {
      switch (what) {
        case "undo": this.at = Math.max(this.side, this.at - 2); this.chosen = -1; return this.show(t("Undone."));
        case "restart": return this.begin(this.side);
        case "sides": return this.begin(1 - this.side);
        case "pass": return this.play(this.turns.find((turn) => turn.from < 0));
        case "hint": return this.hint();
        case "zoom": return Game.prototype.zoom.call(this);
        case "leave":
          this.view.hidden = true;
          this.stage.hidden = false;
          return this.opener.focus();
      }
    }

    find(selector) { return this.view.querySelector(selector); }

    hint() {
      const turn = this.turns.find((turn) => this.asInLine(turn));
      if (!turn) return;
      this.chosen = turn.from;
      this.show(t("{0} {1}.", this.format(this.frames[this.at + 1].path), this.worth(turn)));
    }

    choose(cell) {
      if (cell >= 0) this.field.cursor = cell;
      if (this.leads(cell)) return this.play(this.turns.find((turn) => turn.from === this.chosen && turn.to === cell));
      this.chosen = this.movable(cell) && cell !== this.chosen ? cell : -1;
      this.show(t("Choose a man."));
      if (this.chosen >= 0) this.say(t("{0} can go to {1}.", this.names[cell], this.targets().map((c) => this.names[c]).join(", ")));
    }

    play(turn) {
      this.chosen = -1;
      if (this.asInLine(turn)) {
        const worth = this.worth(turn);
        this.at++;
        return this.answer(t("{0} {1}.", this.format(this.frame.path), worth));
      }
      const best = this.turns[0], name = turn.from < 0 ? t("a pass") : `${this.names[turn.from]}-${this.names[turn.to]}`;
      const goesOn = this.format(this.frames[this.at + 1].path);
      if (turn.value === best.value && turn.plies === best.plies) return this.show(t("{0} is as good, but the stored line goes on with {1}.", name, goesOn));
      this.slips++;
      this.show(t("{0} {1}; the best turn here {2}. Take another one.", name, this.worth(turn), this.worth(best)));
    }

    targets() { return this.chosen < 0 ? [] : this.turns.filter((turn) => turn.from === this.chosen).map((turn) => turn.to); }
    wants(cell) { return this.movable(cell) || this.leads(cell); }
    movable(cell) { return cell >= 0 && this.turns.some((turn) => turn.from === cell); }
    leads(cell) { return this.targets().includes(cell); }
    hold(cell) { if (cell !== this.chosen) this.choose(cell); }
    drop(cell) { if (cell >= 0) this.choose(cell); else this.show(t("Choose a man.")); }

    tells(cell) {
      const man = this.frame.men.indexOf(cell);
      const what = this.leads(cell) ? t("can be reached") : man < 0 ? t("empty") : this.second[man] ? t("a man of the second side") : t("a man of the first side");
      this.say(`${this.names[cell]}: ${what}${cell === this.chosen ? ", " + t("chosen") : ""}.`);
    }

    say(text) { this.find(".now").textContent = text; }

    show(text) {
      const { frame } = this;
      this.field.men(frame.men.flatMap((cell, i) => (cell < 0 ? [] : [{
        cell, drawing: this.drawings[i], name: this.names[cell],
        look: [this.second[i] && "second", i === frame.mover && "moved", cell === this.chosen && "chosen"],
      }])));
      this.field.targets(this.targets(), (cell) => this.names[cell]);
      this.field.draw("shaft", frame.path);
      this.field.draw("casing", frame.path);
      this.field.go(this.field.cursor);
      this.find(".tally").textContent = [this.side ? t("you: second side") : t("you: first side"), t("turn {0} of {1}", Math.min(this.at + 1, this.last), this.last), t("not the best {0}", this.slips)].join(" · ");
      this.find("[data-act=undo]").setAttribute("aria-disabled", this.at <= this.side);
      this.find("[data-act=hint]").setAttribute("aria-disabled", this.over);
      this.find("[data-act=pass]").hidden = !this.turns.some((turn) => turn.from < 0);
      this.view.classList.toggle("done", this.over);
      this.say(text);
    }
  }

  for (const article of document.querySelectorAll("article:has(.match-open)")) new Match(article);
})();
