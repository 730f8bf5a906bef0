// Written from the schemas by `npm run generate`. Do not edit.
import type { LeaveReason } from './shared.js'

/** What the host chooses about the rules. */
export type Options = {
  /** When jokers may be used. */
  jokers: Jokers
  /** Who begins. */
  starter: Starter
  /** Colours by seat; black and white have 46 cubes, the others 36. Two seats play black and white in the order given here. */
  colours: Colour[]
  /** From three seats on everybody plays with 36 cubes, whatever the colour. */
  evenCubes: boolean
  /** The set of figures played with. */
  edition: Edition
  /** Figures that replace those of the edition; left out, none are replaced. */
  content?: {
    /** From Marshal to King. */
    titles?: TitleFigures[] | undefined
    /** All cities of the board. */
    cities?: CityFigures[] | undefined
    /** For a cube in every city of a country: the first seat, then the second. */
    countryMarkers?: MarkersByCountry | undefined
    /** Highest first; two seats play with the last one only. */
    nobleHouseMarkers?: number[] | undefined
    /** One for each epoch. */
    epochMarkers?: MarkersByCountry[] | undefined
  } | undefined
  /** When the discarded intrigue cards are shuffled to be drawn again; left out, atOnce. */
  intrigueRenewal?: IntrigueRenewal | undefined
}

/** Move. */
export type Move = {
  type: 'draw'
  /** From your second turn on, with the first card that you draw. */
  option?: DrawOption | undefined
  /** Drawn in this order. Name fewer than you must draw to look at a card first. */
  sources: ('france' | 'germanStates' | 'britain' | 'spain' | 'countryDeck' | 'intrigueDeck')[]
} | {
  type: 'claim'
  /** Name of a city, as the view spells it. */
  city: string
  /** The title of the position in this city. */
  title: Title
  /** The country cards you pay with; left out, the cheapest legal payment is used. */
  cards?: CountryPayment | undefined
} | {
  type: 'takeOver'
  /** Name of a city, as the view spells it. */
  city: string
  /** The title of the position in this city. */
  title: Title
  /** The country cards you pay with; left out, the cheapest legal payment is used. */
  cards?: CountryPayment | undefined
  /** The intrigue cards you pay with; left out, the cheapest legal payment is used. */
  intrigue?: IntriguePayment | undefined
} | {
  type: 'endPlay'
} | {
  type: 'discard'
  /** The country cards to discard. */
  cards: CountryPayment
  /** The intrigue cards to discard. */
  intrigue: IntriguePayment
}

