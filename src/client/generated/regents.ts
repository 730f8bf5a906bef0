// Written from the schemas by `npm run generate`. Do not edit.
import type { LeaveReason } from './shared.js'

/** What the host chooses about the rules. */
export type Options = {
  /** The printing whose rules are played; sets every switch left at `edition`. */
  edition: Edition
  /** Plan of the castle. The printed plan is lost; three plans fit the text. */
  map: Map
  /** Who begins every round. */
  starter: 'random' | 'seat0'
  /** Whether spying needs agents of both at one location. */
  spying: 'edition' | 'anyone' | 'sharedLocation'
  /** What the other tracks must have done with the threshold before. */
  thresholdNeeds: 'edition' | 'passed' | 'reached'
  /** Whether thresholds hold for every advance or at scoring only. */
  thresholdScope: 'edition' | 'all' | 'scoring'
  /** When a neutral agent is moved (three seats). */
  neutralMove: 'edition' | 'beforeScoring' | 'afterScoring'
  /** Where agents are placed before round 1. */
  placement: 'edition' | 'rooms' | 'anywhere'
  /** Counsellors after round 4: one for each track led alone, or one in all. */
  round4: 'edition' | 'perTrack' | 'one'
  /** When privilege chips may be spent. Left out, as the edition says. */
  chipUse?: 'edition' | 'actions' | 'atOnce' | undefined
  /** Whether the spaces of a secret domain card at the end take chips. Left out, as the edition says. */
  finalChips?: 'edition' | 'taken' | 'left' | undefined
}

/** Move. */
export type Move = {
  type: 'placeAgent'
  /** Where it goes. */
  location: Location
} | {
  type: 'moveAgent'
  /** Where it stands. */
  from: Location
  /** A location that touches it. */
  to: Location
} | {
  type: 'moveKing'
  /** A room that touches his; never the tower or the rampart. */
  to: Location
} | {
  type: 'recruit'
} | {
  type: 'placeCounsellor'
  /** Any location; he counts there until the end of the turn. */
  location: Location
} | {
  type: 'spy'
  /** The opponent. */
  target: number
} | {
  type: 'accuse'
  /** The opponent. */
  target: number
  /** The clan on one of your accusation tiles. */
  clan: Clan
} | {
  type: 'returnAgent'
  /** Where it goes. */
  location: Location
} | {
  type: 'playSuspicion'
  /** The opponent. */
  target: number
  /** Where the agent stands. */
  location: Location
} | {
  type: 'playDiplomacy'
} | {
  type: 'playAlliance'
} | {
  type: 'playPrivilege'
  /** Where it stands. */
  from: Location
  /** A location that touches it. */
  to: Location
} | {
  type: 'playInfluence'
} | {
  type: 'playBetrayal'
  /** One of the two agents, of any owner. */
  first?: Agent | undefined
  /** The other one, at another location. */
  second?: Agent | undefined
} | {
  type: 'revealDomain'
} | {
  type: 'useChip'
} | {
  type: 'endActions'
} | {
  type: 'advance'
  /** The track of the marker. */
  track: Track
} | {
  type: 'setBack'
  /** The track of the marker. */
  track: Track
} | {
  type: 'pushBack'
  /** The opponent. */
  target: number
  /** The track of the marker. */
  track: Track
} | {
  type: 'moveSecondAgent'
  /** Where it stands. */
  from: Location
  /** A location that touches it. */
  to: Location
} | {
  type: 'moveNeutral'
  /** Where it stands. */
  from: Location
  /** A location that touches it. */
  to: Location
} | {
  type: 'nameTie'
  /** Where the tie is. */
  location: Location
} | {
  type: 'scoreLocation'
  /** Where the majority is. */
  location: Location
} | {
  type: 'decline'
}

