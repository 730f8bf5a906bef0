/** What things are worth to a bot, in points unless said otherwise. Estimated, and checked by play. */
export const WEIGHTS = {
  /** Points that make a seat the favourite by e to 1: at the end, and more for each round still to come. */
  spread: 6,
  spreadPerRound: 1,
  /** Of the next two spaces on each track, for each turn still to come; less if the marker is held at a threshold. */
  progress: 0.12,
  held: 0.05,
  /** Of what majorities would score at the end of this turn: with a lead, with a tie, and one piece behind. */
  thisTurnWon: 0.95,
  thisTurnTied: 0.15,
  thisTurnBehind: 0.04,
  /** The same in the next turn: with a lead of two, of one, and with a tie. */
  nextTurnSafe: 0.5,
  nextTurnWon: 0.35,
  nextTurnTied: 0.12,
  /** A turn that is still to come in this round, above what is hoped for in each turn. */
  turn: 1.6,
  /** The turn under way, above what can be counted of it. */
  ownTurn: 1.3,
  /** A space that the seat may still choose. */
  space: 1.5,
  /** A majority at the tower, at the rampart. */
  tower: 0.8,
  rampart: 0.8,
  /** Above the point that it is worth in the end, while there are turns to use it. */
  chip: 0.8,
  counsellor: 0.5,
  /** An action left, a card in hand: cards are dearer the fewer are left, because the last one brings two spaces. */
  action: 0.8,
  card: 1,
  /** Of the points that a secret domain card will bring, and of those for being alone ahead on its track. */
  hiddenDomain: 0.9,
  lead: 0.8,
  /** An agent outside the castle. */
  outside: -1,
} as const
