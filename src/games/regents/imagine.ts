/** A full table that one seat cannot tell from the true one. */
import type { Dice } from '../contract.js'
import { type Clan, LOCATIONS, stepOf, THRESHOLD_STEPS, type Track } from './content.js'
import type { View } from './schema.js'
import { type Accusation, type Player, type Spying, type State, unplayed } from './state.js'
import { freeDomains } from './view.js'
import { accusationClues, clansOf, possibleWorlds, tileRuns } from './worlds.js'

export function imagine(seen: View, _seat: number, dice: Dice): State {
  const world = seen.stage === 'setup' ? null : imaginedWorld(seen, dice)
  const clans = world && clansOf(world)
  const owners = seen.players.map(({ agents, agentsOutside }) => [...counts(agents), agentsOutside])
  return {
    options: seen.options,
    rules: seen.rules,
    stage: seen.stage,
    round: seen.round,
    starter: seen.starter ?? -1,
    seatOnTurn: seen.seatOnTurn ?? -1,
    turn: { ...seen.turn, counsellorsOut: counts(seen.turn.counsellorsOut) },
    choice: seen.choice,
    king: seen.king,
    reserve: seen.reserve,
    chips: seen.chipsOnTracks.map(({ spaces }) => THRESHOLD_STEPS.map((step) => spaces.some((space) => stepOf(space) === step))),
    chipsSpent: seen.chipsSpent,
    agents: seen.players.length === 3 ? [...owners, neutralRow(seen)] : owners,
    players: imaginedPlayers(seen, clans, dice),
    neutralClan: seen.neutral?.clan ?? null,
    spyings: clans ? imaginedSpyings(seen, clans, dice) : [],
    accusations: world ? imaginedAccusations(seen, world, dice) : [],
    left: seen.leftInOrder,
    places: seen.places,
  }
}

const counts = (pieces: View['turn']['counsellorsOut']): number[] =>
  LOCATIONS.map((location) => pieces.find((one) => one.location === location)?.count ?? 0)

/** Before the start the neutral agents are outside; after it they never are. */
const neutralRow = ({ neutral }: View): number[] => (neutral ? [...counts(neutral.agents), 0] : [...counts([]), 4])

/** Deals are equally likely, and so is every deal that fits. */
function imaginedWorld(seen: View, dice: Dice): readonly number[] {
  const worlds = possibleWorlds(seen)
  return worlds[dice.roll('imagined clans', worlds.length)] as readonly number[]
}

function imaginedPlayers(seen: View, clans: readonly Clan[] | null, dice: Dice): Player[] {
  const free = freeDomains(seen.players)
  const hidden = seen.players.filter(({ domain }) => domain === null).length
  const domains = clans ? (dice.draw('imagined domains', free, hidden) as Track[]) : []
  return seen.players.map((player, seat) => ({
    steps: player.markers.map(({ space }) => stepOf(space)),
    chips: player.chips,
    counsellors: player.counsellors,
    clan: clans?.[seat] ?? null,
    clanOpen: player.clanOpen,
    convicted: player.clanOpen && player.played.length < 5,
    played: player.played,
    domain: player.domain ?? domains.pop() ?? null,
    domainOpen: player.domainOpen,
  }))
}

/** A card that another spy saw is any that the target held at that time. */
const imaginedSpyings = (seen: View, clans: readonly Clan[], dice: Dice): Spying[] =>
  seen.spyings.map((one, index) => {
    const hand = unplayed(clans[one.target] as Clan, (seen.players[one.target]?.played ?? []).slice(0, one.playedBefore))
    return { ...one, card: one.card ?? (hand[dice.roll(`imagined card:${index}`, hand.length)] as Spying['card']) }
  })

/** The tiles of every accuser are imagined together, since each one played is gone for the next. */
function imaginedAccusations(seen: View, world: readonly number[], dice: Dice): Accusation[] {
  const runs = seen.players.map((_, seat) => {
    const fitting = tileRuns(world, accusationClues(seen, seat))
    return [...(fitting[dice.roll(`imagined tiles:${seat}`, fitting.length)] as Clan[])]
  })
  return seen.accusations.map((one) => ({ ...one, tile: runs[one.seat]?.shift() as Clan }))
}