/** A match of Régents as one viewer may know it. */
export type View = {
  /** What the host chose for this match. */
  options: Options
  /** The switches in force, edition and options taken together. */
  rules: Rules
  /** The stage of the match or turn. */
  stage: 'setup' | 'placement' | 'actions' | 'counting' | 'scoring' | 'cleanup'
  /** Round, 1 to 8; 0 before round 1. */
  round: number
  /** The seat that begins every round; null before the start. */
  starter: number | null
  /** Whose turn it is; null before the start and after the end. See choice for who must choose. */
  seatOnTurn: number | null
  /** The turn under way. */
  turn: {
    /** Actions left. */
    actionsLeft: number
    /** Actions spent. */
    spent: number
    /** Whether a counsellor was recruited in this turn. */
    recruited: boolean
    /** Whether the seat has spied in this turn. */
    spied: boolean
    /** Whether a chip was spent in this turn. */
    chipUsed: boolean
    /** The card played in this turn; null if none was. */
    card: Card | null
    /** Two spaces for the last card are still to come. */
    lastCardBonus: boolean
    /** The tie named for Diplomacy; null if none was. */
    tie: Location | null
    /** Counsellors of the seat on turn in the castle. */
    counsellorsOut: Pieces[]
    /** Majorities still to be scored. */
    toScore: Majority[]
  }
  /** The open choice; null if the seat on turn acts or scores freely. */
  choice: {
    /** The seat that chooses. */
    seat: number
    /** Which choice. */
    decision: Decision
    /** Spaces still to be chosen; 0 where none are. */
    spaces: number
    /** Privilege: where the first agent went; null for other choices. */
    movedTo: Location | null
  } | null
  /** The room where King Edward is: no majority there without Alliance. */
  king: Location
  /** Counsellors in the reserve. */
  reserve: number
  /** Chips not yet taken, by track. */
  chipsOnTracks: ({
    /** The track. */
    track: Track
    /** Thresholds whose chip is still there. */
    spaces: number[]
  })[]
  /** Chips that have left the game. */
  chipsSpent: number
  /** Every seat, by number. */
  players: ({
    /** Seat number, from 0. */
    seat: number
    /** Whether it has left the match. */
    left: boolean
    /** Its five markers, in the order of the tracks. */
    markers: ({
      /** The track. */
      track: Track
      /** Printed value of a space; 0 is off the track. */
      space: number
    })[]
    /** Its agents in the castle; locations without any are left out. */
    agents: Pieces[]
    /** Agents not yet placed, or expelled. */
    agentsOutside: number
    /** Privilege chips it holds. */
    chips: number
    /** Counsellors it holds, not those in the castle. */
    counsellors: number
    /** Action cards played, in order. */
    played: Card[]
    /** Action cards put away after an upheld accusation. */
    discarded: Card[]
    /** Action cards in its hand. */
    handCount: number
    /** Null if you have not seen this clan. */
    hand: Card[] | null
    /** Null if you have not seen the clan card. */
    clan: Clan | null
    /** True if all have seen it. */
    clanOpen: boolean
    /** All that fits what you have seen, taken together. */
    possibleClans: Clan[]
    /** Null if you have not seen the domain card. */
    domain: Track | null
    /** True if the domain card has been shown to all. */
    domainOpen: boolean
    /** All that fits what you have seen. */
    possibleDomains: Track[]
    /** Accusation tiles it still holds. */
    tileCount: number
    /** Accusation tiles still held; your own only, null for others. */
    tiles: Clan[] | null
  })[]
  /** The neutral clan; null with four or five seats and before the start. */
  neutral: {
    /** Its clan, which no seat has. */
    clan: Clan
    /** Its agents; locations without any are left out. */
    agents: Pieces[]
  } | null
  /** All spyings so far, in order. */
  spyings: ({
    /** Round, 1 to 8; 0 before round 1. */
    round: number
    /** The spy. */
    seat: number
    /** Whose card was seen. */
    target: number
    /** Cards the target had played by then. */
    playedBefore: number
    /** The card; null if you were neither spy nor target. */
    card: Card | null
  })[]
  /** All accusations so far, in order. */
  accusations: ({
    /** Round, 1 to 8; 0 before round 1. */
    round: number
    /** The accuser. */
    seat: number
    /** The accused. */
    target: number
    /** Whether the tile was right. */
    upheld: boolean
    /** Accusation tiles that the accuser has lost by it. */
    tilesLost: number
    /** The clan on the tile; null if you do not know it. */
    tile: Clan | null
  })[]
  /** Seats that have left, the first leaver first. */
  leftInOrder: number[]
  /** Final places, best first; null until the end. */
  places: Placing[] | null
}

