// Written from the schemas by `npm run generate`. Do not edit.
import type { LeaveReason } from './shared.js'

/** What the host chooses about the rules. */
export type Options = {
  /** Cards, lands and start resources of the host; empty lists stand for the standard ones. */
  content: {
    /** All cards; empty for the standard deck. */
    deck: CardRow[]
    /** Rewards of the lands 1 to 10; empty for the standard ones. */
    lands: LandRow[]
    /** Start resources of each seat; empty for the standard ones. */
    start: Amount[]
  }
  /** The turn order before the first round: drawn, or seat 0 first and so on. */
  firstOrder: 'random' | 'seats'
}

/** Move. */
export type Move = {
  type: 'pickPair'
  /** One of them. */
  first: Resource
  /** The other one; no other seat may have the same pair. */
  second: Resource
} | {
  type: 'placeLeaders'
  /** The section of each mayor. */
  mayors: Section[]
  /** The land of each admiral. */
  admirals: number[]
  /** The land of each general. */
  generals: number[]
  /** Two seats only: the land of each buffer mayor. */
  buffers: number[]
} | {
  type: 'activate'
  /** Event field, 1 to 12. */
  field: number
  /** Your first bid: for an auction card, and only then. */
  bid?: number | undefined
} | {
  type: 'bid'
  /** Your bid: higher than the last, no more than you own. */
  amount: number
} | {
  type: 'dropOut'
} | {
  type: 'playCard'
  /** A card of your hand, such as `market/2`. */
  card: string
} | {
  type: 'chooseResource'
  /** The kind. */
  resource: Resource
} | {
  type: 'takeCard'
  /** The event field that it lies on, 1 to 12. */
  field: number
} | {
  type: 'pass'
}

/** A match of Medieval Realms as one viewer may know it. */
export type View = {
  /** What the host chose for this match. */
  options: Options
  /** The stage of the match. */
  stage: 'waiting' | 'pairs' | 'placement' | 'actions' | 'over'
  /** Round, 1 to 7; 0 before the first. */
  round: number
  /** Turn order, first to last. */
  order: number[]
  /** The start player; null before the start. */
  starter: number | null
  /** The seat that picks a pair or carries out its action; null if none does. */
  turn: number | null
  /** The twelve event fields, 1 first. */
  fields: ({
    /** Event field, 1 to 12. */
    field: number
    /** Goods for activating a simple or majority card here. */
    price: number
    /** The card here; null if it is gone. */
    card: string | null
  })[]
  /** Cards that come next, in this order. */
  coming: string[]
  /** Cards not seen yet, in the order of the box: their order in the deck is unknown. */
  deck: string[]
  /** Cards that are out of the game. */
  discarded: string[]
  /** Every seat, by number. */
  players: ({
    /** Seat number, from 0, clockwise. */
    seat: number
    /** Points so far. */
    points: number
    /** Resources it owns. */
    stock: {
      /** Goods. */
      goods: number
      /** Science. */
      science: number
      /** Culture. */
      culture: number
      /** Religion. */
      religion: number
      /** Gold. */
      gold: number
      /** Raw materials. */
      raw: number
      /** Combat. */
      combat: number
    }
    /** Mayors it owns, without buffers. */
    mayors: number
    /** Admirals it owns. */
    admirals: number
    /** Generals it owns. */
    generals: number
    /** Two with two seats, otherwise none. */
    buffers: number
    /** Cards in its hand, open to all: at most four, each of another colour. */
    hand: string[]
    /** Cards it has in play. */
    inPlay: string[]
    /** Whether it has passed in this round. */
    passed: boolean
    /** Whether it has left the match. */
    left: boolean
    /** The two resources picked at the start; empty before that. */
    pair: Resource[]
    /** Leaders of this round placed. */
    hasPlaced: boolean
    /** Your own; the others' once all are revealed, null until then. */
    placement: Placement | null
  })[]
  /** The auction under way; null if there is none. */
  auction: {
    /** The card that is sold. */
    card: string
    /** What bids are paid in. */
    currency: Currency
    /** The highest bid. */
    bid: number
    /** The seat that holds the highest bid. */
    bidder: number
    /** The seat that must raise or drop out. */
    speaker: number
    /** Seats not yet out. */
    bidders: number[]
  } | null
  /** What a seat must choose now, the first offer first; null if nothing is due. */
  choices: {
    /** The seat that chooses. */
    seat: number
    /** What it may choose, the first offer first. */
    offers: ({
      /** Where the choice comes from. */
      choice: ChoiceOf
      /** How many markers, or cards. */
      amount: number
      /** Kinds that may not be chosen. */
      except: Resource[]
    })[]
  } | null
  /** Lands in play. */
  lands: LandRow[]
  /** All kinds of cards in this match. */
  cards: ({
    /** Its id; single cards add a number: `fortress/2`. */
    id: string
    /** Its family. */
    family: Family
    /** Its name for people. */
    name: string
    /** How many such cards there are. */
    copies: number
    /** How it leaves its event field. */
    kind: Kind
    /** The colour of its seal. */
    colour: Colour
    /** What it is paid, compared or bid in. */
    currency: Currency
    /** Cost of playing it with this number of seats, before what comes on top; null in an auction. */
    amount: number | null
    /** A great personality. */
    personality: boolean
    /** Cost and effects in words; as data they are in the content of the game. */
    text: string
  })[]
  /** Seats that have left, the first leaver first. */
  leftInOrder: number[]
  /** Final places, best first; null until the end. */
  places: Placing[] | null
}

