// Written from the schemas by `npm run generate`. Do not edit.

/** The move is in the log. */
export type AnyAccepted = {
  /** Id of the game. */
  game: string
  /** Version of the match with this move. */
  version: number
  /** Hash of the entry. */
  head: string
  /** How far the match has come. */
  status: MatchStatus
  /** Seats that must choose at this version; empty unless the match is running. */
  awaiting: AwaitedDecision[]
  /** You are awaited at this version. */
  yourTurn: boolean
  /** What the move brought about, as you may know it, in order. */
  notices: ({
    /** Which notice of the game it is. */
    type: string
    [name: string]: unknown
  })[]
  /** The notices as plain sentences. */
  text: string[]
}

/** A move that you may make now. */
export type AnyLegalMove = {
  /** The move, as it is submitted. */
  move: {
    /** Which move of the game it is. */
    type: string
    [name: string]: unknown
  }
  /** The move as a plain sentence. */
  label: string
}

/** Moves that you may make now. */
export type AnyLegalMovePage = {
  /** Version of the match: number of entries in its log. */
  version: number
  /** Your seat. */
  seat: number
  /** The decision awaited of you, or null. */
  decision: string | null
  /** Number of moves in the whole list. */
  total: number
  /** False if the list is a varied sample of a larger space. */
  complete: boolean
  /** This page of the list. */
  moves: AnyLegalMove[]
  /** Index of the next page, or null. */
  next: number | null
}

/** What one entry of the log told you. */
export type AnyNoticeItem = {
  /** Position in the log: resume after it. */
  version: number
  /** When the entry was accepted. */
  at: string
  /** Hash of the entry. */
  head: string
  /** How far the match has come with it: with `over` or `aborted` it is the last. */
  status: MatchStatus
  /** What happened, as you may know it, in order; nothing happens in the game when a match is aborted, a seat changes hands or the players go back. */
  notices: ({
    /** Which notice of the game it is. */
    type: string
    [name: string]: unknown
  })[]
  /** The notices as plain sentences, or what was done about the match; first of all, if it is so, that the house moved for a seat. */
  text: string[]
  /** The seat that has another holder from this version on; null if none. The match tells who. */
  handedOver: number | null
  /** By a take-back: the version whose position it is again, so look at the match anew; null if it was none. */
  takenBackTo: number | null
  /** How much time each seat has after it; null in a match without a clock. */
  clocks: SeatClock[] | null
}

/** A match, as lists show it. */
export type AnyCard = {
  /** Id of the match. */
  id: string
  /** Id of the game. */
  game: string
  /** The number of the rules now in force for this game. */
  rules: number
  /** In lists, a member of more than 1 KiB is told as { sha256, bytes, address }; the address has it whole. */
  options: {
    [name: string]: unknown
  }
  /** How far it has come. */
  status: MatchStatus
  /** Number of entries in the log. */
  version: number
  /** Who may see and join it. */
  visibility: Visibility
  /** Whether seats are chosen or dealt. */
  seating: Seating
  /** Number of seats. */
  seatCount: number
  /** Every seat, by number. */
  seats: ({
    /** Seat number, from 0. */
    seat: number
    /** Who holds it; null if it is free. */
    player: Player | null
    /** Whether its player has left the match. */
    left: boolean
    /** The colour that the player chose with the seat; null if none was chosen. */
    colour: string | null
    /** Before the match begins: for whom the free seat is kept, by an invitation or in a rematch; null if for nobody. */
    keptFor: Player | null
  })[]
  /** Your seat; null if you have none. */
  you: number | null
  /** Seats that must choose at this version; empty unless the match is running. */
  awaiting: AwaitedDecision[]
  /** You are awaited at this version. */
  yourTurn: boolean
  /** The clock that the host chose; null if there is none. */
  clock: Clock | null
  /** How much time each seat has at this version; null in a match without a clock. */
  clocks: SeatClock[] | null
  /** Whether its result counts for ratings. */
  rated: boolean
  /** Seats that agree to abort the running match; it ends when all who still play do. Whoever moves agrees no longer. */
  abortAgreed: number[]
  /** Seats that agree to take back what came after a version; it is done when all who still play name the same. Any entry ends it. */
  takeBackAgreed: ({
    /** Seat number, from 0. */
    seat: number
    /** The version to go back to. */
    to: number
  })[]
  /** Final places, best first; null until the end, and for ever if it is aborted. */
  result: ({
    /** Seat number, from 0. */
    seat: number
    /** Final place, 1 for the winner; seats that tie share one. */
    place: number
    /** Final score, in the points of the game. */
    score: number
  })[] | null
  /** SHA-256 of secret and match id, fixed when the match was made. */
  commitment: string
  /** The 32 bytes from which all chance came; shown when the match is over or aborted. */
  secret: string | null
  /** The code that lets others join a private match; shown to those in it and its host. */
  invitation: string | null
  /** When it was made. */
  createdAt: string
  /** When it started; null before that. */
  startedAt: string | null
  /** When it ended or was cancelled; null before that. */
  endedAt: string | null
  /** The match that this one is a rematch of; null if it is none or you may not see that. */
  rematchOf: string | null
  /** The rematch of this match; null if there is none or you may not see it. */
  rematch: string | null
  /** Id of the tournament whose table it is; null if it is none. */
  tournament: string | null
  /** Number of the table in that tournament. */
  table: number | null
}