/** A match of Royals as one viewer may know it. */
export type View = {
  /** What the host chose for this match. */
  options: {
    /** When jokers may be used. */
    jokers: Jokers
    /** How the starter was found. */
    starter: Starter
    /** The order in which colours go to seats. */
    colours: Colour[]
    /** Whether everybody plays with 36 cubes, from three seats on. */
    evenCubes: boolean
    /** The set of figures played with. */
    edition: Edition
    /** When the intrigue deck is renewed. */
    intrigueRenewal: IntrigueRenewal
    /** The host has replaced figures of the edition; the view shows those in play. */
    ownFigures: boolean
  }
  /** Number of the epoch; 0 before the start. */
  epoch: number
  /** Number of the round; 0 before the start. */
  round: number
  /** The third epoch has ended: the match ends with this round. */
  lastRound: boolean
  /** The seat that begins every round; null before the start. */
  starter: number | null
  /** The seat on turn; null before the start and after the end. */
  turn: number | null
  /** The part of the turn; null if nobody is on turn. */
  stage: 'draw' | 'play' | 'discard' | null
  /** The option chosen in this turn; null before that and in a first turn. */
  drawOption: DrawOption | null
  /** Country cards still to be drawn in this turn. */
  owedCards: number
  /** Intrigue cards still to be drawn in this turn. */
  owedIntrigue: number
  /** Open country cards; three at the beginning of a turn. */
  display: Country[]
  /** Country cards left in the deck. */
  countryDeckCount: number
  /** Number of shuffles of this deck, the first one included. */
  countryShuffle: number
  /** Country cards on the discard pile. */
  countryDiscard: CountryCards
  /** Intrigue cards left in the deck. */
  intrigueDeckCount: number
  /** Number of shuffles of this deck, the first one included. */
  intrigueShuffle: number
  /** Intrigue cards on the discard pile. */
  intrigueDiscard: IntrigueCards
  /** Country cards whose place you do not know: in the deck or in hands of others. */
  unseenCards: CountryCards
  /** Intrigue cards whose place you do not know: in the deck or in hands of others. */
  unseenIntrigue: IntrigueCards
  /** The most of each kind of the unseen country cards that may be in the deck, which was shuffled from cards that everybody saw. Others are in hands. */
  deckCards: CountryCards
  /** The most of each kind of the unseen intrigue cards that may be in the deck, which was shuffled from cards that everybody saw. Others are in hands. */
  deckIntrigue: IntrigueCards
  /** Hidden cards in the hands that you may not see, all together, when their deck was last shuffled: their kinds follow from what was shuffled. */
  heldUnseen: Hand
  /** All 16 cities, by country. */
  cities: ({
    /** Its name, by which moves call it. */
    city: string
    /** The country it lies in. */
    country: Country
    /** Points of the city marker, for the first seat in the city. */
    bonus: number
    /** Whether that marker is gone. */
    markerTaken: boolean
    /** The seat that everybody saw take the marker; null while it lies here. */
    taker: number | null
    /** Its one or two positions. */
    positions: ({
      /** Its title. */
      title: Title
      /** Country cards needed. */
      needed: number
      /** Influence of its holder in the country. */
      influence: number
      /** The seat whose cube is here; null if it is free. */
      holder: number | null
    })[]
    /** Displaced cubes on the city field: no influence, but they count for the country bonus. */
    displaced: Cubes[]
  })[]
  /** The seven titles, from the lowest rank to the highest. */
  titles: ({
    /** The title. */
    title: Title
    /** Country cards needed for a position with this title. */
    needed: number
    /** Points of the whole marker. */
    value: number
    /** Cubes on the title; seats without any are left out. They stay to the end. */
    cubes: Cubes[]
  })[]
  /** Markers for a cube in every city, by country. */
  countryMarkers: ({
    /** The country. */
    country: Country
    /** Points of the better marker. */
    higher: number
    /** Points of the other marker. */
    lower: number
    /** Country markers taken so far, the higher one first. */
    taken: number
    /** The seats that everybody saw take them, the higher one first. */
    takers: number[]
  })[]
  /** Markers for a cube on all seven titles. */
  nobleHouses: {
    /** Points of the markers in play, highest first. */
    values: number[]
    /** Markers taken so far, the highest first. */
    taken: number
    /** The seats that everybody saw take them, the highest first. */
    takers: number[]
  }
  /** Markers of the three epoch scorings, by epoch and country. */
  epochMarkers: ({
    /** Number of the epoch, 1 to 3. */
    epoch: number
    /** The country. */
    country: Country
    /** Points of the better marker. */
    higher: number
    /** Points of the other marker. */
    lower: number
    /** Markers awarded; null before the scoring. */
    awarded: number | null
    /** The seats that everybody saw take them, the higher one first; empty before the scoring. */
    takers: number[]
  })[]
  /** Every seat, by number. */
  players: ({
    /** Seat number, from 0. */
    seat: number
    /** Its colour. */
    colour: Colour
    /** Cubes in supply; a claim or takeover takes two. */
    cubes: number
    /** Country cards in its hand. */
    cardCount: number
    /** Intrigue cards in its hand. */
    intrigueCount: number
    /** Country cards that everybody knows to be in this hand: taken from the display, not laid down since. */
    shown: CountryCards
    /** Markers it has won. */
    markerCount: number
    /** Your own; every hand after the end; null if you may not see it. */
    hand: Hand | null
    /** Your own; everybody’s after the end; null if you may not see them. */
    markers: ({
      /** What it was won for. */
      kind: 'city' | 'country' | 'nobleHouse' | 'epoch' | 'title' | 'halfTitle'
      /** City, country or title; for an epoch marker country and year. */
      of: string
      /** What it is worth. */
      points: number
    })[] | null
    /** Sum of the markers; null if you may not see them. */
    points: number | null
    /** Whether it has left the match. */
    left: boolean
    /** What everybody can tell about its hidden cards since the decks were last shuffled. */
    sinceShuffle: {
      /** Of country cards; null if none was hidden in this hand when they were last shuffled. */
      cards: {
        /** Hidden country cards in this hand when the deck was last shuffled. */
        count: number
        /** Those cards, if you may see them; else null. */
        held: CountryCards | null
        /** Hidden country cards that this hand has laid down since. */
        laid: CountryCards
        /** What is known from the hand having become smaller than it was at the shuffle, the oldest first. */
        proofs: ({
          /** So many at least. */
          count: number
          /** Among these cards that were laid down. */
          among: CountryCards
        })[]
      } | null
      /** Of intrigue cards; null if none was hidden in this hand when they were last shuffled. */
      intrigue: {
        /** Hidden intrigue cards in this hand when the deck was last shuffled. */
        count: number
        /** Those cards, if you may see them; else null. */
        held: IntrigueCards | null
        /** Hidden intrigue cards that this hand has laid down since. */
        laid: IntrigueCards
        /** What is known from the hand having become smaller than it was at the shuffle, the oldest first. */
        proofs: ({
          /** So many at least. */
          count: number
          /** Among these cards that were laid down. */
          among: IntrigueCards
        })[]
      } | null
    }
  })[]
  /** Seats that have left, the first leaver first. */
  leftInOrder: number[]
  /** Final places, best first; null until the end. */
  places: Placing[] | null
  /** What is left in the two decks, for the referee; null for everybody else. */
  decks: Hand | null
}