/** Something that happened in a match of Régents, as one viewer may know it. */
export type Notice = {
  type: 'RulesSettled'
  /** The switches in force, edition and options taken together. */
  rules: Rules
} | {
  type: 'NeutralJoined'
  /** Its clan, open to all. */
  clan: Clan
  /** Where its agents stand. */
  locations: Location[]
} | {
  type: 'StarterChosen'
  /** The starter. */
  seat: number
} | {
  type: 'PlacementTurnBegan'
  /** The seat on turn. */
  seat: number
} | {
  type: 'AgentPlaced'
  /** The seat that did it. */
  seat: number
  /** Where. */
  location: Location
} | {
  type: 'RoundBegan'
  /** Round, 1 to 8; 0 before round 1. */
  round: number
} | {
  type: 'TurnBegan'
  /** The seat on turn. */
  seat: number
} | {
  type: 'AgentMoved'
  /** The seat that did it. */
  seat: number
  /** Where it was. */
  from: Location
  /** Where it is now. */
  to: Location
} | {
  type: 'KingMoved'
  /** The seat that did it. */
  seat: number
  /** Where it was. */
  from: Location
  /** Where it is now. */
  to: Location
} | {
  type: 'CounsellorRecruited'
  /** The seat that did it. */
  seat: number
} | {
  type: 'CounsellorPlaced'
  /** The seat that did it. */
  seat: number
  /** Where. */
  location: Location
} | {
  type: 'AccusationUpheld'
  /** The accuser. */
  seat: number
  /** The accused. */
  target: number
  /** The clan of the accused. */
  clan: Clan
  /** The hand that is put away. */
  discarded: Card[]
  /** Counsellors the accuser gets: 1, or 0 if the reserve is empty. */
  counsellors: number
} | {
  type: 'AgentReturned'
  /** The seat that did it. */
  seat: number
  /** Where. */
  location: Location
} | {
  type: 'CardPlayed'
  /** The seat that did it. */
  seat: number
  /** The card. */
  card: Card
} | {
  type: 'LastCardPlayed'
  /** The seat that did it. */
  seat: number
  /** The clan of the seat. */
  clan: Clan
} | {
  type: 'AgentExpelled'
  /** The seat that did it. */
  seat: number
  /** The opponent. */
  target: number
  /** Where. */
  location: Location
} | {
  type: 'AgentsSwapped'
  /** The seat that did it. */
  seat: number
  /** One agent, where it stood before. */
  first: Agent
  /** The other one, where it stood before. */
  second: Agent
} | {
  type: 'SecondAgentMoved'
  /** The seat that did it. */
  seat: number
  /** Where it was. */
  from: Location
  /** Where it is now. */
  to: Location
} | {
  type: 'DomainRevealed'
  /** Its owner. */
  seat: number
  /** The domain. */
  domain: Track
  /** Counsellors that entered its room for this turn. */
  counsellors: number
} | {
  type: 'ChipUsed'
  /** The seat that did it. */
  seat: number
} | {
  type: 'ActionsEnded'
  /** The seat that did it. */
  seat: number
} | {
  type: 'NeutralMoved'
  /** The seat that did it. */
  seat: number
  /** Where it was. */
  from: Location
  /** Where it is now. */
  to: Location
} | {
  type: 'TieNamed'
  /** The seat that did it. */
  seat: number
  /** Where. */
  location: Location
} | {
  type: 'MajoritiesCounted'
  /** The seat on turn. */
  seat: number
  /** All of them, each with its spaces. */
  majorities: Majority[]
} | {
  type: 'LocationScored'
  /** The seat that did it. */
  seat: number
  /** Where. */
  location: Location
  /** Spaces it was worth. */
  spaces: number
  /** Spaces that could not be made. */
  lost: number
} | {
  type: 'ScoringEnded'
  /** The seat on turn. */
  seat: number
} | {
  type: 'ChoiceOpened'
  /** The seat that chooses. */
  seat: number
  /** Which choice. */
  decision: Decision
  /** Spaces to be chosen, one at a time; 0 where none are. */
  spaces: number
  /** Privilege: where the first agent went; null for other choices. */
  movedTo: Location | null
} | {
  type: 'ChoiceDeclined'
  /** The seat that did it. */
  seat: number
  /** Which choice. */
  decision: Decision
} | {
  type: 'SpacesLost'
  /** The seat that had the choice. */
  seat: number
  /** Which choice. */
  decision: Decision
  /** How many. */
  spaces: number
} | {
  type: 'MarkerAdvanced'
  /** Whose marker. */
  seat: number
  /** The track. */
  track: Track
  /** Value of the space before; 0 is off the track. */
  fromSpace: number
  /** Value of the space now. */
  toSpace: number
} | {
  type: 'MarkerSetBack'
  /** Whose marker. */
  seat: number
  /** The track. */
  track: Track
  /** Value of the space before; 0 is off the track. */
  fromSpace: number
  /** Value of the space now. */
  toSpace: number
} | {
  type: 'ChipTaken'
  /** The seat that did it. */
  seat: number
  /** The track. */
  track: Track
  /** The threshold: 4, 10 or 24. */
  space: number
} | {
  type: 'TurnEnded'
  /** Whose turn it was. */
  seat: number
} | {
  type: 'CounsellorsGranted'
  /** Who gets them. */
  seat: number
  /** How many. */
  counsellors: number
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
  /** Values of its five spaces. */
  trackPoints: number
  /** 3 if it is alone ahead on the track of its domain card, else 0. */
  leadPoints: number
  /** 1 for each chip held. */
  chipPoints: number
  /** 1 for each counsellor held. */
  counsellorPoints: number
  /** Their sum. */
  total: number
} | {
  type: 'MatchEnded'
  /** Every seat, best place first. */
  places: Placing[]
} | {
  type: 'ClanDealt'
  /** The seat that received it. */
  seat: number
  /** Your own clan; null for that of others. */
  secretClan: Clan | null
} | {
  type: 'DomainDealt'
  /** The seat that received it. */
  seat: number
  /** Your own domain card; null for that of others. */
  secretDomain: Track | null
} | {
  type: 'SpiedOn'
  /** The spy. */
  seat: number
  /** Whose card was seen. */
  target: number
  /** The card, for the spy and its owner; null for others. */
  secretCard: Card | null
} | {
  type: 'AccusationMade'
  /** The accuser. */
  seat: number
  /** The accused. */
  target: number
  /** The tile, for accuser and accused; null for others. */
  secretTile: Clan | null
} | {
  type: 'AccusationFailed'
  /** The accuser. */
  seat: number
  /** The accused. */
  target: number
  /** The tile, for accuser and accused; null for others. */
  secretTile: Clan | null
  /** The clan shown, for accuser and accused; null for others. */
  secretClan: Clan | null
  /** Accusation tiles that the accuser has lost by it. */
  tilesLost: number
}

