import { handCount, handOf, type State, tilesOf, unplayed } from '../../../src/games/regents/state.js'
import type { Probe } from '../../support/probe.js'

const editions = [3, 4, 5].flatMap((seats) => ['en', 'de', 'nl'].map((edition) => ({ seats, options: { edition } })))
/** Each switch set against its edition, and the two other maps. */
const variants = [
  { seats: 3, options: { edition: 'nl', round4: 'one', neutralMove: 'beforeScoring', starter: 'seat0' } },
  {
    seats: 3,
    options: {
      map: 'wheel',
      thresholdNeeds: 'reached',
      neutralMove: 'afterScoring',
      placement: 'anywhere',
      spying: 'sharedLocation',
    },
  },
  { seats: 4, options: { map: 'seven', thresholdScope: 'scoring' } },
  { seats: 5, options: { map: 'wheel', edition: 'de', spying: 'anyone', placement: 'rooms', thresholdNeeds: 'passed' } },
  { seats: 4, options: { chipUse: 'atOnce', finalChips: 'left' } },
  { seats: 3, options: { edition: 'de', thresholdScope: 'all', chipUse: 'actions', finalChips: 'taken' } },
]

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

/** Agents, counsellors, chips, cards and tiles: each in exactly one place. */
function census(state: State): Record<string, number> {
  const { agents, players, reserve, turn, chips, chipsSpent, accusations, neutralClan } = state
  const held = players.flatMap((player) => [player.chips, player.counsellors])
  return {
    agents: sum(agents.flat()),
    counsellors: reserve + sum(turn.counsellorsOut) + sum(players.map((player) => player.counsellors)),
    chips: chips.flat().filter(Boolean).length + chipsSpent + sum(players.map((player) => player.chips)),
    cards: sum(players.map(({ clan, played }) => (clan ? played.length + unplayed(clan, played).length : 0))),
    overfullHands: players.filter((player) => handOf(player).length !== handCount(player)).length,
    tiles: sum(players.map((_, seat) => tilesOf(state, seat).length)) + sum(accusations.map(({ tilesLost }) => tilesLost)),
    clans: new Set([...players.map(({ clan }) => clan), neutralClan].filter(Boolean)).size,
    domains: new Set(players.map(({ domain }) => domain)).size,
    belowZero: [...agents.flat(), reserve, ...turn.counsellorsOut, ...held].filter((count) => count < 0).length,
  }
}

export const probe: Probe = {
  id: 'regents',
  cases: [...editions, ...variants],
  smallest: { seats: 4, options: { starter: 'seat0' } },
  // 20 placements; 40 turns of at most 4 actions, a card, a chip, a domain card, 12 single spaces, 2 further moves, a tie, 7 locations,
  // tower, rampart, a chip in scoring with its action and the end of the actions; start and leaves besides
  maxEntries: 20 + 40 * 36 + 6,
  census,
}
