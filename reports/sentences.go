package reports

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/halma-solve/halma-solve/puzzles"
)

// sentences are what other packages say of bounds, searches, rules and lines, as they
// format it. Files and stores keep it in English; pages say it in their language. What
// stands for a %s is looked up in its turn. A test compares them with the sources.
var sentences = []string{
	// how bounds are proven
	"start and goal differ", "the start is a goal",
	"exact distance from start to goal in the row abstraction",
	"the rows gained before and after any position of a shorter line cannot add up to all (proven greatest gains)",
	"complete search through the midpoints of all lines found none of %d moves; shorter ones were refuted the same way or by bounds on the rows advanced",
	"complete search through the midpoints of all lines found none of %d hops; shorter ones were refuted the same way or by bounds on the rows advanced",
	"even without the mark: %s",
	"even to any hole: %s",
	"complete search, in the order of what hops lose of four rows each, found no line of %d hops or fewer",
	"a hop gains four rows at most, and what the men of each diagonal lose of that on their way adds up to more hops",
	"the least number of moves that bring each man to a hole of its own, counted by the holes that steps and jumps can lead to",
	"the least number of hops that bring each man to a hole of its own, counted by the holes that steps and jumps can lead to",
	"complete search from both ends found no line of %d moves; shorter ones were refuted the same way or by the bound on the steps and jumps that the men need",
	"complete search from both ends found no line of %d hops; shorter ones were refuted the same way or by the bound on the steps and jumps that the men need",
	"complete depth-first search found no line of %d moves or fewer",
	"complete depth-first search found no line of %d hops or fewer",
	"complete search: the goal is not among the positions that can be reached",
	"no position makes a figure",
	"complete breadth-first search",
	"complete breadth-first search: the goal is not among the %d positions that can be reached",
	"every line is one on the %s; there: %s",
	"the turns that the armies need at least, man by man",
	"the turns that the armies need at least, man by man and by the rows of all men",
	"the game is over: the army without mark fills the court of the marked one",
	"a complete search found no game of %d turns; shorter ones were refuted the same way or by counting the turns that the armies need",
	"a region of the board can never become what the goal has there, whatever stands elsewhere (pattern database)",
	"moves that must begin in each region of the board, added up (pattern databases)",
	"no jump raises the sum of certain values of the holes over the men, and the goal's is greater than that of the start (pagoda function)",
	"every jump takes just one man off, or places one",
	"every jump takes just one man off, or places one; of the lines this one has the fewest moves: %s",
	"every jump takes just one man off, or places one; a line may have fewer moves, but at least %d",
	"complete search by moves from both ends found no line of %d; fewer were refuted the same way or by pattern databases",
	"complete search by moves from both ends found no line of %d; fewer were refuted the same way or by pattern databases or landmarks",
	"complete search by moves from both ends, through all positions that can be reached and won, found no line of %d; fewer were refuted the same way or by pattern databases",
	"complete search by moves from both ends, through all positions that can be reached and won, found no line of %d; fewer were refuted the same way or by pattern databases or landmarks",
	"complete search by moves from both ends, through all positions that can be won, found no line of %d; fewer were refuted the same way or by pattern databases",
	"complete search by moves from both ends, through all positions that can be won, found no line of %d; fewer were refuted the same way or by pattern databases or landmarks",
	"complete search by moves: no line at all leads from start to goal",
	"complete search: no line at all leads from start to goal",
	"complete search by moves from both ends found no line of any possible length",
	"complete search: of all that can be reached from the start nothing leads to the goal",
	"parity: start (class %d of %d) and goal (class %d) are in different Reiss classes, and no jump leaves its class",
	"the men are too few: every jump takes one off",
	"move %d: %s", "a certificate, whose argument was checked", "a certificate, all of which was made again",
	"its certificate", "its certificate: %s", "argument only", "verified", "a file", "a batch of puzzles",
	"turns: the armies need at least %d, man by man",
	"turns: the armies need at least %d, man by man and by the rows of all men",
	"together: %d positions looked at, and no game of %d turns, so at least %d",
	"late: by a search with late helpers no game of %d turns, so at least %d",
	"refutation of %d and %d (free): %d positions looked at, so at least %d",
	"refutation of %d (free): %d positions looked at, so at least %d",
	"refutation of %d and %d (free), with the mark: %d positions looked at, so at least %d",
	"refutation of %d (free), with the mark: %d positions looked at, so at least %d",
	// phases of searches, and what came of them
	"perimeter", "row abstraction", "%d in place of %d positions lose little", "filter", "breadth first", "by jumps", "by moves", "without mark: %s",
	"beam %d by losses", "beam %d from few men", "beam %s", "losses %d", "refute %s (free)", "refute %s (booklet)", "refute %s (booklet backwards)", "refute %d", "both ends %d", "deepening %d", "lines of %d", "all games of %d", "late helpers, %d", "ways of the winner, %d", "gain in %d",
	"no line of any length", "nothing", "nothing shorter", "too many for now", "no memory for it", "found", "complete", "no game", "none", "no line", "no line of %d moves", "%d positions are on a line",
	"%d layers", "%d row counts, from a checkpoint", "%d row counts", "%d positions within %d", "%d rows", "%d moves", "%d hops",
	"paused", "time", "memory", "positions", "beams", "interrupt", "not decided by this search",
	// what cut moves and positions off layers
	"row counts", "classes of men", "prices of men", "potential", "diagonals", "assignment of men", "links of rows", "images", "pattern databases", "pagoda functions", "landmarks",
	// boards
	"square %d×%d", "rhombus %d×%d", "star %d (%d holes)", "triangle %d (%d holes)", "%s cross (%d holes)", "diamond (%d holes)", "drawn board (%d holes)", "%d directions",
	// puzzles
	"%d men", "%s (%d men)", "free rules", "booklet rules", "short jumps", "super jumps", "counted in moves", "counted in hops", "1 in %d", "2 in %d",
	// rules for two players
	"a man that has arrived stays in the goal court; once the opponent has emptied his court, men must leave the own one",
	"on the rhombus, all men on one edge that begins at one's own corner win; no courts",
	"the booklet's race with two kinds of men: each kind must fill the cells opposite those where it began",
	"the booklet's race on two colours: men on dark cells step diagonally, men on light cells jump, men in the goal do either within it",
	"the booklet's race on two colours: every turn ends on the colour on which it began",
	"as booklet, and a side to move whose goal court is filled, one of its own men among them, wins",
	"men may leave the goal; once the opponent has at most one man in his court, all but one must leave the own one",
	"no arrival, no clearing duty; after 50 turns of each side a man in its own court loses (both: draw), and so does who takes one there later",
	"Sturtevant, ACG 2019; a goal court filled with at least one own man wins, men may leave it",
	"the booklet's race from a row of cells across the corner to the opposite one; these are court and goal",
	"the booklet's race with long jumps: over a man at any distance to the cell as far behind it",
	"as booklet, and while the goal court is full a man next to it may change places with an enemy man in it",
	"the booklet's race, and the man that begins on the corner is marked and must stand on the goal's corner in the end",
	"on the star, each side has two sets of men in two points, each of which goes to the point opposite its own",
	"from two points of the star with one between them to the points opposite, which are empty; no arrival, no clearing duty",
	// what is wrong with a line for a ranking
	"this nickname cannot be used", "it is longer than %d signs", "it needs a letter or a number",
	"the line does not solve the puzzle", "the line is shorter than is proven possible", "the body cannot be read", "no more lines can be kept", "the server is about to end",
	"this server keeps no lines", "it was started without a store", "at least %s are proven to be needed; this is being looked into",
	// games for two and more
	"%d turns", "1 turn", "%d turns of all players", "%d men a side", "1 man a side", "%s rules", "a win in %s: %s",
	"%s, which is to move, wins in %s (moves of both sides)", "%s wins in %s, %s is to move (moves of both sides)",
	"%s, which is to move, wins by the limit of turns", "%s wins by the limit of turns, %s is to move",
	"%s, which is to move, wins in %s", "%s wins in %s, the other one is to move",
	"%s, which is to move, wins", "%s wins, %s is to move", "a draw: neither team can force a win",
	"a draw: neither side can force a win", "the start is no legal position",
	"not settled: neither side can force a win within %s (moves of both sides)", "not settled: from %s to %s for %s, which is to move",
	"+0: from here on both sides gain as much with best play",
	"%s, which is to move, gains %d more than the other from here on", "%s gains %d more than %s, which is to move",
	"%s is the score that %s can make sure of from here on against all others together",
	"%s is the score that %s can have from here on if all play together, and not more",
	"%s forces a win against all others together within %s",
	"%s cannot force a win: the others together can make another win, within %s",
	"%s cannot force a win: the others together can hold him up for ever",
	"not even together can they bring it about that %s", "if all play together %s in %s, and not in fewer",
	"all together bring it about that %s", "%s can force a win", "the team of the %s and the %s player wins", "the team of the %s and the %s player",
	"anybody wins", "all get home", "%s player wins",
	"%s positions: won for the side to move %s, lost %s, drawn %s, illegal %s",
	"%s positions can be reached, %s up to symmetry: won for the side to move %s, lost %s, drawn %s; in %s %s",
	"%s positions can be reached, %s up to symmetry: won for the side to move %s, lost %s, drawn %s",
	"%s positions can be reached, %s up to symmetry: the side to move gains more in %s, less in %s, as much in %s; by %s to %s",
	"%s positions looked at, forward from this one; nothing is proven of others",
	"the values are claimed by the file; the turns were replayed",
	"%s to %s is the expected score that %s can make sure of against all others together (a win 1, a shared one ½, a loss 0)",
	"%s to %s is the expected score of %s, which is to move (a win 1, a draw ½, a loss 0)", "%d sweeps", "1 sweep",
	"claimed by the file", "%s as a fraction, claimed by the file",
	"they meet, after %s: both are proven",
	"the interval stays, both are proven: endless play is possible, and the lower one counts it as lost for that side, the upper one as won; after %s no further one changes anything",
	"not settled after %s: both are proven, and more time would bring them nearer or show that they stay apart",
	"%s, worked out as a fraction: it lies between the bounds, as those of all positions do",
	"%s positions can be reached, %s up to symmetry; in %s the game is over; the bounds meet in all",
	"%s positions can be reached, %s up to symmetry; in %s the game is over; the bounds are apart in %s",
	"a game of best turns with the rolls of seed %d",
	"the numbers are claimed by the file; the turns are those of the rules, and bear out the result",
	"no distances are known: who wins with best play keeps what is won, but need not come nearer to it",
	"Cats and mice: mice hem the cats in, cats jump over mice and take them off",
	"Würfel-Halma: the race with two dice, one for the men that step, one for the jumps of another man",
	"Dutch Halma: forward only, leaping past enemy men; nobody is taken",
	"Gefangen 2: jump men of nobody off the star's hexagon",
	"Gomoku (Gobang): place all men, then move them, to have some in a row",
	"Rakado: slide forward by the roll of a die, capture, and bring the most men home",
	"the race of three or four players, each for himself: what one can force, or all together can reach",
	"Gefangen 1: the race of three or four in which who cannot clear his court loses the men there",
	"team play on the star: two teams of two, and who is home moves his partner's men",
	"Rakado for three on the star, each for himself: the score that one can make sure of against the others together",
	"Gomoku for three or four, each for himself: whether one can force a row, or how soon all together reach one",
	"Tippy for three or four, each for himself: the score that one can make sure of, or that all together can give him",
	"Tippy: place men, capture by enclosing on four sides",
	"Top Secret: fill the middle with men, then be the first to have all off the board",
	"Le Zug: a race forward on the diagonals, past closed stations",
	// what is wrong with a line that was handed in
	"a turn needs at least two cells",
	"a move needs at least two cells",
	"cell %d of the turn is not on the %s",
	"cell %d of the move is not on the %s",
	"there is no man on %s",
	"the turn ends where it began",
	"the man on %s has arrived and may not leave its goal court",
	"a step and a jump in one turn",
	"two steps in one turn",
	"%s is occupied",
	"%s is occupied: no man can be placed there",
	"%s is empty: there is nobody to jump over",
	"a hop from %s to itself",
	"%s and %s are not in one straight line",
	"%s and %s are too far apart for a step or a short jump",
	"%s and %s have no cell in the middle to jump over",
	"%s and %s are not two holes apart %s",
	"between %s and %s there is no hole",
	"the line between %s and %s leaves the board",
	"the cell behind %s, %s, is occupied",
	"the cell before %s, %s, is occupied",
	"a cell behind %s, %s, is occupied",
	"no chain of jumps leads from %s to %s",
	"the men do not fill the goal: missing on %s",
	"the man on %s is not the marked one",
	"there should be nobody on %s",
	"none of the %d figures is made (of the first: %s)",
	"%d men are left, not one",
	"the last man is on %s, which is no cell of the goal",
	"no man is on %s",
	"this may be %s or %s, which leave different positions: name every hole the man touches",
	"there are too many chains to try: name every hole the man touches",
	"the man on %s is of the army that moved last; the armies move in turn",
	"the game is over: the marked men fill the court of the others",
	"the game is over: the men without mark fill the court of the marked ones",
}

