// Package duel defines the two-player games on boards of at most 64 cells: which
// turns are legal, when a game is over, who has won. It is written for clarity,
// straight from the rules; the solver has fast code of its own, which the tests
// and the checker of tablebases compare with this one.
//
// # Vocabulary
//
// A position is two armies and the side to move. The first side starts at the tip
// a1, the second in the court opposite. All rules are the same for both after a
// half turn of the board, so they are written once, for a [View]: the position as
// the side to move sees it, turned so that his court (Home) is the one at a1 and
// his Goal the opposite one. (Armies may have another symmetry of the board in the
// place of the half turn.) "Mine" are his men, "theirs" the opponent's. A turn
// takes one man to another cell; where its chain led makes no difference.
//
// Steps and chains are the ordinary turns. A special turn is one that does more
// than take a man to another cell: a swap. Who passes moves no man. A limit is a rule
// about the number of turns made, which is no part of a position.
//
// Some games have men of two kinds, marked ones and plain ones. They move alike; where a
// man is to go in the end depends on its kind.
//
// Where a printed rule can be read in several ways, rules have a [Variant]; the
// reading chosen is a part of the name of the rule set, and so of results and files.
//
// # What a game is made of
//
// A game is a board, a number of men and [Rules]. The rules have four parts:
//
//	armies      [Armies]: boards, start areas, goals          areas.go
//	turns       what men can do, and special turns            race.go, swap.go
//	conditions  which of it is legal: [Arrival], [ClearingDuty], …
//	ending      how the game stands before a turn; a [Limit]
//
//	            turns         conditions        ending            file
//	booklet     steps, chains arrival, duty     all at home       booklet.go
//	swap        and swaps     arrival, duty     all at home       swap.go
//	filled      steps, chains arrival, duty     a full goal, too  filled.go
//	paper       steps, chains legal positions   a full goal       paper.go
//	online      steps, chains                   all; 50 turns     online.go
//	schnell     steps, chains arrival, duty     all at home       schnell.go, its armies, too
//	super       long jumps    arrival, duty     all at home       super.go
//	farben      by colour     arrival, duty     all at home       farben.go
//	…-simple    same colour   arrival, duty     all at home       farben.go
//	guard       steps, chains duty but for one  all at home       guard.go
//	xxl         steps, chains                   all at home       xxl.go, its armies, too
//	connection2 steps, chains                   all on an edge    connection2.go, its armies, too
//	treff       steps, chains arrival, duty     kinds at home     treff.go, its armies, too
//	doppel      steps, chains arrival, duty     kinds at home     doppel.go, its armies, too
//	two-colour  steps, chains arrival, duty     kinds at home     twocolour.go, its armies, too
//
// # How to add a rule set or a game
//
//  1. Here: a file with a [Rules] value, its parts written straight from the rules
//     with their sentences, and its line in the table in rules.go. From then on
//     commands, completion, errors, reports and tablebases know it. New armies are
//     an [Armies] value in the same file.
//  2. In package retrograde: the same rules for whole rows, from the parts in its
//     rules.go or in a file of its own, and its line in the table there. They are
//     written anew, so that check.All, which goes by package duel, checks them.
//  3. The rules in words in the decisions below, examples in TestTurns and
//     TestEndings. The tests compare the solver with a plain one and with the checker
//     for all rule sets of the table; one written apart from both plays from the text
//     of the rules (referee_test.go, tabletop_test.go there).
//
// What goes without touching anything else: other start areas and goals that the
// half turn, or another symmetry of the board that undoes itself, takes to the
// opponent's, other conditions, other endings,
// turns that exchange men or change both armies (special turns), positions that may
// not be entered, another limit of turns.
//
// What these packages do not know yet, and where it would go:
//
//   - men of more than two kinds, or kinds that move differently: a set more in [View],
//     with its notation in position.go; ranks by kind in retrograde's space and in
//     tablebase's numbering;
//   - men that are placed, captured or leave the board, sides of different numbers:
//     a table for each number of men (the space takes one), solved in the order in
//     which turns lead from one to the other;
//   - turns that cannot be taken back by the same generator (forward only): the
//     kernel's reach is its own inverse; it needs a second one, or no inverse at all
//     where every turn raises a count;
//   - dice: values are chances there, for which there is no engine.
//
// # Decisions
//
// Where the printed rules are silent:
//
//   - A side without a legal turn loses. (The booklet says so for the clearing duty,
//     the paper for all of its game.) Under rules that restrict turns by the colour
//     of cells it is no fault of the side: it passes, unless the clearing duty holds.
//     Two sides that both pass do so for ever, which is a draw.
//   - Arrival: a man that stands in its goal court has arrived, however it came
//     there; its turns end in the goal court. The position alone decides this. Cells
//     that it only touches on the way do not count; by another reading,
//     arrival=strict, it must not touch one outside the court either.
//   - Clearing duty: the opponent "has emptied his court" while none of his men
//     stands in it. Then, as long as a man of mine stands in my court, I must make
//     a turn from a cell of my court to one outside it. If no man can leave, I must
//     bring one nearer to leaving: from a cell of my court to another one from
//     which fewer steps lead out of it on an empty board. If no man can do that
//     either, I have lost. Turns of men outside are not legal as long as one of
//     these duties lasts.
//   - Swap: it is for who cannot enter, so every cell of the goal court must be
//     occupied, by whomever; with an empty one there is an ordinary way in. The man
//     stands outside the court, on a cell next to that of the enemy man in it. The
//     swap is the whole turn, arrival and clearing duty apply to it as to a step. A swap that
//     takes both sides' last men to their goals wins for who made it; one that
//     takes only the opponent's last man home wins for the opponent at once. (If only
//     who has moved could win, a side that the opponent takes home would have to move
//     first: its court is full, and arrival keeps its men there, so it would have no
//     turn and lose with all its men at home.)
//   - Filled: the rules say "filled, by whomever", which is true before the first
//     turn. Here at least one of the men in the court must be one's own.
//   - Booklet, filled and online: a position whose side to move has all men in its
//     goal cannot arise, the game was over before; it counts as illegal. So do, in
//     swap, no positions: there the opponent's swap may have done it.
//   - Paper: a turn into an illegal position is not legal; if no other is left, the
//     side to move has lost. The rule for 6 men about a tip shut in is applied on
//     boards with six directions only; on the square a diagonal step leads in.
//   - Online: the game is printed for the free rules: no arrival, no clearing duty;
//     the limit stands in its place. The 50 turns are those of each side, 100 in
//     all. From then on, after every turn, a side with a man in its own court has
//     lost; if both have one it is a draw. A position that occurs for the third time
//     is a draw only after more than 51 turns of each side, counted from then on. So
//     nothing before hangs on what has been, and after it a win is forced at a
//     distance that falls with every turn, in which no position comes twice: values
//     are those of the position, with the number of turns made up to the limit.
//   - Farben: a1 is dark (the booklet does not say which corner is), so that of the
//     courts' 19 cells 9 are; other readings: dark=odd. A man in the goal court may
//     make any turn that ends in it; a translation has all courts: free-courts=all.
//     There is no such thing in farben-simple. Both are played on the square, where
//     cells have two colours.
//   - Treff and doppel: a man in the goal court has arrived, also on a cell that is not
//     for its kind, and may move within the court. Doppel's pattern is known from a lost
//     picture only: pattern=checker, the dark cells; layers, the outer diagonals; rows,
//     the upper rows; or a list of cells of the first side's court (a1+c1). Two men
//     stand on a2 and b1, of which b1 is red. With three all patterns that look alike
//     from both sides are the corner and the other two.
//   - Two-colour: a man's goal court is that of its own colour. The clearing duty is
//     about both own points together: it holds when no man of the opponent stands in
//     either of his, and then a man in either own point is to leave both. By
//     points=own the goal of each colour is the own point of the other one; men who
//     stand in their goal count as out of their court there, since arrival keeps them.
//   - XXL: the two sides of the printed game for two or three begin in points with
//     one empty point between them; the second one's is the next but one clockwise.
//   - Connection2: on the rhombus of n×n cells, n men a side, which is the family of
//     small boards (13 men on the star are 15 less two and 3·4+1, which agree there
//     only). A line begins at the own corner, as one translation says; the German text
//     has any: goal=any. An army on a line has won as soon as it stands there after
//     its own turn.
//   - Start areas: 1 the tip; 2 the tip and the left cell of row 2, seen from the
//     tip; 3, 6, 10 triangles; 4 the tip, row 2 and the middle of row 3 (on the
//     square the block of 2×2); 9 the block of 3×3, on the square.
//
// # Stability
//
// Within a major version a rule set of a name and number keeps its meaning and its
// games their fingerprints; a change of rules has another number. Rule sets may be added.
package duel
