// Package contest defines the games of the booklets that are no races of equal
// armies: men are placed, captured, leave the board, or only go forward. Their rules
// are written for clarity, straight from the booklets' words, on boards of at most 64
// cells on which men can stand.
//
// # Vocabulary
//
// A position is the sets of men and what else belongs to it: whose turn it is, how
// many men are still in hand. A turn is its result: two ways of play to the same
// position are one. A level is a number that no turn raises: men left to place, men
// left on the board, rows still to go. Positions of one level are solved after all
// of lower ones; within a level turns may lead back or not. Positions are numbered
// within their level, exactly. The value of a position is what it is worth to its
// side to move with perfect play: won, lost (in so many turns) or drawn, or, in games
// with scores, how much more the side will gain from there on. In games with dice it is
// a chance: the expected score, a win 1, a draw ½, a loss 0, between two proven bounds.
//
// # How to add a game
//
//  1. A file with its [Kind] and a type that implements [Rules], and its line in the
//     table in kind.go. From then on commands, completion, errors, lists and files
//     know it. field.go has boards and neighbours, numbering.go and advance.go number
//     positions, symmetry.go finds canonical ones.
//  2. If turns within a level can lead back, [Backward] makes solving them fast.
//  3. If turns depend on dice, [Dice] has what is needed besides.
//  4. In the tests of package levels a plain game of its own, written from the
//     booklets' words again.
//
// # Decisions
//
// Where the booklets are silent:
//
//   - Dutch: on smaller boards the far rows are as many as a side has rows of men. No
//     side can be kept from its turn by its own fault, so it passes (--stuck loses:
//     it has lost, which makes a waiting game of the race).
//   - Le Zug: the picture with the men in front of the full row is lost; they stand as
//     near to its middle as they can (--start has other places). Whether a station is
//     closed is judged before the turn. A row of four of the booklet's 17 is a station's
//     depth; small boards have two.
//   - Gomoku: more men in a row than needed win, too. The advice to block a row of
//     three is advice. A side that cannot move passes. Two a side who share a colour
//     are the game for two. Three and four, each for himself, have gomoku-several:
//     the first row ends the game, whoever has it, so together all cannot have one.
//   - Connection for three is no game here (for two it is connection2, a race). A line on
//     a star of size s needs 3s+1 men. On that of size 1 the fourth men of all three would
//     begin on the same hole, the middle one; three armies of 7 stand on that of size 2 in
//     1.5·10¹⁹ ways, three of 6 on a triangle of side 6, the smallest with holes that stay
//     free, in 6.8·10¹⁰. What one can force alone needs no table: nothing. The far ends of
//     both lines from his own tip are the tips of the two others; each leaves a man there
//     and moves his other twelve, which thirteen men cannot all hem in. All together need
//     25 turns at least until the first player has a line, for nine of his men begin off
//     each of the two; how many it takes is open.
//   - Top Secret: men leave over the rim of the whole board, by a step or as the end
//     of a chain. A side without a turn has lost, as in the basic game.
//   - Cats and mice: cats may chain their jumps (--cat-chain=false: they may not) and
//     move first after setting up (--first mice). The cats win when fewer mice are left
//     than can hem in all cats anywhere on the board; how many that is, is worked out.
//   - Tippy: men stand in cells, not on crossing points. A game goes on until all men are
//     placed, even if nothing can be captured any more. For three and four who have no
//     single value there is tippy-several: the score of the player who is meant counts
//     alone, not what others take from each other. Four enclosing men are of one colour
//     (--enclosing mixed, as other booklets of the time have it: of any but the enclosed
//     one's; who places the last of them keeps what they enclose).
//   - Games of three and four have no single value. Worked out is what one player can do
//     alone, against all others as one side, for whom endless play counts; or what all
//     reach together. They are two-sided games then: aim.go.
//   - Several, gefangen 1, team: on the star three sit in S, NW and NE, four in SW, NW,
//     NE and SE; on the square four in the corners; turns go clockwise. A court of so many
//     men is filled in rows from the tip, the last one from its middle outwards. A player
//     without a turn has lost: of several he is out, in a team the team has lost. Who is
//     out moves no more and his men are jumped like others (gefangen 1 takes off those in
//     his own court, which alone the booklet names; --remove all). The duty holds while
//     any other player who is still in has no man in his own court. The last one in
//     wins. Until all are home, who is home is left out of the turns, and nobody may be
//     out. In a team who moves his partner's men is bound by the partner's arrival, not
//     by his clearing duty, which holds in the partner's own turns.
//   - Würfel-Halma: all that can be done with a roll must be, for with free choice a
//     player could sit in his court for ever (--reading may). A chain lands on no cell
//     twice, its own included, else any odd number would be made by jumping to and fro
//     (--revisit). The duty to clear chooses among the results of a roll: those with
//     fewer men in the court, else those with men nearer to leaving it, else any. Who
//     has no other result than the old position passes; if no roll gives either side
//     another one, the game is drawn. Two men stand on a2 and b1.
//   - Rakado: for two; of three, who have no single value (rakado3, on the star), what one
//     can make sure of against the others together: who shares the most men at home has
//     half a win. The three forward directions
//     of the square are lines (--lines ahead: one; folk, known from other descriptions:
//     one, but captures along diagonals forward and sideways, too), on the star the two.
//     There who is home may move on inside the goal, but captures nobody. The game ends
//     when no roll moves any man of either side, and who has more men home has won, equal
//     is a draw; after the highest face the same side rolls again, also if it could not
//     move. Captures are compulsory; by --huff, the penalty for one that is overlooked, who
//     could capture may move otherwise, and the other side, before anybody rolls, takes
//     off one of the men that could have captured, where it stands then.
//   - Gefangen 2: turns that jump the same men and end with the same men on the board
//     are one. A landing outside the hexagon ends a turn at once.
//
// # Stability
//
// Within a major version a game of a name and version keeps its meaning, and with the
// same options its fingerprint. Games and options may be added.
package contest