// shape is a sentence with what finds its values in a text.
type shape struct {
	sentence string
	like     *regexp.Regexp
}

var (
	shapes = sync.OnceValue(func() (list []shape) {
		verbs := strings.NewReplacer("%d", `(\d+)`, "%s", "(.+?)")
		for _, s := range sentences {
			list = append(list, shape{s, regexp.MustCompile("^" + verbs.Replace(regexp.QuoteMeta(s)) + "$")})
		}
		return list
	})
	crosses  = regexp.MustCompile("^(english|french|wiegleb|asymmetric)$")
	grouped  = regexp.MustCompile(`^\d{1,3}(,\d{3})+$`)
	together = regexp.MustCompile(`^(.+), and (no chain of jumps leads from .+)$`)
)

// longText is from how many bytes on a text that is a key is one of this program, as the
// rules of a game are that a page tells in full, and not by chance that of somebody else.
const longText = 200

// sentence is one of [sentences] in the language, and a text that is none as it is: a
// name, or what somebody else wrote into a file.
func (l Language) sentence(text string) string {
	if l.or() == English {
		return text
	}
	if len(text) >= longText {
		if said, ok := l.texts().plain[text]; ok {
			return said
		}
	}
	if both := together.FindStringSubmatch(text); both != nil {
		return l.say("%s, and %s", l.sentence(both[1]), l.sentence(both[2]))
	}
	for _, s := range shapes() {
		found := s.like.FindStringSubmatch(text)
		if found == nil {
			continue
		}
		var values []any
		verbs := strings.Split(s.sentence, "%")[1:]
		for i, value := range found[1:] {
			if grouped.MatchString(value) {
				value = strings.ReplaceAll(value, ",", "")
				n, _ := strconv.ParseInt(value, 10, 64) // it is written by this program
				values = append(values, l.number(n))
			} else if n, err := strconv.Atoi(value); err == nil && verbs[i][0] == 'd' {
				values = append(values, n)
			} else {
				values = append(values, l.sentence(value))
			}
		}
		return l.say(s.sentence, values...)
	}
	if name, rest, ok := strings.Cut(text, ": "); ok {
		if said := l.sentence(rest); said != rest {
			return l.say("%s: %s", l.sentence(name), said)
		}
	}
	return l.word(text)
}

