/** What things are worth to a bot, in points unless said otherwise. Estimated, and checked by play. */
export const WEIGHTS = {
  /** Points that make a seat the favourite by e to 1: at the end, and more for each round still to come. */
  spread: 4,
  spreadPerRound: 1.2,
  /** Resources: what one is worth above a leftover if it is needed, and if it is not. */
  needed: 0.4,
  spare: 0.1,
  /** So many of each kind are needed besides what the hand costs; goods are needed by everybody. */
  reserve: 3,
  reserveOfGoods: 5,
  /** In resources, each round. */
  mayor: 1,
  admiral: 0.9,
  general: 1.5,
  /** Of what a land pays, by the strength there against each rival who has not placed yet. */
  rival: 0.6,
  /** Of what a card in hand would bring: if it can be paid, and if it cannot yet. */
  payable: 0.9,
  unpaid: 0.6,
  /** How often an effect is called up by another card, each round. */
  calledUp: 0.35,
  /** By how much what is counted at the end still grows, each round; of an end effect whose condition is not met yet. */
  growth: 0.08,
  hopedFor: 0.4,
  /** Being ahead in the resource of a majority card. */
  majority: 0.4,
  /** Of what a card would bring, for the highest bid. */
  bid: 0.8,
  /** A card from the event fields without a price. */
  freeCard: 2,
  /** Not having passed. */
  active: 0.5,
} as const
