/** What things are worth to a bot, in points unless said otherwise. Found by playing against itself. */
export const WEIGHTS = {
  /** Points that make a seat the favourite by e to 1: at the end, and more for each round still to come. */
  spread: 3,
  spreadPerRound: 0.8,
  /** Of the next two spaces on each track, for each turn still to come; less if the marker is held at a threshold. */
  progress: 0.12,
  held: 0.05,
  /** Of what the majorities of a seat would score now: at the end of this turn, and in its next turn. */
  thisTurn: 0.95,
  nextTurn: 0.35,
  /** Of a majority that lacks one piece. */
  nearly: 0.15,
  /** A space that the seat may still choose. */
  space: 1.5,
  tower: 0.8,
  rampart: 0.8,
  /** Above the point that it is worth in the end, while there are turns to use it. */
  chip: 0.8,
  counsellor: 0.5,
  action: 0.8,
  card: 1,
  hiddenDomain: 0.9,
  lead: 0.8,
  /** An agent outside the castle. */
  outside: -1,
}
