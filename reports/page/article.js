// Every article with a puzzle of one player can be played: beside the solution.
(() => {
  // emptied is a copy of the article's board without what the solution's player draws.
  const emptied = (article) => {
    const board = article.querySelector(".stage .board").cloneNode(true);
    for (const path of board.querySelectorAll(".trails, .left, .taken, .placed, .casing, .shaft, .heads")) path.setAttribute("d", "");
    return board;
  };

  class Played {
    constructor(article) {
      this.article = article;
      this.rules = new Rules(JSON.parse(article.querySelector("script.game").textContent));
      this.stage = article.querySelector(".stage");
      this.opener = article.querySelector(".self-open");
      this.opener.addEventListener("click", () => { this.open(); this.game.board.focus(); });
      this.linked = Game.linked(this.rules);
    }

    open() {
      if (!this.game) this.build();
      this.stage.hidden = true;
      this.game.view.hidden = false;
      this.game.begun();
    }

    build() {
      const board = emptied(this.article), men = [...board.querySelectorAll(".man")];
      const shine = men.find((man) => !man.querySelector(".mark")) || men[0];
      this.game = new Game(this.rules, this.linked || Game.kept(this.rules));
      this.game.leave = () => {
        this.game.view.hidden = true;
        this.stage.hidden = false;
        this.opener.focus();
      };
      this.stage.after(this.game.build(board, [null, shine, men.find((man) => man.querySelector(".mark")) || shine]));
    }
  }

  const games = [...document.querySelectorAll("article")].filter((a) => a.querySelector("script.game")).map((a) => new Played(a));
  const linked = games.find((game) => game.linked);
  if (linked) {
    if (games.length > 1) location.hash = linked.article.id; // shows it
    linked.open();
  }
})();