/** Something that happened in a match of Royals, as one viewer may know it. */
export type Notice = {
  type: 'MatchBegan'
  /** The seat that begins every round. */
  starter: number
} | {
  type: 'TurnBegan'
  /** The seat on turn. */
  seat: number
  /** Number of the round, from 1. */
  round: number
  /** Country cards to draw in a first turn; null in every later turn. */
  firstDraw: number | null
} | {
  type: 'DrawOptionChosen'
  /** The seat that did it. */
  seat: number
  /** What it chose. */
  option: DrawOption
  /** Country cards it must draw. */
  owedCards: number
  /** Intrigue cards it must draw. */
  owedIntrigue: number
} | {
  type: 'DisplayCardTaken'
  /** The seat that did it. */
  seat: number
  /** The card. */
  country: Country
} | {
  type: 'IntrigueDeckRenewed'
  /** Number of shuffles of this deck, the first one included. */
  shuffle: number
} | {
  type: 'PositionClaimed'
  /** The seat that did it. */
  seat: number
  /** The city of the position. */
  city: string
  /** Its title. */
  title: Title
  /** The country cards laid down. */
  cards: CountryCards
} | {
  type: 'PositionTakenOver'
  /** The seat that did it. */
  seat: number
  /** The city of the position. */
  city: string
  /** Its title. */
  title: Title
  /** The seat that held it before. */
  from: number
  /** The country cards laid down. */
  cards: CountryCards
  /** The intrigue cards laid down. */
  intrigue: IntrigueCards
} | {
  type: 'CityMarkerTaken'
  /** The seat that did it. */
  seat: number
  /** Name of a city, as the view spells it. */
  city: string
  /** Points of the marker. */
  points: number
} | {
  type: 'CountryMarkerTaken'
  /** The seat that did it. */
  seat: number
  /** The country. */
  country: Country
  /** Points of the marker. */
  points: number
} | {
  type: 'NobleHouseMarkerTaken'
  /** The seat that did it. */
  seat: number
  /** Points of the marker. */
  points: number
} | {
  type: 'PlayEnded'
  /** The seat that did it. */
  seat: number
  /** Country cards above the limit of 12, to be discarded. */
  surplusCards: number
  /** Intrigue cards above the limit of 4, to be discarded. */
  surplusIntrigue: number
} | {
  type: 'CardsDiscarded'
  /** The seat that did it. */
  seat: number
  /** Country cards discarded. */
  cards: CountryCards
  /** Intrigue cards discarded. */
  intrigue: IntrigueCards
} | {
  type: 'CountryDeckRenewed'
  /** Number of shuffles of this deck, the first one included. */
  shuffle: number
} | {
  type: 'CountryScored'
  /** Number of the epoch, 1 to 3. */
  epoch: number
  /** The country. */
  country: Country
  /** Influence in this country, by seat. */
  influence: number[]
  /** Who takes a marker, the better one first; what is not awarded leaves the game. */
  awards: Award[]
} | {
  type: 'EpochEnded'
  /** Number of the epoch, 1 to 3. */
  epoch: number
} | {
  type: 'LastRoundBegan'
} | {
  type: 'TitleScored'
  /** The title. */
  title: Title
  /** Cubes on the title, by seat. */
  cubes: number[]
  /** Who takes a marker, the better one first; what is not awarded leaves the game. */
  awards: Award[]
} | {
  type: 'SeatLeft'
  /** The seat that left. */
  seat: number
  /** Why it left. */
  reason: LeaveReason
  /** Country cards of its hand. */
  cards: CountryCards
  /** Intrigue cards of its hand. */
  intrigue: IntrigueCards
} | {
  type: 'MatchEnded'
  /** Every seat, best place first. */
  places: Placing[]
  /** By seat: all is open now. */
  hands: Hand[]
} | {
  type: 'DisplayFilled'
  /** The new open cards. */
  countries: Country[]
} | {
  type: 'CountryCardDrawn'
  /** The seat that did it. */
  seat: number
  /** The card if you may see it: your own, or you are the referee; else null. */
  secretCountry: Country | null
} | {
  type: 'IntrigueCardDrawn'
  /** The seat that did it. */
  seat: number
  /** The card if you may see it: your own, or you are the referee; else null. */
  secretPair: Pair | null
}