/** Something that happened in a match of Medieval Realms, as one viewer may know it. */
export type Notice = {
  type: 'OrderDrawn'
  /** First to last. */
  order: number[]
} | {
  type: 'FieldsFilled'
  /** From field 1 on, without a gap. */
  fields: string[]
  /** The coming cards, in order. */
  coming: string[]
  /** The cards that came from the deck. */
  drawn: string[]
} | {
  type: 'TurnBegan'
  /** The seat on turn. */
  seat: number
} | {
  type: 'PairPicked'
  /** The seat that did it. */
  seat: number
  /** One of them. */
  first: Resource
  /** The other one. */
  second: Resource
} | {
  type: 'RoundBegan'
  /** Round, 1 to 7. */
  round: number
} | {
  type: 'LeadersRevealed'
  /** One for each seat still playing. */
  placements: ({
    /** Whose leaders. */
    seat: number
    /** Where they stand. */
    placement: Placement
  })[]
} | {
  type: 'LandsFought'
  /** One for each land with a leader. */
  outcomes: ({
    /** Land of the realm map; 9 and 10 only with five seats. */
    land: number
    /** Seats with a leader there. */
    contenders: number[]
    /** The seat that receives the reward; null if nobody does. */
    controller: number | null
  })[]
} | {
  type: 'ResourcesProduced'
  /** One for each seat. */
  harvests: ({
    /** Who receives it. */
    seat: number
    /** What its mayors bring. */
    fromMayors: Amount[]
    /** What its lands bring. */
    fromLands: Amount[]
  })[]
} | {
  type: 'GoodsSupplied'
  /** Who received them. */
  seats: number[]
  /** How many each. */
  goods: number
} | {
  type: 'TurnOrderSet'
  /** First to last. */
  order: number[]
} | {
  type: 'CardTaken'
  /** The seat that did it. */
  seat: number
  /** Event field, 1 to 12. */
  field: number
  /** A card, such as `fortress/2`. */
  card: string
  /** Goods paid for activating it. */
  price: number
} | {
  type: 'MajorityDecided'
  /** The seat that activated it. */
  seat: number
  /** Event field, 1 to 12. */
  field: number
  /** A card, such as `fortress/2`. */
  card: string
  /** Goods paid for activating it. */
  price: number
  /** The seat that gets it; null: nobody, and the card is discarded. */
  receiver: number | null
} | {
  type: 'AuctionOpened'
  /** The seat that opened it. */
  seat: number
  /** Event field, 1 to 12. */
  field: number
  /** A card, such as `fortress/2`. */
  card: string
  /** Its bid. */
  bid: number
} | {
  type: 'BidRaised'
  /** The seat that did it. */
  seat: number
  /** The bid. */
  bid: number
} | {
  type: 'SeatDroppedOut'
  /** The seat that is out. */
  seat: number
  /** True if it could not raise. */
  forced: boolean
} | {
  type: 'AuctionWon'
  /** The winner. */
  seat: number
  /** A card, such as `fortress/2`. */
  card: string
  /** What was paid. */
  currency: Currency
  /** How much was paid. */
  amount: number
} | {
  type: 'CardPlayed'
  /** The seat that did it. */
  seat: number
  /** A card, such as `fortress/2`. */
  card: string
  /** What was paid. */
  currency: Currency
  /** How much was paid. */
  amount: number
} | {
  type: 'EffectResolved'
  /** Its owner. */
  seat: number
  /** The card whose effect it is. */
  card: string
  /** Points gained. */
  points: number
  /** Resources gained. */
  gains: Amount[]
  /** Leaders gained. */
  leaders: ({
    /** The kind. */
    leader: Leader
    /** How many. */
    count: number
  })[]
} | {
  type: 'ChoiceOffered'
  /** The seat that chooses. */
  seat: number
  /** Where the choice comes from. */
  choice: ChoiceOf
  /** How many markers, or cards. */
  amount: number
  /** Kinds that may not be chosen. */
  except: Resource[]
} | {
  type: 'CardReceived'
  /** The seat that took it. */
  seat: number
  /** Event field, 1 to 12. */
  field: number
  /** A card, such as `fortress/2`. */
  card: string
} | {
  type: 'ChoiceLapsed'
  /** The seat that would have chosen. */
  seat: number
  /** Where the choice comes from. */
  choice: ChoiceOf
  /** How many markers, or cards. */
  amount: number
} | {
  type: 'ResourceChosen'
  /** The seat that did it. */
  seat: number
  /** Where the choice comes from. */
  choice: ChoiceOf
  /** The kind. */
  resource: Resource
  /** How many markers, or cards. */
  amount: number
} | {
  type: 'SeatPassed'
  /** The seat that passed. */
  seat: number
  /** True if it could do nothing else. */
  forced: boolean
} | {
  type: 'RoundEnded'
  /** Round, 1 to 7. */
  round: number
} | {
  type: 'CardsDiscarded'
  /** The cards. */
  cards: string[]
} | {
  type: 'SeatLeft'
  /** The seat that left. */
  seat: number
  /** Why it left. */
  reason: LeaveReason
} | {
  type: 'SeatScored'
  /** Whose score. */
  seat: number
  /** What each of its cards in play scores now. */
  byCards: ({
    /** A card, such as `fortress/2`. */
    card: string
    /** Points it scores. */
    points: number
  })[]
  /** Points for resources left: one for two. */
  leftovers: number
  /** Points for great personalities in play. */
  personalities: number
  /** All points, those of the rounds included. */
  total: number
} | {
  type: 'MatchEnded'
  /** Every seat, best place first. */
  places: Placing[]
} | {
  type: 'LeadersPlaced'
  /** The seat that did it. */
  seat: number
  /** Only your own, until all are revealed; null for others. */
  placement: Placement | null
}