/** A new match. */
export type CreateMatch = {
  /** Id of the game. */
  game: string
  /** Number of seats. */
  seats: number
  /** Options of the game; what is left out has its default. */
  options: {
    [name: string]: unknown
  }
  /** Who may see and join it. */
  visibility: Visibility
  /** Whether seats are chosen or dealt. */
  seating: Seating
  /** How much time the seats have; left out, as much as they like. */
  clock?: Clock | undefined
  /** Whether its result counts for ratings. A rated match is public, has a clock by which a seat leaves, and nobody in two seats of it. */
  rated: boolean
  /** Take a seat yourself. */
  join: boolean
  /** The seat you take, if you join a match with chosen seats; refused with `join: false`. */
  seat?: number | undefined
  /** The colour you play, in a game that lets players choose (Royals); left out, the options of the match give one. */
  colour?: string | undefined
  /** Bots of the house that take seats at once; the same one may have several. With the last seat the match begins. */
  bots?: ({
    /** Which bot. */
    bot: BotName
    /** Its seat, in a match with chosen seats; left out, a free one. */
    seat?: number | undefined
    /** The colour it plays, in a game that lets players choose (Royals). */
    colour?: string | undefined
  })[] | undefined
  /** Players, by name or id, for whom a seat is kept: each gets an invitation that lasts three days. */
  invite?: string[] | undefined
}

/** A game that can be played. */
export type GameSummary = {
  /** Id of the game, as in addresses. */
  id: string
  /** Name of the game. */
  name: string
  /** The number of the rules now in force: it grows with every change. */
  rules: number
  /** How many can play. */
  seats: {
    /** The fewest. */
    min: number
    /** The most. */
    max: number
  }
  /** JSON Schemas, with a description of every field. */
  schemas: {
    /** What a host may choose. */
    options: JsonSchema
    /** What a seat may ask to do. */
    move: JsonSchema
    /** A match as one viewer may know it. */
    view: JsonSchema
    /** What happened, as one viewer may know it. */
    notice: JsonSchema
    /** What happened, as the log of a finished match tells it. */
    event: JsonSchema
    /** What lies in the box. */
    content: JsonSchema
  }
}

/** Something happened in a match of yours, in finding one, or in a tournament of yours. */
export type InboxItem = {
  /** Where to go on after this item. */
  cursor: string
  /** What it is about. */
  kind: 'entry' | 'invited' | 'invitationAccepted' | 'invitationDeclined' | 'invitationExpired' | 'invitationWithdrawn' | 'paired' | 'matchCancelled' | 'tournamentEntered' | 'tournamentRound' | 'tournamentOver' | 'deadlineNear' | 'orderDropped'
  /** Id of the match; null if it is about a tournament. */
  match: string | null
  /** Id of the invitation, of the seek, of the cancelled match, of the standing order or of the tournament; null for an entry and for a deadline. */
  about: string | null
  /** Id of the game; null if it is about a tournament. */
  game: string | null
  /** Version of the match with the entry, the deadline or what became of the order; 0 if it is about something else. */
  version: number
  /** How far the match has come; null if it is about a tournament. */
  status: MatchStatus | null
  /** You are awaited at this version. */
  yourTurn: boolean
  /** When it happened. */
  at: string
  /** You are reminded that your decision in this match is due at this time; left out of all other items. */
  deadline?: string | undefined
}

