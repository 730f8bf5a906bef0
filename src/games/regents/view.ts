/** What each viewer may know of the state and of the events. */
import type { Viewer } from '../contract.js'
import { itemAt, numberAt } from '../lists.js'
import { hasLeft, playerAt } from '../seating.js'
import { agentRow, agentsOutside } from './agents.js'
import { CLANS, COUNSELLORS, LOCATIONS, SPACES, spaceAt, THRESHOLD_STEPS, TRACKS } from './content.js'
import { possibleClans, possibleDeals, unseenDomains } from './deductions.js'
import type { Event, Notice, PlayerView, View } from './schema.js'
import {
  clanOf,
  handCount,
  handOf,
  hasBeenShown,
  hasStarted,
  type Player,
  rulesOf,
  type State,
  type Turn,
  tilesOf,
  unplayed,
} from './state.js'

export function view(state: State, viewer: Viewer): View {
  const clues = {
    players: state.players.map((player, seat) => playerView(state, player, seat, viewer)),
    neutral: state.neutralClan && { clan: state.neutralClan, agents: pieces(agentRow(state, state.players.length)) },
    spyings: state.spyings.map((one) => (isParty(viewer, one) ? one : { ...one, card: null })),
    accusations: state.accusations.map((one) => (one.upheld || isParty(viewer, one) ? one : { ...one, tile: null })),
  }
  return {
    options: state.options,
    rules: hasStarted(state) ? rulesInForce(state) : rulesOf(state.options),
    stage: state.stage,
    round: state.round,
    starter: state.starter < 0 ? null : state.starter,
    seatOnTurn: state.seatOnTurn < 0 ? null : state.seatOnTurn,
    turn: turnView(state.turn),
    choice: state.choice,
    king: state.king,
    reserve: state.reserve,
    chipsOnTracks: state.chips.map((present, track) => itemAt(itemAt(CHIPS, track), setOf(present))),
    chipsSpent: state.chipsSpent,
    players: hasStarted(state) ? withConclusions(clues) : clues.players,
    neutral: clues.neutral,
    spyings: clues.spyings,
    accusations: clues.accusations,
    leftInOrder: [...state.left],
    places: state.places && [...state.places],
  }
}

/** Matches of before these two could be chosen have no such rules in their states. */
function rulesInForce({ rules }: State): View['rules'] {
  const known = completed.get(rules)
  if (known) return known
  // In the order of the rules of a newer match: states that are imagined have the shape of those that are played.
  const fresh = { ...rules, chipUse: rules.chipUse ?? 'actions', finalChips: rules.finalChips ?? 'left' } as const
  completed.set(rules, fresh)
  return fresh
}

/** By the rules of a state, which all states of a match share: to copy them takes longer than most of a view. */
const completed = new WeakMap<State['rules'], View['rules']>()

/** The two who take part in a spying or an accusation know the same about it; the referee knows all. */
const isParty = (viewer: Viewer, { seat, target }: { seat: number; target: number }): boolean =>
  viewer === 'referee' || viewer === seat || viewer === target

/** An open clan is known to all, a hidden one to its owner and to every seat whose accusation of it has failed. */
function seesClan(state: State, viewer: Viewer, seat: number): boolean {
  if (viewer === 'referee' || viewer === seat || playerAt(state, seat).clanOpen) return true
  return viewer !== 'spectator' && hasBeenShown(state, viewer, seat)
}

function playerView(state: State, player: Player, seat: number, viewer: Viewer): PlayerView {
  const own = viewer === seat || viewer === 'referee'
  const known = seesClan(state, viewer, seat)
  return {
    seat,
    left: hasLeft(state, seat),
    markers: player.steps.map((step, track) => itemAt(itemAt(MARKERS, track), step)),
    agents: pieces(agentRow(state, seat)),
    agentsOutside: agentsOutside(state, seat),
    chips: player.chips,
    counsellors: player.counsellors,
    played: [...player.played],
    discarded: player.convicted ? unplayed(clanOf(player), player.played) : [],
    handCount: handCount(player),
    hand: known ? handOf(player) : null,
    clan: known ? player.clan : null,
    clanOpen: player.clanOpen,
    possibleClans: [],
    domain: own || player.domainOpen ? player.domain : null,
    domainOpen: player.domainOpen,
    possibleDomains: [],
    tileCount: tileCount(state, seat),
    tiles: own ? tilesOf(state, seat) : null,
  }
}

