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
  cubesLead: 0.12,
  cubesLeadPerTurn: 0.03,
  /** Of the next marker, for being nearly everywhere. */
  country: 0.6,
  nobleHouse: 1,
  /** A position that cards in hand can buy. */
  purchase: 0.27,
  purchaseInfluence: 0.53,
  purchaseTitle: 0.05,
  takeOver: 0.8,
  withoutIntrigue: 0.9,
  card: 1.05,
  intrigue: 0.45,
  cube: 0.1,
  cardsPerTurn: 3,
  laterDeck: 0.67,
}