// puzzleName is the name of a puzzle, as [puzzles.Puzzle.String] writes it, in the
// language: "highscore, square 5×5, 3 men, booklet rules, short jumps, counted in moves".
func (l Language) puzzleName(text string) string {
	if parts := strings.Split(text, ", "); len(parts) > 2 && puzzles.Game(parts[0]) == puzzles.GameShortest {
		if army := bothArmies.FindStringSubmatch(parts[2]); army != nil {
			return l.namedOfTwo(parts, army)
		}
	}
	game, rest, more := strings.Cut(text, ", ")
	switch {
	case l.or() == English || text == "":
		return text
	case !more:
		return l.word(capital(game))
	case crosses.MatchString(rest): // which titles name without their holes
		return l.word(capital(game)) + ", " + l.say("%s cross", l.word(rest))
	}
	if others, hops := strings.CutSuffix(rest, ", counted in hops"); hops && isPegs(text) {
		return l.word(capital(game)) + ", " + l.pieces(others) + ", " + l.say("counted in jumps")
	}
	return l.word(capital(game)) + ", " + l.pieces(rest)
}

// bothArmies is how a name tells of two armies: "3 (6 men)", "ring (12 men)", "6 men".
var bothArmies = regexp.MustCompile(`^(?:(.+) \()?(\d{1,3}) men\)?$`)

// namedOfTwo is the name of a puzzle of two armies, cut at its commas, with how many men
// each of them has in the place of how many both have.
func (l Language) namedOfTwo(parts, army []string) string {
	both, _ := strconv.Atoi(army[2]) // it is digits
	said := l.side(both / 2)
	if _, err := strconv.Atoi(army[1]); army[1] != "" && err != nil {
		said = army[1] + " (" + said + ")"
	}
	game := parts[0]
	if l.or() != English {
		game = l.word(capital(game))
	}
	return l.pieces(strings.Join(slices.Concat([]string{game, parts[1], said}, parts[3:]), ", "))
}

// isPegs reports whether the name of a puzzle is one of peg solitaire, where nobody steps.
func isPegs(name string) bool {
	game, _, _ := strings.Cut(name, ", ")
	return puzzles.Game(game).Pegs()
}

// pieces is a text whose parts, between commas, are each said in the language: the name
// of a board, or the options of a puzzle.
func (l Language) pieces(text string) string {
	if l.or() == English {
		return text
	}
	parts := strings.Split(text, ", ")
	for i := range parts {
		parts[i] = l.sentence(parts[i])
	}
	return strings.Join(parts, ", ")
}
