// A rival knows the scene at the start, the one after a turn, and the best turn. A scene
// has men, who is to move (mover, -1 if it does not tell) and turns, the best first; of
// games with dice rolls, what may fall, and roll, which of them the turns are with, -1 for
// none yet.

// StoredLine is the stored line as a rival: it goes on with its own turns only.
class StoredLine {
  constructor({ frames, sets, marks = [], ended }) {
    this.ended = ended;
    this.scenes = frames.map(({ men, side = 0, turns = [], played = 0, rolls = [], roll = 0 }, at) => ({
      at, played, mover: side, rolls, roll, men: men.flatMap((cell, i) => (cell < 0 ? [] : [{ cell, set: sets[i], marked: marks.includes(i) }])),
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

  start(roll) { return this.ask("", roll); }
  after(_, turn, roll) { return this.ask(turn.after, roll); }
  rolled({ position }, roll) { return this.ask(position, roll); }
  best({ turns }) { return turns[0]; }
  refuses() { return false; }

  // ask gets a scene, of games with dice with a roll, "" for none yet. It throws an error with a sentence for the reader.
  async ask(position, roll) {
    const patience = AbortSignal.timeout(Server.patience);
    let answer, text;
    try {
      answer = await fetch(this.address + "&turns=all&position=" + encodeURIComponent(position) + (roll ? "&roll=" + encodeURIComponent(roll) : ""), { signal: patience, cache: "no-store", redirect: "error" });
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
  scene({ position, value, mover, men, marked, choices, rolls = [], roll = "" }) {
    const must = (good) => { if (!good) throw new TypeError(); };
    const cell = (name) => { must(this.cells.has(name)); return this.cells.get(name); };
    const whole = (n, least, most) => { must(n === null || n === undefined || Number.isInteger(n) && n >= least && n <= most); return n ?? undefined; };
    const bounds = ({ lower, upper }) => { must(lower === undefined && upper === undefined || lower >= 0 && lower <= upper && upper <= 1); return { lower, upper }; };
    const worth = (v) => { must(["won", "drawn", "lost"].includes(v)); return v; };
    must(typeof position === "string" && [-1, 0, 1].includes(mover) && men.length <= 4 && choices.length <= 5000 && rolls.length <= 100);
    const stars = new Set((marked || []).map(cell));
    return {
      position, mover, value: worth(value), roll: rolls.findIndex((one) => one.roll === roll),
      rolls: rolls.map((one) => {
        must(typeof one.roll === "string" && one.roll.length <= 20 && typeof one.turn === "string" && one.turn.length <= 400 && whole(one.weight, 1, 1024));
        return { roll: one.roll, weight: one.weight, turn: one.turn, ...bounds(one) };
      }),
      men: men.flatMap((names, set) => names.map(cell).map((c) => ({ cell: c, set, marked: stars.has(c) }))),
      turns: choices.map((choice) => {
        must(typeof choice.turn === "string" && typeof choice.after === "string" && choice.after.length <= 4096 && choice.turn.length <= 400);
        return {
          text: choice.turn, path: choice.path.map(cell), after: choice.after, value: worth(choice.value), ...bounds(choice),
          left: (choice.left || []).map(cell), came: (choice.came || []).map(cell),
          turns: whole(choice.turns, 0, 1e6), score: whole(choice.score, -1000, 1000), gain: whole(choice.gain, -1000, 1000) || 0, again: choice.again === true,
        };
      }),
    };
  }

  says(turn) { return t("The server answers {0}.", turn); }
}
