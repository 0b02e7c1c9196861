// Dice are what pages of games with dice have besides. Bounds are those of the expected
// score: a win 1, a draw half, a loss 0.
const Dice = {
  width: 1e-9, // from where on bounds are apart

  // fall is which roll falls after so many turns, by the seed: as puzzles/contest/fall.go.
  fall(rolls, seed, turns) {
    const mix = (x) => {
      x = Math.imul(x ^ x >>> 16, 0x85ebca6b);
      x = Math.imul(x ^ x >>> 13, 0xc2b2ae35);
      return (x ^ x >>> 16) >>> 0;
    };
    const high = Math.floor(seed / 2 ** 32), x = mix(mix(seed ^ mix(high)) + Math.imul(turns + 1, 0x9e3779b9) | 0);
    let at = 0;
    for (let n = Math.floor(x * this.total(rolls) / 2 ** 32); n >= rolls[at].weight; at++) n -= rolls[at].weight;
    return at;
  },

  total(rolls) { return rolls.reduce((sum, { weight }) => sum + weight, 0); },

  // sign is a chance in hundredths; 0 and 100 are those that are certain.
  sign({ lower, upper }) {
    const whole = (x) => (x < this.width ? 0 : x > 1 - this.width ? 100 : Math.min(Math.max(Math.round(100 * x), 1), 99));
    const [low, high] = [whole(lower), whole(upper)];
    return upper - lower >= this.width && low < high ? `${low}–${high}` : String(whole((lower + upper) / 2));
  },

  // words is a chance in four decimals.
  words({ lower, upper }) {
    if (upper - lower < this.width) return t("is worth {0}", ((lower + upper) / 2).toFixed(4));
    return t("is worth {0} to {1}", lower.toFixed(4), upper.toFixed(4));
  },

  name(turn) { return turn === "pass" || turn === "again" ? t("a pass") : turn; },

  // rows are list items, one for each roll: how often it comes, the best turn, what it is
  // worth. With press they are buttons.
  rows(rolls, fallen, press) {
    return rolls.map(({ roll, weight, turn, ...bounds }, i) => {
      const item = document.createElement("li"), row = press ? document.createElement("button") : item;
      row.textContent = t("{0}, {1} in {2}: {3} {4}", roll, weight, this.total(rolls), this.name(turn), this.words(bounds));
      if (press) {
        row.type = "button";
        row.dataset.roll = i;
        row.setAttribute("aria-pressed", i === fallen);
        item.append(row);
      } else if (i === fallen) row.setAttribute("aria-current", "true");
      return item;
    });
  },
};