/** What lies in the box of Medieval Realms. */
export type GameContent = {
  /** The standard deck: cost, surcharge, effects and conditions of every kind of card. */
  cards: CardRow[]
  /** The standard rewards of the lands. */
  lands: LandRow[]
  /** The standard resources of each seat at the start, without the pair it picks. */
  start: Amount[]
  /** Leaders at the start. */
  leaders: ({
    /** The kind. */
    leader: Leader
    /** How many each seat has at the start. */
    count: number
    /** Strength on a land; 0 for mayors, who stand on none. */
    strength: number
  })[]
  /** Strength of a buffer mayor, who can keep others off a land and never wins it. */
  bufferStrength: number
  /** The event fields. */
  fields: ({
    /** Number of the field. */
    field: number
    /** Goods for activating a simple or majority card there. */
    price: number
  })[]
  /** Fields of coming cards. */
  comingFields: number
  /** What depends on the number of seats. */
  seatFigures: ({
    /** Number of seats. */
    seats: number
    /** Lands in play, from 1. */
    lands: number
    /** Fields, from 1, whose cards are discarded when a round ends. */
    swept: number
    /** Buffer mayors of each seat. */
    buffers: number
  })[]
  /** Rounds of a match. */
  rounds: number
  /** Cards in a hand, at most. */
  handLimit: number
  /** Goods that every seat receives each round. */
  suppliedGoods: number
  /** At each multiple of this many points a seat chooses a marker. */
  bonusEvery: number
  /** Resources left that are worth a point at the end. */
  resourcesPerPoint: number
  /** Points for 0, 1, 2 ... great personalities in play; more than the last are worth no more. */
  personalityPoints: number[]
}

