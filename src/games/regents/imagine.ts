/** A full state that one seat cannot tell from the true one. */
import type { Dice } from '../contract.js'
import { itemAt, packed, packedNumbers } from '../lists.js'
import { AGENTS, type Clan, HAND, LOCATIONS, SEATS_WITH_NEUTRAL, stepOf, THRESHOLD_STEPS, type Track } from './content.js'
import { accusationClues, clansOf, type Deal, possibleDeals, tileSequences, unseenDomains } from './deductions.js'
import type { View } from './schema.js'
import { type Accusation, type Player, type Spying, type State, unplayed } from './state.js'

export function imagine(seen: View, _seat: number, dice: Dice): State {
  const deal = seen.stage === 'setup' ? null : imaginedDeal(seen, dice)
  const clans = deal && clansOf(deal)
  const owners = seen.players.map(({ agents, agentsOutside }) => counts(agents, agentsOutside))
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
    chips: packed(
      seen.chipsOnTracks.map(({ spaces }) =>
        packed(THRESHOLD_STEPS.map((step) => spaces.some((space) => stepOf(space) === step))),
      ),
    ),
    chipsSpent: seen.chipsSpent,
    agents: packed(seen.players.length === SEATS_WITH_NEUTRAL ? [...owners, neutralRow(seen)] : owners),
    players: packed(imaginedPlayers(seen, clans, dice)),
    neutralClan: seen.neutral?.clan ?? null,
    spyings: clans ? imaginedSpyings(seen, clans, dice) : [],
    accusations: deal ? imaginedAccusations(seen, deal, dice) : [],
    left: seen.leftInOrder,
    places: seen.places,
  }
}

const counts = (pieces: View['turn']['counsellorsOut'], ...outside: readonly number[]): number[] =>
  packedNumbers([...LOCATIONS.map((location) => pieces.find((one) => one.location === location)?.count ?? 0), ...outside])

/** Before the start the neutral agents are outside; after it they never are. */
const neutralRow = ({ neutral }: View): number[] => (neutral ? counts(neutral.agents, 0) : counts([], AGENTS))

/** All deals are equally likely at the start, so those that are still possible are equally likely too. */
function imaginedDeal(seen: View, dice: Dice): Deal {
  const deals = possibleDeals(seen)
  return itemAt(deals, dice.roll('imagined clans', deals.length))
}

function imaginedPlayers(seen: View, clans: readonly Clan[] | null, dice: Dice): Player[] {
  const hidden = seen.players.filter(({ domain }) => domain === null).length
  // The dice know strings only, but they return some of those that they are given.
  const domains = clans ? (dice.draw('imagined domains', unseenDomains(seen.players), hidden) as Track[]) : []
  return seen.players.map((player, seat) => ({
    steps: packedNumbers(player.markers.map(({ space }) => stepOf(space))),
    chips: player.chips,
    counsellors: player.counsellors,
    clan: clans?.[seat] ?? null,
    clanOpen: player.clanOpen,
    convicted: player.clanOpen && player.played.length < HAND,
    played: player.played,
    domain: player.domain ?? domains.pop() ?? null,
    domainOpen: player.domainOpen,
  }))
}

/** If the viewer does not know which card a spy saw, it may be any that the target held at that time. */
const imaginedSpyings = (seen: View, clans: readonly Clan[], dice: Dice): Spying[] =>
  seen.spyings.map((one, index) => {
    const hand = unplayed(itemAt(clans, one.target), itemAt(seen.players, one.target).played.slice(0, one.playedBefore))
    return { ...one, card: one.card ?? itemAt(hand, dice.roll(`imagined card:${index}`, hand.length)) }
  })

/** The tiles of one accuser are imagined together, since a tile that was played is not there for the next accusation. */
function imaginedAccusations(seen: View, deal: Deal, dice: Dice): Accusation[] {
  const tiles = seen.players.map((_, seat) => {
    const sequences = tileSequences(deal, accusationClues(seen, seat))
    return itemAt(sequences, dice.roll(`imagined tiles:${seat}`, sequences.length))
  })
  return seen.accusations.map((one, index) => {
    const earlier = seen.accusations.slice(0, index).filter(({ seat }) => seat === one.seat).length
    return { ...one, tile: itemAt(itemAt(tiles, one.seat), earlier) }
  })
}