/** One thing that is wrong with an input. */
export type InputError = {
  /** Where it is wrong, such as `cards.france`; empty for the whole. */
  path: string
  /** For people. */
  message: string
}

/** How you join a match. */
export type JoinMatch = {
  /** The seat you want; left out, the first free one. Only where seats are chosen. */
  seat?: number | undefined
  /** The code of a private match. */
  invitation?: string | undefined
  /** The colour you play, in a game that lets players choose (Royals); left out, the options of the match give one. */
  colour?: string | undefined
}

/** Why a seat has left. */
export type LeaveReason = 'resigned' | 'timeout' | 'removed'

/** Which matches are listed: what is left out does not narrow the list. */
export type MatchFilter = {
  /** Id of the game. */
  game?: string | undefined
  /** Only matches that have come this far. Left out, all but the cancelled ones. */
  status?: MatchStatus | undefined
  /** Only matches with so many seats. */
  seats?: number | undefined
  /** Only open matches with a free seat that is kept for nobody; with false, only the others. */
  joinable?: boolean | undefined
  /** Only matches with a clock; with false, only those without one. */
  timed?: boolean | undefined
  /** Only matches in which this player, by id or name, has a seat. */
  player?: string | undefined
  /** Only matches in which you have a seat; needs a token. */
  mine?: boolean | undefined
  /** Only matches that wait for you; needs a token. */
  myTurn?: boolean | undefined
}

/** Who you are. */
export type Me = {
  /** You. */
  player: Player
  /** What the token of this request allows. */
  scopes: ('read' | 'play' | 'host' | 'organise' | 'admin')[]
  /** Id of that token. */
  tokenId: string | null
}

/** Whether a move would be accepted now. */
export type MoveCheck = {
  /** Whether the move would be accepted. */
  legal: boolean
  /** Why not; null if it would. */
  refusal: {
    /** Stable; for programs. */
    code: string
    /** The rule in words; for people. */
    message: string
    /** With MALFORMED_MOVE: what is wrong with the move, part by part. */
    errors?: readonly InputError[] | undefined
  } | null
}

/** An account: a person or a bot. */
export type Player = {
  /** Id of the player. */
  id: string
  /** Name that others see. */
  name: string
  /** A person or a bot, as it was registered; or the house. */
  kind: PlayerKind
  /** When it was registered. */
  createdAt: string
}

/** A player, what they have reached and what they accept. */
export type PlayerCard = {
  /** Id of the player. */
  id: string
  /** Name that others see. */
  name: string
  /** A person or a bot, as it was registered; or the house. */
  kind: PlayerKind
  /** When it was registered. */
  createdAt: string
  /** What the player has reached, by game: public matches that are over. */
  results: ({
    /** Id of the game. */
    game: string
    /** Public matches that are over. */
    played: number
    /** How many of them with place 1, shared or alone. */
    won: number
    /** The places reached, best first. */
    places: ({
      /** Final place, 1 for the winner. */
      place: number
      /** How often. */
      times: number
    })[]
  })[]
  /** What the player can be invited to and is paired for. */
  acceptance: {
    /** The games; null for all of them. */
    games: ({
      /** Id of the game. */
      game: string
      /** With how many seats; null for all that the game is played with. */
      seats: number[] | null
    })[] | null
    /** Whether matches without a clock are accepted. */
    untimed: boolean
    /** The shortest limit for a decision that is accepted; null for any. */
    decisionSeconds: number | null
    /** The smallest bank that is accepted; null for any. */
    bankSeconds: number | null
    /** How many matches at once, open and running ones; before another invitation, those that are pending count too. Null for any number. */
    atOnce: number | null
    /** Whether the player can be invited by name. */
    invitations: boolean
    /** Whether a seat is kept for the player in rematches that others ask for. */
    rematches: boolean
  }
}

