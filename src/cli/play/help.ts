/** What can be typed while playing. */

export const KEYS = '? help · b board · m moves · l log · u step back · q quit'

export const HELP = `A move is chosen by numbers: its kind first, then each part. Several numbers on one line answer several questions.

  1 2 ...     the numbers on the screen
  some words  only the moves whose sentences have them: castle row 3
  { ... }     a move as JSON; the rules say whether it is allowed
  u           takes the last step of a half-built move back
  m           all moves that are left, one by one
  n, p        the next and the previous page of a long list
  b           the board again
  l           what has happened lately; l all: since the beginning
  q           quits; the match is kept. So do Ctrl-C and the end of the input
  ?           this, and the rules of the game`
