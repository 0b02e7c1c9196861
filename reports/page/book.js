// A sheet on a screen is a book to play: every puzzle opens on a table of its own, and the
// index shows what was solved.
(() => {
  const root = document.documentElement;
  root.classList.add("scripted");
  const book = JSON.parse(document.getElementById("book").textContent);
  const articles = [...document.querySelectorAll("main article")];
  const table = document.getElementById("table");
  const find = (selector) => table.querySelector(selector);
  let at = -1, game = null;

  const rulesOf = (n) => new Rules({ ...book.boards[book.puzzles[n].board], ...book.puzzles[n] });

  // mark shows beside a puzzle what the reader's best line is.
  const mark = (n) => {
    const { id, upper, source } = book.puzzles[n], best = Game.best(id), box = articles[n].querySelector(".own");
    const against = () => (source !== "proven" ? t("solved; your best {0}, claimed optimum {1}", best, upper)
      : best > upper ? t("solved; your best {0}, optimum {1}", best, upper) : t("solved as short as can be"));
    box.textContent = best ? `${best > upper ? "✓" : "★"} ${best}` : "";
    box.title = best ? against() : "";
    articles[n].classList.toggle("solved", best > 0);
    return best > 0;
  };

  const tell = () => {
    const solved = articles.filter((a) => a.classList.contains("solved")).length;
    document.querySelector(".progress").textContent = t("{0} of {1} solved", solved, articles.length);
  };

  // boardOf draws the board of a puzzle as the game wants it: what never changes is taken
  // from the drawing of the sheet.
  const boardOf = (n) => {
    const { view, drawing } = book.boards[book.puzzles[n].board], drawn = articles[n].querySelector("svg");
    const board = document.createElementNS(drawn.namespaceURI, "svg");
    const add = (kind, attributes) => {
      const element = board.appendChild(document.createElementNS(board.namespaceURI, kind));
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      return element;
    };
    board.setAttribute("class", view[2] < 700 ? "board small" : "board");
    board.setAttribute("viewBox", view.join(" "));
    board.setAttribute("aria-label", articles[n].querySelector("h2").textContent.trim());
    add("use", { href: drawing });
    for (const goal of drawn.querySelectorAll(".band, [href='#ring']")) board.append(goal.cloneNode(true));
    add("path", { class: "casing", d: "" });
    add("path", { class: "shaft", d: "" });
    add("g", { class: "men" });
    return board;
  };

  const open = (n, linked) => {
    at = n;
    const rules = rulesOf(n), article = articles[n];
    game = new Game(rules, linked || Game.kept(rules), () => { mark(n); tell(); });
    game.leave = () => table.close();
    const view = game.build(boardOf(n), [null, document.getElementById("man"), document.getElementById("marked")]);
    find(".place").replaceChildren(view);
    find("[data-act=leave]").textContent = t("Back to the book");
    find(".which").textContent = article.querySelector(".number").textContent;
    find(".asks").textContent = [article.querySelector(".moves"), article.querySelector(".level"), article.querySelector(".goal")].filter(Boolean).map((e) => e.textContent.trim()).join(" · ");
    find(".solution").open = false;
    find(".solution div").replaceChildren(...document.getElementById("solution-" + (n + 1)).lastElementChild.cloneNode(true).childNodes);
    find("[data-turn='-1']").disabled = n === 0;
    find("[data-turn='1']").disabled = n === articles.length - 1;
    if (!table.open) table.showModal();
    table.scrollTop = 0;
    game.begun();
    game.board.focus({ preventScroll: true });
  };

  table.addEventListener("click", (event) => {
    const turn = event.target.closest("[data-turn]");
    if (turn) open(at + Number(turn.dataset.turn));
    else if (event.target.closest(".shut")) table.close();
  });
  table.addEventListener("close", () => articles[at].querySelector(".play").focus());

  articles.forEach((article, n) => {
    for (const way of article.querySelectorAll(".play, svg.board")) way.addEventListener("click", () => open(n));
    mark(n);
  });
  tell();

  document.querySelector(".next").addEventListener("click", () => {
    const n = articles.findIndex((a) => !a.classList.contains("solved"));
    open(n < 0 ? 0 : n);
  });
  const levels = document.querySelector(".levels");
  if (levels) levels.addEventListener("change", () => { for (const article of articles) article.hidden = Boolean(levels.value) && article.dataset.level !== levels.value; });
  const shown = document.querySelector(".reveal");
  shown.addEventListener("click", () => {
    const on = document.getElementById("solutions").classList.toggle("shown");
    shown.textContent = on ? t("Hide the solutions") : t("Show the solutions");
  });

  for (let n = 0; n < articles.length; n++) {
    if (!location.hash.startsWith(`#m=${book.puzzles[n].id}`)) continue;
    const linked = Game.linked(rulesOf(n));
    if (linked) open(n, linked);
    break;
  }
})();