/** What lies in the box of Régents. */
export type GameContent = {
  /** The seven locations and their tracks. */
  locations: ({
    /** The location. */
    location: Location
    /** The track that it scores; null for the tower and the rampart. */
    track: Track | null
  })[]
  /** The plans among which the option map chooses. */
  maps: ({
    /** The plan. */
    map: Map
    /** Which locations touch; both directions are listed. */
    locations: ({
      /** The location. */
      location: Location
      /** Where an agent may step from it; the king steps to rooms only. */
      touches: Location[]
    })[]
  })[]
  /** Printed values of the spaces of a track, in order; 0, off the track, first. */
  spaces: number[]
  /** The thresholds, lowest first. */
  thresholds: ({
    /** The threshold, by its printed value; a chip lies here on every track. */
    space: number
    /** Rule `passed`: the space that all other markers must have reached to go beyond it. */
    passed: number
    /** Rule `reached`: the same. */
    reached: number
  })[]
  /** The clans. */
  clans: ({
    /** The clan. */
    clan: Clan
    /** The action card that it does not have. */
    lacks: Card
  })[]
  /** The printings among which the option edition chooses. */
  editions: ({
    /** The printing. */
    edition: Edition
    /** Its switches. */
    rules: Rules
  })[]
  /** Rounds of a match. */
  rounds: number
  /** Actions of a turn. */
  actions: number
  /** Agents of each seat. */
  agents: number
  /** Counsellors in all. */
  counsellors: number
  /** Action cards of each seat. */
  handSize: number
  /** After this round tracks led alone bring counsellors. */
  bonusRound: number
  /** Spaces of Influence, of the fifth card and of an accusation, forward or back. */
  chosenSpaces: number
  /** Counsellors that a shown domain card brings. */
  domainCounsellors: number
  /** Spaces that a domain card kept secret brings at the end. */
  domainSpaces: number
  /** Points for being alone ahead on the track of the own domain card. */
  leadPoints: number
  /** With so many seats a neutral clan joins. */
  neutralSeats: number
}

