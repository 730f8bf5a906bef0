/** A match as an evaluation looks at it: by numbers, which a state has and a view has to be counted for. */
import type { Placing } from '../contract.js'
import { hasLeft } from '../seating.js'
import { type Card, type Clan, LOCATIONS, type Location, locationNumber, type Rules, SPACES, type Track } from './content.js'
import type { View } from './schema.js'
import { clanOf, handCount, type Majority, type Player, type State, tilesOf, unplayed } from './state.js'

/** Steps made on each track. */
export type Steps = readonly number[]

/** Agents by owner and location; the neutral clan comes last. */
export type Agents = readonly (readonly number[])[]

export interface JudgedSeat {
  readonly seat: number
  readonly left: boolean
  readonly steps: Steps
  readonly chips: number
  readonly counsellors: number
  readonly handCount: number
  readonly played: readonly Card[]
  /** Whether an accusation has cost it cards. */
  readonly hasDiscarded: boolean
  /** As far as it is known. */
  readonly clan: Clan | null
  readonly clanOpen: boolean
  readonly domain: Track | null
  readonly domainOpen: boolean
  readonly tiles: readonly Clan[] | null
}

export interface Judged extends Pick<View, 'stage' | 'round' | 'starter' | 'seatOnTurn' | 'choice' | 'king'> {
  readonly map: View['options']['map']
  readonly thresholdNeeds: Rules['thresholdNeeds']
  readonly actionsLeft: number
  readonly card: Card | null
  readonly tie: Location | null
  /** By location. */
  readonly counsellorsOut: readonly number[]
  readonly toScore: readonly Majority[]
  readonly players: readonly JudgedSeat[]
  readonly agents: Agents
  readonly neutralClan: Clan | null
  readonly spyings: readonly View['spyings'][number][]
  readonly accusations: readonly View['accusations'][number][]
  readonly left: readonly number[]
  readonly places: readonly Placing[] | null
}

/** All there is to know. */
export function judgedState(state: State): Judged {
  const { options, rules, turn } = state
  return {
    map: options.map,
    thresholdNeeds: rules.thresholdNeeds,
    stage: state.stage,
    round: state.round,
    starter: state.starter < 0 ? null : state.starter,
    seatOnTurn: state.seatOnTurn < 0 ? null : state.seatOnTurn,
    choice: state.choice,
    king: state.king,
    actionsLeft: turn.actionsLeft,
    card: turn.card,
    tie: turn.tie,
    counsellorsOut: turn.counsellorsOut,
    toScore: turn.toScore,
    players: state.players.map((player, seat) => judgedPlayer(state, player, seat)),
    agents: state.agents,
    neutralClan: state.neutralClan,
    spyings: state.spyings,
    accusations: state.accusations,
    left: state.left,
    places: state.places,
  }
}

const judgedPlayer = (state: State, player: Player, seat: number): JudgedSeat => ({
  seat,
  left: hasLeft(state, seat),
  steps: player.steps,
  chips: player.chips,
  counsellors: player.counsellors,
  handCount: handCount(player),
  played: player.played,
  hasDiscarded: player.convicted && unplayed(clanOf(player), player.played).length > 0,
  clan: player.clan,
  clanOpen: player.clanOpen,
  domain: player.domain,
  domainOpen: player.domainOpen,
  tiles: tilesOf(state, seat),
})

/** What its viewer knows. */
export function judgedView(view: View): Judged {
  const { options, rules, turn, neutral } = view
  return {
    map: options.map,
    thresholdNeeds: rules.thresholdNeeds,
    stage: view.stage,
    round: view.round,
    starter: view.starter,
    seatOnTurn: view.seatOnTurn,
    choice: view.choice,
    king: view.king,
    actionsLeft: turn.actionsLeft,
    card: turn.card,
    tie: turn.tie,
    counsellorsOut: counted(turn.counsellorsOut),
    toScore: turn.toScore,
    players: view.players.map(seenPlayer),
    agents: [...view.players, ...(neutral ? [neutral] : [])].map(({ agents }) => counted(agents)),
    neutralClan: neutral?.clan ?? null,
    spyings: view.spyings,
    accusations: view.accusations,
    left: view.leftInOrder,
    places: view.places,
  }
}

const seenPlayer = (player: View['players'][number]): JudgedSeat => ({
  seat: player.seat,
  left: player.left,
  steps: player.markers.map(({ space }) => SPACES.indexOf(space)),
  chips: player.chips,
  counsellors: player.counsellors,
  handCount: player.handCount,
  played: player.played,
  hasDiscarded: player.discarded.length > 0,
  clan: player.clan,
  clanOpen: player.clanOpen,
  domain: player.domain,
  domainOpen: player.domainOpen,
  tiles: player.tiles,
})

function counted(pieces: View['turn']['counsellorsOut']): number[] {
  const row = LOCATIONS.map(() => 0)
  for (const { location, count } of pieces) row[locationNumber(location)] = count
  return row
}
