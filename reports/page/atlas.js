"use strict";
(() => {
  const find = (selector) => document.querySelector(selector);
  const boards = JSON.parse(find("#boards").textContent);
  const stage = find("#line"), maps = find("#maps"), slider = find(".slider");
  let line = null; // the one that is shown
  let at = 0;

  // Filters: a map without a choice is always there.
  const filters = ["count", "jumps", "rules"].map((name) => find("#" + name));
  const filter = () => {
    for (const map of document.querySelectorAll(".maps > div")) {
      map.classList.toggle("hidden", filters.some((f) => (map.dataset[f.id] || f.value) !== f.value));
    }
    for (const game of document.querySelectorAll(".game")) {
      const all = [...game.querySelectorAll(".maps > div")];
      game.classList.toggle("hidden", all.length > 0 && all.every((map) => map.classList.contains("hidden")));
    }
  };
  for (const f of filters) f.addEventListener("change", filter);
  filter();

  // draw shows the position after n moves of the line: men go where their moves end,
  // in peg solitaire the men between are taken off or placed.
  const draw = (n) => {
    at = Math.max(0, Math.min(line.moves.length, n));
    const { spots } = line;
    const men = new Set(line.start);
    const marked = new Set(line.marked);
    let path = [];
    for (path of line.moves.slice(0, at)) {
      const last = path[path.length - 1];
      men.delete(path[0]);
      if (line.game === "solo" || line.game === "retour") {
        path.slice(1).forEach((cell, i) => {
          const over = line.between(path[i], cell);
          if (line.game === "solo") men.delete(over); else men.add(over);
        });
      }
      men.add(last);
      if (marked.delete(path[0])) marked.add(last);
    }
    const circle = (cell, r, name) => {
      const c = document.createElementNS("http://www.w3.org/2000/svg", "circle");
      const [x, y] = spots.get(cell);
      for (const [key, value] of Object.entries({ cx: x, cy: y, r, class: name })) c.setAttribute(key, value);
      return c;
    };
    const group = find("#line .men");
    group.replaceChildren(...[...men].flatMap((cell) => {
      const man = circle(cell, 23, at > 0 && cell === path[path.length - 1] ? "moved" : "man");
      return marked.has(cell) ? [man, circle(cell, 9, "mark")] : [man];
    }));
    const way = at > 0 ? "M" + path.map((cell) => spots.get(cell).join(" ")).join("L") : "";
    find("#line .shaft").setAttribute("d", way);
    find("#line .casing").setAttribute("d", way);
    slider.value = at;
    find("#line .count").textContent = `${at} / ${line.moves.length}`;
    find("#line .now").textContent = at === 0 ? t("Start") : t("Move {0}: {1}.", at, path.join("-")).replace(/\.$/, "");
    line.items.forEach((item, i) => {
      if (i + 1 === at) item.setAttribute("aria-current", "step"); else item.removeAttribute("aria-current");
    });
    find("#line .board").setAttribute("aria-label", t("{0} after {1} moves: men on {2}", line.name, at, [...men].join(" ")));
  };

  const words = (text) => text.split(" ").filter((word) => word !== "");
  const open = (article) => {
    const b = boards[article.dataset.board];
    const spots = new Map(b.names.map((name, i) => [name, b.spots[i]]));
    const cells = new Map(b.names.map((name, i) => [b.spots[i].join(), name]));
    const items = [...article.querySelectorAll(".moves li")];
    line = {
      board: article.dataset.board, name: b.name, game: article.dataset.game, spots, items,
      start: words(article.dataset.start), marked: words(article.dataset.marked),
      moves: items.map((item) => item.textContent.split("-")),
      between: (a, z) => cells.get([0, 1].map((k) => (spots.get(a)[k] + spots.get(z)[k]) / 2).join()),
    };
    find("#line .board").setAttribute("viewBox", `0 0 ${b.width} ${b.height}`);
    find("#line .ground").replaceChildren(...find("#ground-" + line.board).cloneNode(true).children);
    const tints = find("#line .tints");
    tints.replaceChildren();
    if (line.game !== "solo") {
      for (const kind of ["start", "goal"]) {
        for (const cell of words(article.dataset[kind])) {
          const c = document.createElementNS("http://www.w3.org/2000/svg", "circle");
          const [x, y] = spots.get(cell);
          for (const [key, value] of Object.entries({ cx: x, cy: y, r: 26, class: "tint-" + kind })) c.setAttribute(key, value);
          tints.append(c);
        }
      }
    }
    slider.max = line.moves.length;
    draw(0);
  };

  // The address says which line is shown.
  const choose = () => {
    const article = [...document.querySelectorAll("article")].find((a) => "#" + a.id === location.hash);
    for (const a of document.querySelectorAll("article.shown")) a.classList.remove("shown");
    line = null;
    stage.hidden = !article;
    maps.classList.toggle("hidden", Boolean(article));
    if (!article) return;
    article.classList.add("shown");
    article.querySelector(".headline").after(stage);
    open(article);
    article.scrollIntoView();
  };
  addEventListener("hashchange", choose);
  choose();

  const go = { first: () => 0, back: () => at - 1, next: () => at + 1, last: () => line.moves.length };
  slider.addEventListener("input", () => draw(Number(slider.value)));
  stage.addEventListener("click", (event) => {
    const button = event.target.closest("[data-go]");
    if (button && line) draw(go[button.dataset.go]());
  });
  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
  addEventListener("keydown", (event) => {
    const where = keys[event.key];
    if (!where || !line || event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input, select")) return;
    event.preventDefault();
    draw(go[where]());
  });
})();
