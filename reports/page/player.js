"use strict";
(() => {
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  // Player shows one line. What is to be seen after n moves stands in frames[n].
  class Player {
    constructor(article) {
      this.article = article;
      const find = (selector) => article.querySelector(selector);
      const { spots, names, frames } = JSON.parse(find(".line").textContent);
      const game = find("script.game"), cells = game ? JSON.parse(game.textContent).cells : [];
      Object.assign(this, { spots: spots || cells.map((cell) => cell.slice(2, 4)), names: names || cells.map((cell) => cell[4]), frames });
      this.men = [...article.querySelectorAll(".man")];
      this.entries = [...article.querySelectorAll("[data-move]")];
      this.slider = find(".slider");
      this.playButton = find("[data-go=play]");
      this.at = Number(article.dataset.at);
      this.timer = 0;
      article.addEventListener("click", (event) => {
        const button = event.target.closest("button");
        if (button && button.dataset.go) this.go(button.dataset.go);
        if (button && button.dataset.move) this.jump(Number(button.dataset.move));
      });
      this.slider.addEventListener("input", () => this.jump(Number(this.slider.value)));
      this.show(this.at, false);
    }

    get last() { return this.frames.length - 1; }

    go(where) {
      switch (where) {
        case "first": return this.jump(0);
        case "back": return this.jump(this.at - 1);
        case "next": return this.jump(this.at + 1);
        case "last": return this.jump(this.last);
        case "play": return this.timer ? this.stop() : this.play();
      }
    }

    jump(n) {
      this.stop();
      this.show(n, n === this.at + 1);
    }

    play() {
      if (this.at === this.last) this.show(0, false);
      this.playButton.classList.add("playing");
      this.playButton.setAttribute("aria-label", t("Pause (space)"));
      this.playButton.title = t("Pause (space)");
      const tick = () => {
        this.show(this.at + 1, true);
        if (this.at === this.last) return this.stop();
        this.timer = setTimeout(tick, 900 + 220 * this.frames[this.at].path.length);
      };
      this.timer = setTimeout(tick, 300);
    }

    stop() {
      clearTimeout(this.timer);
      this.timer = 0;
      this.playButton.classList.remove("playing");
      this.playButton.setAttribute("aria-label", t("Play (space)"));
      this.playButton.title = t("Play (space)");
    }

    show(n, moving) {
      n = Math.max(0, Math.min(this.last, n));
      const before = this.frames[this.at], frame = this.frames[n];
      this.at = n;
      this.article.dataset.at = n;
      this.men.forEach((man, i) => {
        const cell = frame.men[i];
        for (const animation of man.getAnimations()) animation.cancel();
        man.classList.toggle("moved", i === frame.mover);
        man.dataset.cell = cell < 0 ? "" : this.names[cell];
        if (cell < 0) return man.setAttribute("visibility", "hidden");
        man.removeAttribute("visibility");
        man.setAttribute("transform", `translate(${this.spots[cell].join(" ")})`);
      });
      for (const mark of ["left", "taken", "placed", "heads", "shaft"]) this.mark(mark, frame[mark]);
      this.mark("casing", frame.shaft);
      this.worth(frame.worth || []);
      const rolls = this.article.querySelector(".stage .rolls ol");
      if (rolls) rolls.replaceChildren(...Dice.rows(frame.rolls || [], frame.roll || 0));
      if (rolls) rolls.parentElement.hidden = !frame.rolls;
      if (moving && frame.mover >= 0 && !calm.matches) this.animate(frame, before);
      this.slider.value = n;
      this.slider.setAttribute("aria-valuetext", n === 0 ? t("start") : t("move {0} of {1}", n, this.last));
      this.text(".now", frame.text);
      this.text(".count", `${n} / ${this.last}`);
      const occupied = frame.men.filter((cell) => cell >= 0).sort((a, b) => a - b);
      this.text(".men-on", occupied.map((cell) => this.names[cell]).join(" "));
      for (const end of [["first", 0], ["back", 0], ["next", this.last], ["last", this.last]]) {
        this.article.querySelector(`[data-go=${end[0]}]`).setAttribute("aria-disabled", n === end[1]);
      }
      this.entries.forEach((entry, i) => {
        if (i + 1 !== n) return entry.removeAttribute("aria-current");
        entry.setAttribute("aria-current", "step");
        const list = entry.closest("ol"), row = entry.parentElement;
        const top = row.offsetTop; // the list is positioned
        if (top < list.scrollTop) list.scrollTop = top;
        if (top + row.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + row.offsetHeight - list.clientHeight;
      });
    }

    // worth writes what turns are worth on the cells that they lead to.
    worth(list) {
      const group = this.article.querySelector(".board .worth");
      if (!group) return;
      group.replaceChildren(...list.map(({ cell, text, class: name }) => {
        const value = document.createElementNS(group.namespaceURI, "text");
        value.setAttribute("class", name);
        value.setAttribute("x", this.spots[cell][0]);
        value.setAttribute("y", this.spots[cell][1] + 8);
        value.textContent = text;
        return value;
      }));
    }

    text(selector, text) { this.article.querySelector(selector).textContent = text; }

    mark(name, d) { this.article.querySelector(`.board .${name}`).setAttribute("d", d); }

    // animate lets the man travel along its way, and men that are taken off or
    // placed go and come while it does.
    animate(frame, before) {
      const duration = 160 + 170 * (frame.path.length - 1);
      const way = frame.path.map((cell) => ({ transform: `translate(${this.spots[cell][0]}px, ${this.spots[cell][1]}px)` }));
      this.men[frame.mover].animate(way, { duration, easing: "ease-in-out" });
      this.men.forEach((man, i) => {
        const was = before.men[i], is = frame.men[i];
        if ((was < 0) === (is < 0)) return;
        if (is < 0) man.animate([{ visibility: "visible", opacity: 1 }, { visibility: "visible", opacity: 0 }], { duration });
        else man.animate([{ opacity: 0 }, { opacity: 1 }], { duration });
      });
    }
  }

  const articles = [...document.querySelectorAll("article")];
  const players = new Map(articles.filter((a) => a.querySelector(".line")).map((a) => [a, new Player(a)]));
  let shown = articles[0];

  for (const article of articles) {
    for (const [box, look] of [[".show-names", "named"], [".show-trails", "trailed"]]) {
      const input = article.querySelector(box);
      if (!input) continue;
      input.addEventListener("change", () => {
        article.querySelector(".board").classList.toggle(look, input.checked);
        if (look === "trailed") article.querySelector(".board .trails").setAttribute("d", players.get(article).frames.map((f) => f.shaft).join(""));
      });
    }
  }

  // With several puzzles the address says which one is shown.
  const links = [...document.querySelectorAll("nav a")];
  const choose = () => {
    const wanted = articles.find((a) => "#" + a.id === location.hash) || shown;
    if (wanted !== shown && players.has(shown)) players.get(shown).stop();
    shown = wanted;
    for (const a of articles) a.classList.toggle("away", a !== shown);
    for (const link of links) {
      if (link.getAttribute("href") === "#" + shown.id) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  };
  addEventListener("hashchange", () => { choose(); scrollTo(0, 0); });
  if (articles.length) choose();

  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", " ": "play" };
  addEventListener("keydown", (event) => {
    const where = keys[event.key], player = players.get(shown);
    if (!where || !player || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    // A slider knows these keys but space; buttons, boxes and folds know space.
    const on = event.target;
    if (where === "play" ? on.closest("button, summary, a, input[type=checkbox]") : on.matches("input[type=range], .wide")) return;
    event.preventDefault();
    player.go(where);
  });
})();