/** What lies in the box of Royals. */
export type GameContent = {
  /** The countries of the board. */
  countries: ({
    /** The country. */
    country: Country
    /** Its cities. */
    cities: number
  })[]
  /** Cards in play and first draws, for each number of seats. */
  cardsBySeats: ({
    /** Number of seats. */
    seats: number
    /** Country cards in play, by country. */
    countryCards: ({
      /** The country. */
      country: Country
      /** Its country cards in play. */
      cards: number
    })[]
    /** Country cards drawn in a first turn, in turn order. */
    firstDraw: number[]
  })[]
  /** The kinds of intrigue cards. */
  intrigueCards: ({
    /** The kind. */
    pair: Pair
    /** The two countries that it shows. */
    countries: Country[]
    /** How many of it there are. */
    copies: number
  })[]
  /** The colours and their cubes. */
  colours: ({
    /** The colour. */
    colour: Colour
    /** Its cubes. */
    cubes: number
    /** Whether two seats play with it. */
    forTwo: boolean
  })[]
  /** Cubes of everybody with the option evenCubes, from three seats on. */
  evenCubes: number
  /** The sets of figures; a host may replace them with the option content. */
  figureSets: ({
    /** The name of the set. */
    edition: Edition
    /** From Marshal to King. */
    titles: TitleFigures[]
    /** All cities of the board. */
    cities: CityFigures[]
    /** For a cube in every city of a country: the first seat, then the second. */
    countryMarkers: MarkersByCountry
    /** For a cube on all titles, highest first; two seats play with the last one only. */
    nobleHouseMarkers: number[]
    /** For influence, one for each epoch. */
    epochMarkers: MarkersByCountry[]
  })[]
  /** The year of each epoch, as markers name it. */
  epochYears: number[]
  /** Country cards that lie open at the beginning of a turn. */
  displaySize: number
  /** Country cards in hand at the end of a turn, at most. */
  countryLimit: number
  /** Intrigue cards in hand at the end of a turn, at most. */
  intrigueLimit: number
  /** Cubes for a claim or a takeover. */
  cubesPerClaim: number
  /** Country cards that stand for one. */
  countryJoker: number
  /** Intrigue cards that stand for one. */
  intrigueJoker: number
  /** Intrigue cards for taking over a position. */
  intriguePrice: number
  /** Intrigue cards for taking over a King. */
  intriguePriceOfKing: number
}

/** When cards may be put together as a joker for one that is needed. */
export type Jokers = 'whenShort' | 'always'

/** How the starter is found. */
export type Starter = 'random' | 'seat0'

/** The colour of the cubes of a seat. */
export type Colour = 'grey' | 'purple' | 'orange' | 'black' | 'white'