/** A printing of the rules. */
export type Edition = 'en' | 'de' | 'nl'

/** Which rooms touch, besides the throne room, which touches all others. */
export type Map = 'hub' | 'seven' | 'wheel'

/** A room of the castle, the tower or the rampart. */
export type Location = 'throne' | 'knights' | 'treasure' | 'chapel' | 'store' | 'tower' | 'rampart'

/** A clan: its hand has every action card but one. */
export type Clan = 'macKintosh' | 'macGregor' | 'macLeod' | 'campbell' | 'macDuff' | 'stewart'

/** Any one agent of this owner at this location. */
export type Agent = {
  /** Seat number of the owner; in a match of three, 3 is the neutral clan. */
  owner: number
  /** Where it stands. */
  location: Location
}

/** An influence track, or the domain card of the same name. */
export type Track = 'politics' | 'military' | 'finance' | 'religion' | 'trade'

/** The switches in force. */
export type Rules = {
  /** Whether spying needs agents of both at one location. */
  spying: 'anyone' | 'sharedLocation'
  /** What the other tracks must have done with the threshold before. */
  thresholdNeeds: 'passed' | 'reached'
  /** Whether thresholds hold for every advance or at scoring only. */
  thresholdScope: 'all' | 'scoring'
  /** When a neutral agent is moved (three seats). */
  neutralMove: 'beforeScoring' | 'afterScoring'
  /** Where agents are placed before round 1. */
  placement: 'rooms' | 'anywhere'
  /** Counsellors after round 4: one for each track led alone, or one in all. */
  round4: 'perTrack' | 'one'
  /** When privilege chips may be spent. */
  chipUse: 'actions' | 'atOnce'
  /** Whether the spaces of a secret domain card at the end take chips. */
  finalChips: 'taken' | 'left'
}

/** An action card. */
export type Card = 'suspicion' | 'diplomacy' | 'alliance' | 'privilege' | 'influence' | 'betrayal'

/** Pieces at a location. */
export type Pieces = {
  /** Where. */
  location: Location
  /** How many. */
  count: number
}

/** A majority and the spaces that it is worth. */
export type Majority = {
  /** Where the majority is. */
  location: Location
  /** Spaces it is worth: the size of its group of rooms; 1 for tower and rampart. */
  spaces: number
}

/** A choice that a seat is awaited for. */
export type Decision = 'placeAgent' | 'actions' | 'accuserAdvance' | 'influenceAdvance' | 'lastCardAdvance' | 'accusedChoosesLoss' | 'accuserChoosesLoss' | 'privilegeSecondMove' | 'neutralMove' | 'diplomacyLocation' | 'chooseLocation' | 'towerTrack' | 'rampartVictim' | 'chipAtOnce' | 'extraAction'

/** The final place of a seat. */
export type Placing = {
  /** Seat number, from 0. */
  seat: number
  /** Final place, 1 for the winner; seats that tie share one. */
  place: number
  /** Points at the end. */
  score: number
}