/** Transcript. */
export type Transcript = {
  format: 'chancery-match/1'
  /** Id of the match. */
  match: string
  /** Id of the game. */
  game: string
  /** Options of the match, in the shape of the game. */
  options: {
    [name: string]: unknown
  }
  /** Number of seats. */
  seats: number
  /** SHA-256 of secret and match id, fixed when the match was made. */
  commitment: string
  /** The 32 bytes from which all chance came. */
  secret: string
  /** The clock of the match, if it has one. */
  clock?: Clock | undefined
  /** In a match with a clock: what of its time was not charged. */
  uncharged?: ({
    /** From when on. */
    from: string
    /** Up to when. */
    to: string
    /** When it was written down: entries before it knew nothing of it. */
    known: string
  })[] | undefined
  /** The whole log. */
  entries: ({
    /** Its place in the log, from 1. */
    version: number
    /** Number of the rules by which it was decided. */
    rules: number
    /** What was asked. */
    command: {
      type: 'start'
      /** Seats that the house holds from the start; left out if it holds none. */
      house?: number[] | undefined
    } | {
      type: 'move'
      /** Seat number, from 0. */
      seat: number
      /** The move, in the shape of the game. */
      move: {
        /** Which move of the game it is. */
        type: string
        [name: string]: unknown
      }
      /** `house` if the house chose it for the seat; left out if its player did. */
      by?: 'house' | undefined
    } | {
      type: 'leave'
      /** Seat number, from 0. */
      seat: number
      /** Why. */
      reason: LeaveReason
    } | {
      type: 'abort'
      /** Who ended it. */
      by: 'players' | 'administrator' | 'organiser'
    } | {
      type: 'absence'
      /** Seat number, from 0. */
      seat: number
      /** What is not over of it, all of it. */
      away: ({
        /** From when on. */
        from: string
        /** Up to when. */
        to: string
      })[]
    } | {
      type: 'handOver'
      /** Seat number, from 0. */
      seat: number
      /** Who plays it from now on. */
      to: 'player' | 'house'
      /** Who gave it away. */
      by: 'holder' | 'clock'
    } | {
      type: 'takeBack'
      /** The version whose position it is again. */
      to: number
    }
    /** What followed, in the shape of the game. */
    events: ({
      /** Which event of the game it is. */
      type: string
      [name: string]: unknown
    })[]
    /** All chance that it took, in order. */
    rolls: ({
      /** Names the roll; used once in a match. */
      label: string
      /** How many outcomes there were. */
      sides: number
      /** The outcome, from 0. */
      value: number
    } | {
      /** Names the pile and its shuffle. */
      pile: string
      /** What was left of the pile: with it the draw can be checked without the rules of the game. */
      from: string[]
      /** What was drawn, in order. */
      took: string[]
    })[]
    /** When the server accepted it; null in a simulated match. */
    at: string | null
    /** Hash over this entry and the one before. */
    hash: string
  })[]
}

/** How far a match has come. */
export type MatchStatus = 'open' | 'running' | 'over' | 'aborted' | 'cancelled'

/** A seat that must choose before play goes on. */
export type AwaitedDecision = {
  /** Seat number, from 0. */
  seat: number
  /** Name of the choice, in the words of the game. */
  decision: string
  /** The version at which this decision opened: an expectedVersion below it is stale. */
  since: number
  /** When its time is up, by the clock of the match; null if it has none. */
  deadline: string | null
}

/** How much time a seat has. */
export type SeatClock = {
  /** Seat number, from 0. */
  seat: number
  /** Whole seconds in its bank, before what its open decision takes; null where every decision has its own limit. */
  bank: number | null
  /** When its time is up; null if it has nothing to decide. */
  deadline: string | null
}

/** Who may see and join a match. */
export type Visibility = 'public' | 'private'

/** How players come to their seats. */
export type Seating = 'chosen' | 'random'

/** The clock of a match. */
export type Clock = {
  /** A limit for every decision, or a bank of time. */
  kind: 'decision' | 'bank'
  /** The limit for a decision, or what is in the bank of every seat at the start; up to 60 days. */
  seconds: number
  /** Seconds that every decision adds to the bank of the seat that made it, up to 7 days; 0 with `decision`. */
  increment: number
  /** What is done when the time of a seat is up. */
  onExpiry: 'leave' | 'botOnce' | 'botFromNowOn'
  /** Which bot plays for a seat whose time is up, with `botOnce` and `botFromNowOn`; left out, `greedy`. Matches from before there was a choice have none, and random moves. */
  bot?: BotName | undefined
  /** Whether a declared absence of its player stops the clock of a seat. */
  absence: boolean
}

/** A bot of the house. */
export type BotName = 'random' | 'greedy' | 'search:1' | 'search:2' | 'search:3' | 'search:4' | 'search:5'

/** A JSON Schema (2020-12). */
export type JsonSchema = {
  [name: string]: unknown
}

/** Who plays. */
export type PlayerKind = 'person' | 'bot' | 'house'