/** One kind of card. */
export type CardRow = {
  /** Letters, digits and hyphens; the second copy of `war` is the card `war/2`. */
  id: string
  /** Its family. */
  family: Family
  /** Its name for people. */
  name: string
  /** How many such cards there are. */
  copies: number
  /** How it leaves its event field. */
  kind: Kind
  /** The colour of its seal. */
  colour: Colour
  /** What it costs. */
  cost: {
    /** What it is paid in. */
    pay: Currency
    /** One figure, or four: for 2, 3, 4 and 5 seats. None in an auction. */
    amounts: number[]
    /** More for each thing counted by plusPer. */
    plus: number
    /** What the surcharge is counted by. */
    plusPer: Count
  }
  /** What it does. All of one moment are worked out together, from the position before them. */
  effects: ({
    /** When it happens. */
    when: 'played' | 'cardPlayed' | 'production' | 'end'
    /** With cardPlayed: another own card of these colours. */
    colours: Colour[]
    /** What it gives. */
    gain: 'points' | 'goods' | 'science' | 'culture' | 'religion' | 'gold' | 'raw' | 'combat' | 'mayor' | 'admiral' | 'general' | 'choice' | 'card'
    /** How much for each thing counted by per. */
    amount: number
    /** Multiplies the amount. */
    per: Count
    /** Nothing is gained unless this count is high enough. */
    condition: Count
    /** The least count that meets the condition. */
    atLeast: number
    /** With choice: kinds that may not be chosen. */
    except: Resource[]
  })[]
  /** A great personality: several are worth more at the end. */
  personality: boolean
}

/** The family of a card: what follows is said of the standard deck. */
export type Family = 'fortress' | 'market' | 'leader' | 'city' | 'territory' | 'island' | 'war' | 'artist' | 'missionary' | 'scientist' | 'development' | 'gallery' | 'cathedral' | 'tithe' | 'inquisition' | 'gunpowder' | 'university' | 'harbour'

/** How a card leaves its event field. */
export type Kind = 'simple' | 'majority' | 'auction'

/** The colour of a seal. No hand holds two cards of one colour. */
export type Colour = 'orange' | 'red' | 'yellow' | 'green' | 'grey' | 'turquoise' | 'black' | 'violet' | 'white' | 'blue'

/** What a cost is paid in: resources, or leaders who are then gone. */
export type Currency = 'goods' | 'science' | 'culture' | 'religion' | 'gold' | 'raw' | 'combat' | 'mayor' | 'admiral' | 'general'

/** Something of a seat that is counted. */
export type Count = 'one' | 'mayors' | 'strength' | 'colours' | 'orangeCards' | 'redCards' | 'yellowCards' | 'greenCards' | 'greyCards' | 'turquoiseCards' | 'blackCards' | 'violetCards' | 'whiteCards' | 'blueCards'

/** A kind of resource marker. */
export type Resource = 'goods' | 'science' | 'culture' | 'religion' | 'gold' | 'raw' | 'combat'

/** What the seat that controls a land receives. */
export type LandRow = {
  /** Number of the land. */
  land: number
  /** What its controller receives each round. */
  rewards: Amount[]
}

/** Markers of one kind. */
export type Amount = {
  /** The kind. */
  resource: Resource
  /** How many markers. */
  amount: number
}

/** A section of the administration. */
export type Section = 'goods' | 'science' | 'culture' | 'religion' | 'gold' | 'raw'

/** Where each leader of a seat stands. */
export type Placement = {
  /** The section of each mayor. */
  mayors: Section[]
  /** The land of each admiral. */
  admirals: number[]
  /** The land of each general. */
  generals: number[]
  /** The land of each buffer mayor. */
  buffers: number[]
}

/** Where a choice comes from. */
export type ChoiceOf = 'card' | 'bonus' | 'eventField'

/** The final place of a seat. */
export type Placing = {
  /** Seat number, from 0, clockwise. */
  seat: number
  /** Final place, 1 for the winner; seats that tie share one. */
  place: number
  /** Points at the end. */
  score: number
}

/** A kind of leader. */
export type Leader = 'mayor' | 'admiral' | 'general'
