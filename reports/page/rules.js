// Rules knows the moves of one puzzle. Cells are numbers, a position has 0, 1 (a man)
// or 2 (a marked man) for each, a line is a list of paths, as everywhere.
class Rules {
  constructor(game) {
    Object.assign(this, { marked: [], figures: [{ men: game.goal, marked: [], empty: [] }], line: [] }, game);
    const at = new Map(game.cells.map(([x, y], i) => [`${x} ${y}`, i]));
    // rays[c][d] are the cells from c in direction d up to where the board ends.
    this.rays = game.cells.map(([x, y]) => game.ways.map(([dx, dy]) => {
      const ray = [];
      for (let n = 1, c; (c = at.get(`${x + n * dx} ${y + n * dy}`)) !== undefined; n++) ray.push(c);
      return ray;
    }));
    this.isGoal = new Set(game.goal);
  }

  get pegs() { return this.kind !== "halma"; }

  begin() {
    const men = this.cells.map(() => 0);
    for (const c of this.start) men[c] = 1;
    for (const c of this.marked) men[c] = 2;
    return men;
  }

  isStep(path) { return !this.pegs && this.rays[path[0]].some((ray) => ray[0] === path[1]); }

  // jumps are the cells that one jump from a cell leads to. In games without captures
  // the man that jumps has been lifted off.
  jumps(men, from) {
    const to = [];
    for (const ray of this.rays[from]) {
      if (this.pegs) {
        if (ray.length > 1 && !men[ray[1]] && !men[ray[0]] === (this.kind === "retour")) to.push(ray[1]);
        continue;
      }
      const over = ray.findIndex((c) => men[c]), land = 2 * over + 1;
      if (over < 0 || over > 0 && !this.super || land >= ray.length) continue;
      if (ray.slice(over + 1, land + 1).every((c) => !men[c])) to.push(ray[land]);
    }
    return to;
  }

  // turns maps each cell where a turn of the man on from may end to the path with the
  // fewest hops; in peg solitaire, where the way matters, to single jumps.
  turns(men, from) {
    if (this.pegs) return new Map(this.jumps(men, from).map((to) => [to, [from, to]]));
    const lifted = men.with(from, 0), paths = new Map([[from, [from]]]);
    for (const [cell, path] of paths) { // grows while it is walked through
      for (const to of this.jumps(lifted, cell)) if (!paths.has(to)) paths.set(to, [...path, to]);
    }
    for (const [to] of this.rays[from]) if (to !== undefined && !men[to]) paths.set(to, [from, to]);
    paths.delete(from);
    for (const to of paths.keys()) if (this.barred(from, to)) paths.delete(to);
    return paths;
  }

  // barred is the rule of arrival: no turn leads out of the goal.
  barred(from, to) { return this.keep && this.isGoal.has(from) && !this.isGoal.has(to); }

  // after is the position after a turn, null if the turn is not legal.
  after(men, path) {
    const from = path[0], to = path[path.length - 1];
    if (path.length < 2 || !men[from]) return null;
    let now = men.with(from, 0);
    if (this.pegs) now = men.slice();
    else if (from === to || this.barred(from, to)) return null;
    if (path.length === 2 && this.isStep(path)) return men[to] ? null : now.with(to, men[from]);
    for (let i = 1; i < path.length; i++) {
      if (!this.jumps(now, path[i - 1]).includes(path[i])) return null;
      if (this.pegs) this.jump(now, path[i - 1], path[i]);
    }
    if (!this.pegs) now[to] = men[from];
    return now;
  }

  // jump makes a jump of peg solitaire: solo takes the man in between off, retour
  // places one there.
  jump(men, from, to) {
    const over = this.rays[from].find((ray) => ray[1] === to)[0];
    men[from] = 0;
    men[over] = this.kind === "retour" ? 1 : 0;
    men[to] = 1;
  }

  // waits tells whether a man is of the army that moved last, where two move in turn.
  waits(men, last, from) { return Boolean(this.armies && last && men[from] === men[last[last.length - 1]]); }

  // position is what a line leads to, null if it is not legal.
  position(line) {
    return line.reduce((men, path, i) => men && !this.waits(men, line[i - 1], path[0]) && this.after(men, path) || null, this.begin());
  }