const tileCount = (state: State, seat: number): number =>
  state.accusations.reduce<number>((left, one) => (one.seat === seat ? left - one.tilesLost : left), CLANS.length)

// Small parts that are the same in many views are made once: a search looks at thousands of them.
const PIECES = LOCATIONS.map((location) => Array.from({ length: COUNSELLORS + 1 }, (_, count) => ({ location, count })))
const MARKERS = TRACKS.map((track) => SPACES.map((space) => ({ track, space })))
/** By track and by the set of thresholds whose chip is there, a bit for each. */
const CHIPS = TRACKS.map((track) =>
  Array.from({ length: 1 << THRESHOLD_STEPS.length }, (_, set) => ({
    track,
    spaces: THRESHOLD_STEPS.filter((_, level) => set & (1 << level)).map(spaceAt),
  })),
)

const setOf = (present: readonly boolean[]): number => present.reduce((set, is, level) => (is ? set | (1 << level) : set), 0)

function pieces(counts: readonly number[]): View['turn']['counsellorsOut'] {
  const found: View['turn']['counsellorsOut'] = []
  for (let number = 0; number < LOCATIONS.length; number++) {
    const count = numberAt(counts, number)
    if (count > 0) found.push(itemAt(itemAt(PIECES, number), count))
  }
  return found
}

/** Field by field, which is much faster than to spread: see `evolving`. */
const turnView = (turn: Turn): View['turn'] => ({
  actionsLeft: turn.actionsLeft,
  spent: turn.spent,
  recruited: turn.recruited,
  spied: turn.spied,
  chipUsed: turn.chipUsed,
  card: turn.card,
  lastCardBonus: turn.lastCardBonus,
  tie: turn.tie,
  counsellorsOut: pieces(turn.counsellorsOut),
  toScore: [...turn.toScore],
})

/** What follows for this viewer from all clues together is written into the seats, which nobody else has yet. */
function withConclusions(clues: Pick<View, 'players' | 'neutral' | 'spyings' | 'accusations'>): PlayerView[] {
  const { players } = clues
  // Whoever has seen all clans has nothing to conclude.
  const deals = players.every(({ clan }) => clan) ? undefined : possibleDeals(clues)
  const domains = unseenDomains(players)
  for (const player of players) {
    player.possibleClans = deals ? possibleClans(deals, player.seat) : only(player.clan)
    player.possibleDomains = player.domain ? only(player.domain) : domains
  }
  return players
}

const only = <Value>(value: Value | null): Value[] => (value === null ? [] : [value])

export function notice(event: Event, viewer: Viewer): Notice {
  switch (event.type) {
    case 'ClanDealt':
      return { type: event.type, seat: event.seat, secretClan: isOwn(viewer, event.seat) ? event.clan : null }
    case 'DomainDealt':
      return { type: event.type, seat: event.seat, secretDomain: isOwn(viewer, event.seat) ? event.domain : null }
    case 'SpiedOn':
      return { ...between(event), type: event.type, secretCard: isParty(viewer, event) ? event.card : null }
    case 'AccusationMade':
      return { ...between(event), type: event.type, secretTile: isParty(viewer, event) ? event.tile : null }
    case 'AccusationFailed': {
      const known = isParty(viewer, event)
      return {
        ...between(event),
        type: event.type,
        secretTile: known ? event.tile : null,
        secretClan: known ? event.clan : null,
        tilesLost: event.tilesLost,
      }
    }
    default:
      return event
  }
}

const isOwn = (viewer: Viewer, seat: number): boolean => viewer === seat || viewer === 'referee'
const between = ({ seat, target }: { seat: number; target: number }): { seat: number; target: number } => ({ seat, target })
