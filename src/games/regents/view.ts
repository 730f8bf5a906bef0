/** What each viewer may know of the state and of the events. */
import type { Viewer } from '../contract.js'
import { itemAt } from '../lists.js'
import { hasLeft, playerAt } from '../seating.js'
import { agentRow, agentsOutside } from './agents.js'
import { CLANS, LOCATIONS, type Location, spaceAt, THRESHOLD_STEPS, TRACKS } from './content.js'
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
  stepsOn,
  tilesOf,
  unplayed,
} from './state.js'

export function view(state: State, viewer: Viewer): View {
  const clues = {
    players: state.players.map((player, seat) => playerView(state, player, seat, viewer)),
    neutral: state.neutralClan && { clan: state.neutralClan, agents: pieces(agentRow(state, state.players.length)) },
    spyings: state.spyings.map((one) => ({ ...one, card: isParty(viewer, one) ? one.card : null })),
    accusations: state.accusations.map((one) => ({ ...one, tile: one.upheld || isParty(viewer, one) ? one.tile : null })),
  }
  return {
    options: state.options,
    rules: hasStarted(state) ? { chipUse: 'actions', finalChips: 'left', ...state.rules } : rulesOf(state.options),
    stage: state.stage,
    round: state.round,
    starter: state.starter < 0 ? null : state.starter,
    seatOnTurn: state.seatOnTurn < 0 ? null : state.seatOnTurn,
    turn: { ...state.turn, counsellorsOut: pieces(state.turn.counsellorsOut), toScore: [...state.turn.toScore] },
    choice: state.choice,
    king: state.king,
    reserve: state.reserve,
    chipsOnTracks: TRACKS.map((track, number) => ({ track, spaces: chipSpaces(itemAt(state.chips, number)) })),
    chipsSpent: state.chipsSpent,
    ...clues,
    players: hasStarted(state) ? withConclusions(clues) : clues.players,
    leftInOrder: [...state.left],
    places: state.places && [...state.places],
  }
}

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
    markers: TRACKS.map((track) => ({ track, space: spaceAt(stepsOn(player, track)) })),
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

const pieces = (counts: readonly number[]): { location: Location; count: number }[] =>
  LOCATIONS.map((location, number) => ({ location, count: itemAt(counts, number) })).filter(({ count }) => count > 0)

const chipSpaces = (present: readonly boolean[]): number[] => THRESHOLD_STEPS.filter((_, level) => present[level]).map(spaceAt)

/** What follows for this viewer from all clues together. */
function withConclusions(clues: Pick<View, 'players' | 'neutral' | 'spyings' | 'accusations'>): PlayerView[] {
  const deals = possibleDeals(clues)
  const domains = unseenDomains(clues.players)
  return clues.players.map((player, seat) => ({
    ...player,
    possibleClans: possibleClans(deals, seat),
    possibleDomains: player.domain ? [player.domain] : domains,
  }))
}

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