  // choices maps each cell that the man on from may go to now to the line that this
  // makes. A man that has jumped last goes on with its turn, or takes it back.
  choices(line, men, from) {
    const last = line[line.length - 1], before = line.slice(0, -1);
    const goesOn = last && last[last.length - 1] === from && !this.isStep(last);
    const lines = new Map();
    if (!this.waits(men, last, from)) for (const [to, path] of this.turns(men, from)) {
      lines.set(to, goesOn && this.pegs ? [...before, [...last, to]] : [...line, path]);
    }
    if (!goesOn || this.pegs) return lines;
    for (const [to, path] of this.turns(this.position(before), last[0])) {
      if (to !== from && !this.isStep(path)) lines.set(to, [...before, path]);
    }
    return lines.set(last[0], before);
  }

  solved(men) {
    if (this.kind === "solo") return men.filter((m) => m).length === 1 && this.goal.some((c) => men[c]);
    return this.figures.some((f) => f.men.every((c) => men[c]) && f.marked.every((c) => men[c] === 2) && f.empty.every((c) => !men[c]));
  }

  hops(line) { return line.reduce((n, path) => n + path.length - 1, 0); }

  // counts is a number of hops in words, jumps where nobody steps.
  counts(n) {
    if (this.pegs) return n === 1 ? t("1 jump") : t("{0} jumps", n);
    return n === 1 ? t("1 hop") : t("{0} hops", n);
  }

  // cost is what a line costs in the puzzle's count.
  cost(line) { return this.byHops ? this.hops(line) : line.length; }

  format(path) { return path.map((c) => this.cells[c][4]).join("-"); }

  // list is a line in the form that halma-solve verify reads.
  list(line) { return line.map((path, i) => `${i + 1}. ${this.format(path)}\n`).join("") + `# puzzle: ${JSON.stringify(this.puzzle)}\n`; }

  // parse reads moves with "_" between them, null if they are none.
  parse(text) {
    const names = new Map(this.cells.map((cell, i) => [cell[4], i]));
    const line = text === "" ? [] : text.split("_").map((path) => path.split("-").map((name) => names.get(name)));
    return line.length <= 1000 && line.flat().every((c) => c !== undefined) && this.position(line) ? line : null;
  }

  // hint is the next turn of the stored line and who makes it: from a position on it,
  // or from within one of its turns. It is null off the line.
  hint(line) {
    const stored = this.line.reduce((all, path) => [...all, this.after(all[all.length - 1], path)], [this.begin()]).map(String);
    const last = line[line.length - 1];
    const n = stored.lastIndexOf(String(this.position(line)));
    if (n >= 0 && n < this.line.length && !this.waits(stored[n].split(","), last, this.line[n][0])) return { number: n + 1, path: this.line[n], man: this.line[n][0] };
    if (!last || this.isStep(last)) return null;
    const m = stored.lastIndexOf(String(this.position(line.slice(0, -1)))), path = this.line[m];
    if (!path || path[0] !== last[0] || this.isStep(path)) return null;
    if (this.pegs && (path.length <= last.length || last.some((c, i) => c !== path[i]))) return null;
    return { number: m + 1, path, man: last[last.length - 1] };
  }

  // verdict compares a line that reaches the goal with what is known.
  verdict(line) {
    const cost = this.byHops ? this.hops(line) : line.length, { lower, upper, source } = this;
    const one = cost === 1, proven = source === "proven";
    const count = this.byHops ? this.counts(cost) : one ? t("1 move") : t("{0} moves", cost);
    const above = cost - upper;
    const needed = proven ? (lower === 1 ? t("at least 1 is needed, which is proven") : t("at least {0} are needed, which is proven", lower))
      : lower === 1 ? t("at least 1 is needed, which is claimed") : t("at least {0} are needed, which is claimed", lower);
    if (cost < lower) return proven ? t("{0}, fewer than the {1} that are proven to be needed: one of the two is wrong.", count, lower) : t("{0}, fewer than the {1} that are claimed to be needed: one of the two is wrong.", count, lower);
    if (lower === upper) {
      if (above === 0) return proven ? t("{0}: the optimum, which is proven.", count) : t("{0}: the optimum, which is claimed.", count);
      return proven ? t("{0}, {1} above the optimum, which is proven.", count, above) : t("{0}, {1} above the optimum, which is claimed.", count, above);
    }
    if (!upper) return `${count}; ${needed}.`;
    if (above < 0) return t("{0}, {1} fewer than the best line stored here; {2}.", count, -above, needed);
    if (above === 0) return t("{0}, as few as the best line stored here; {1}.", count, needed);
    return t("{0}, {1} more than the best line stored here; {2}.", count, above, needed);
  }
}
