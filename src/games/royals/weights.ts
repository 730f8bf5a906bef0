/** What things are worth to a bot, in points unless said otherwise. Found by playing against itself. */
export const WEIGHTS = {
  /** Points that make a seat the favourite by e to 1: at the end, and more for each turn still to come. */
  spread: 6,
  spreadPerTurn: 0.4,
  /** What a marker is worth that one may not see. */
  hiddenMarker: 5,
  /** Influence by which a lead is safe: at a scoring, and more for each turn until then. */
  influenceLead: 0.34,
  influenceLeadPerTurn: 0.28,
  /** Influence that a card in hand promises in its country. */
  influenceOfCard: 0.44,
  /** The same of cubes on a title, until the end of the match. */
  cubesLead: 0.12,
  cubesLeadPerTurn: 0.03,
  /** Of the next marker: for a cube in nearly every city of a country, on nearly every title. */
  country: 0.6,
  nobleHouse: 1,
  /** Of what the best position would bring that the cards of a country can buy. */
  purchase: 0.27,
  /** What such a position brings: for its influence in each scoring still to come, and for each card that its title needs. */
  purchaseInfluence: 0.53,
  purchaseTitle: 0.05,
  /** How much of that is left if another seat holds it. */
  takeOver: 0.8,
  /** Each country card, intrigue card and cube in supply. */
  card: 1.05,
  intrigue: 0.45,
  cube: 0.1,
  /** So many turns before the end they begin to lose their worth. */
  handTurns: 3,
  /** What a turn brings, and the last one of the match. */
  turn: 8,
  lastTurn: 10,
  /** Country cards that a seat draws in a turn, and the part of the cards that come back for the next epoch. */
  cardsPerTurn: 3,
  laterDeck: 0.67,
} as const
