import { HAND } from '../../../src/games/regents/content.js'
import { handOf, type State, tilesOf, unplayed } from '../../../src/games/regents/state.js'
import type { Probe } from '../../support/probe.js'

const editions = ['en', 'de', 'nl'].map((edition) => ({ edition }))
/** Each switch set against its edition, and the two other maps. */
const variants = [
  { map: 'seven', thresholdScope: 'scoring' },
  { map: 'wheel', edition: 'de', spying: 'anyone', placement: 'rooms' },
  { edition: 'nl', round4: 'one', neutralMove: 'beforeScoring', starter: 'seat0' },
  { thresholdNeeds: 'reached', neutralMove: 'afterScoring', placement: 'anywhere', spying: 'sharedLocation' },
]

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

/** Agents, counsellors, chips, cards and tiles: each in exactly one place. */
function census({ agents, players, reserve, turn, chips, chipsSpent, ...rest }: State): Record<string, number> {
  const state = { agents, players, reserve, turn, chips, chipsSpent, ...rest }
  const tilesLost = (seat: number): number => sum(state.accusations.filter((one) => one.seat === seat).map((one) => one.tilesLost))
  return {
    agents: sum(agents.map((row) => sum(row))),
    counsellors: reserve + sum(turn.counsellorsOut) + sum(players.map((player) => player.counsellors)),
    chips: sum(chips.map((three) => three.filter(Boolean).length)) + chipsSpent + sum(players.map((player) => player.chips)),
    cards: sum(players.map((player) => player.played.length + handOf(player).length + (player.convicted && player.clan ? unplayed(player.clan, player.played).length : 0))),
    tiles: sum(players.map((_, seat) => tilesOf(state, seat).length + tilesLost(seat))),
    clans: new Set([...players.map(({ clan }) => clan), state.neutralClan].filter(Boolean)).size,
    domains: new Set(players.map(({ domain }) => domain)).size,
    negative: [...agents.flat(), reserve, ...turn.counsellorsOut, ...players.flatMap(({ chips, counsellors }) => [chips, counsellors])].filter((count) => count < 0).length,
    hands: players.filter(({ played }) => played.length > HAND).length,
  }
}

export const probe: Probe = {
  id: 'regents',
  cases: [3, 4, 5].flatMap((seats) => [...editions, ...variants].map((options) => ({ seats, options }))),
  smallest: { seats: 4, options: { starter: 'seat0' } },
  // 20 placements; 40 turns of at most 4 actions, a card, a chip, a domain card, 12 single spaces, 2 further moves, a tie, 7 locations,
  // tower, rampart and the end of the actions; start and leaves besides
  maxEntries: 20 + 40 * 32 + 6,
  census,
}