/** A named set of figures that never changes. */
export type Edition = 'reconstruction'

/** The figures of a title, the same in every city. */
export type TitleFigures = {
  /** The title. */
  title: Title
  /** Country cards needed for a position with this title. */
  cards: number
  /** Victory points of the whole title marker; an even number. */
  points: number
}

/** A title; the list rises in rank. */
export type Title = 'marshal' | 'baron' | 'countess' | 'duke' | 'cardinal' | 'princess' | 'king'

/** A city of the board. */
export type CityFigures = {
  /** The name by which moves call the city. */
  city: string
  /** The country it lies in. */
  country: Country
  /** Victory points of the city marker. */
  bonus: number
  /** Its one or two positions, of different titles. */
  positions: ({
    /** The title of the position. */
    title: Title
    /** Influence of its holder in the country. */
    influence: number
  })[]
}

/** A country of the board, and the country cards of its kind. */
export type Country = 'france' | 'germanStates' | 'britain' | 'spain'

/** A pair of markers for each country. */
export type MarkersByCountry = {
  /** Markers of France. */
  france: MarkerPairFigures
  /** Markers of the German States. */
  germanStates: MarkerPairFigures
  /** Markers of Britain. */
  britain: MarkerPairFigures
  /** Markers of Spain. */
  spain: MarkerPairFigures
}

/** Two markers, for the first and the second. */
export type MarkerPairFigures = {
  /** Points of the better marker. */
  higher: number
  /** Points of the other one. */
  lower: number
}

/** When the discarded intrigue cards are shuffled to be drawn again. */
export type IntrigueRenewal = 'atOnce' | 'whenNeeded'

/** What a seat draws in a turn after its first. */
export type DrawOption = 'threeCountryCards' | 'countryAndIntrigue'

/** Country cards of your hand, by country; what is left out is 0. */
export type CountryPayment = {
  /** Country cards of France. */
  france: number
  /** Country cards of the German States. */
  germanStates: number
  /** Country cards of Britain. */
  britain: number
  /** Country cards of Spain. */
  spain: number
}

/** Intrigue cards of your hand, by kind; what is left out is 0. */
export type IntriguePayment = {
  /** Cards with France and the German States. */
  franceGermanStates: number
  /** Cards with France and Britain. */
  franceBritain: number
  /** Cards with France and Spain. */
  franceSpain: number
  /** Cards with the German States and Britain. */
  germanStatesBritain: number
  /** Cards with the German States and Spain. */
  germanStatesSpain: number
  /** Cards with Britain and Spain. */
  britainSpain: number
}

/** Numbers of country cards. */
export type CountryCards = {
  /** Country cards of France. */
  france: number
  /** Country cards of the German States. */
  germanStates: number
  /** Country cards of Britain. */
  britain: number
  /** Country cards of Spain. */
  spain: number
}

/** Numbers of intrigue cards. */
export type IntrigueCards = {
  /** Cards with France and the German States. */
  franceGermanStates: number
  /** Cards with France and Britain. */
  franceBritain: number
  /** Cards with France and Spain. */
  franceSpain: number
  /** Cards with the German States and Britain. */
  germanStatesBritain: number
  /** Cards with the German States and Spain. */
  germanStatesSpain: number
  /** Cards with Britain and Spain. */
  britainSpain: number
}

/** Cards of both kinds. */
export type Hand = {
  /** Its country cards. */
  cards: CountryCards
  /** Its intrigue cards. */
  intrigue: IntrigueCards
}

/** Cubes of one seat. */
export type Cubes = {
  /** Whose cubes. */
  seat: number
  /** How many. */
  count: number
}

/** The final place of a seat. */
export type Placing = {
  /** Seat number, from 0. */
  seat: number
  /** Final place, 1 for the winner; seats that tie share one. */
  place: number
  /** Victory points at the end. */
  score: number
}

/** A marker and who takes it. */
export type Award = {
  /** The seat that takes the marker. */
  seat: number
  /** What it is worth. */
  points: number
}

/** A kind of intrigue card: the two countries that it shows. It is spent in one of them. */
export type Pair = 'franceGermanStates' | 'franceBritain' | 'franceSpain' | 'germanStatesBritain' | 'germanStatesSpain' | 'britainSpain'
