/**
 * What things are worth to a bot, in points unless said otherwise. Most were found by asking what seats had won more by the end that had them (least squares over positions
 * of some hundred matches), and all are checked by play.
 */
export const WEIGHTS = {
  /** Points that make a seat the favourite by e to 1: at the end, and more for each round still to come. */
  spread: 4,
  spreadPerRound: 0.8,
  /** Of the next space on each track, for each turn still to come; nothing if the marker is held at a threshold. */
  progress: 0.28,
  /** Of what majorities would score at the end of this turn: with a lead, with a tie, and one piece behind. */
  thisTurnWon: 0.95,
  thisTurnTied: 0.2,
  thisTurnBehind: 0.08,
  /** The same in the next turn: with a lead of two, of one, and with a tie. */
  nextTurnSafe: 1,
  nextTurnWon: 0.44,
  nextTurnTied: 0.25,
  /** A majority at the tower and at the rampart, in this turn and in the next: agents on the rampart are far from the rooms. */
  tower: 0.9,
  rampart: 0.6,
  nextTower: 0.7,
  nextRampart: -0.6,
  /** Each turn still to come, and above that the one of this round. */
  perTurn: 0.4,
  turn: 0.4,
  /**
   * The turn under way, above what can be counted of it: while acting, and while scoring. A search compares positions before and after the end of a turn, so these are such
   * that its outlook is on average the same however far it has looked.
   */
  acting: 0.2,
  scoring: 0.5,
  /** A space that the seat may still choose; of the points that a failed accusation will cost. */
  space: 1,
  loss: 0.75,
  /** Above the point that it is worth in the end, while there are turns to use it: using it up brings less than that. */
  chip: -0.4,
  counsellor: -0.1,
  /** An action left, a card in hand: cards are dearer the fewer are left, because the last one brings two spaces. */
  action: 0.7,
  card: 1.3,
  /** Of the points that a secret domain card will bring, and of those for being alone ahead on its track. */
  hiddenDomain: 0.9,
  lead: 0.45,
  /** One who can be accused, by how many clans it may have as far as the accuser knows. */
  suspect: [0, 3, 1.6, 1.2, 0.6, 0.6, 0.6],
  /** To be a seat that all others can accuse; to have been accused rightly, which must not look better than to hold a card. */
  exposed: -3,
  convicted: -1.7,
  /** A room with agents; to have one in the king's. */
  room: 0.75,
  besideKing: 0.4,
  /** A track on which the seat is alone ahead, before counsellors are given for that. */
  ahead: 0.44,
} as const
