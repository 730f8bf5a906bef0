/** What things are worth to a bot, in points unless said otherwise. Found by playing against itself. */
export const WEIGHTS = {
  /** Points that make a seat the favourite by e to 1: at the end, and more for each turn still to come. */
  spread: 6,
  spreadPerTurn: 0.4,
  /** What a marker is worth that one may not see. */
  hiddenMarker: 5,
  /** Influence by which a lead is safe: at a scoring, and more for each turn until then. */
  influenceLead: 0.4,
  influenceLeadPerTurn: 0.179,
  /** Influence that a card in hand promises in its country. */
  influenceOfCard: 0.231,
  cubesLead: 0.192,
  cubesLeadPerTurn: 0.0268,
  /** Of the next marker, for being nearly everywhere. */
  country: 0.7,
  nobleHouse: 0.7,
  /** A position that cards in hand can buy. */
  purchase: 0.5,
  purchaseInfluence: 1.28,
  purchaseTitle: 0.0394,
  takeOver: 1.99,
  withoutIntrigue: 1,
  card: 0.5,
  intrigue: 0.654,
  cube: 0.117,
  cardsPerTurn: 2.4,
  laterDeck: 0.679,
}
