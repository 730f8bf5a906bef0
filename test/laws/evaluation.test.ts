/** Every evaluation shares the win out among the seats, whoever looks, and finds the same in a state as in the view of all of it. */
import { describe, test } from 'vitest'
import type { AnyGame, Viewer } from '../../src/games/contract.js'
import { opening, playout } from '../support/playout.js'
import { name, probed } from '../support/probes.js'
import { demand } from '../support/same.js'

const MATCHES = 2
/** Of so many positions one is looked at; the last one always. */
const EVERY = 5

const viewersOf = (seats: number): Viewer[] => [...Array.from({ length: seats }, (_, seat) => seat), 'spectator', 'referee']

/** Shares make 1, and whoever has left has none. */
// biome-ignore lint/suspicious/noExplicitAny: states are opaque to the laws.
function sharesOf(game: AnyGame, state: any, viewer: Viewer, seats: number, left: readonly number[]): readonly number[] {
  const shares = game.evaluate(game.view(state, viewer))
  const text = (): string => `${viewer} sees ${JSON.stringify(shares)}`
  demand(shares.length === seats, () => `one share a seat: ${text()}`)
  demand(
    shares.every((share) => share >= 0 && share <= 1),
    () => `each from 0 to 1: ${text()}`,
  )
  demand(Math.abs(shares.reduce((sum, share) => sum + share, 0) - 1) < 1e-9, () => `all together 1: ${text()}`)
  demand(
    left.every((seat) => shares[seat] === 0),
    () => `nothing for ${left}, who have left: ${text()}`,
  )
  return shares
}

/** Bit by bit: bots of all servers choose by it. */
// biome-ignore lint/suspicious/noExplicitAny: states are opaque to the laws.
function demandSame(game: AnyGame, state: any): void {
  const [seen, known] = [game.evaluate(game.view(state, 'referee')), game.evaluateState(state)]
  demand(JSON.stringify(seen) === JSON.stringify(known), () => `by the view ${seen}, by the state ${known}`)
}

describe.each(probed)('$game.id', ({ game, probe }) => {
  test.each(probe.cases.map((setting) => ({ setting, title: name(setting) })))('all shares make 1: $title', ({ setting }) => {
    const { seats } = setting
    for (const viewer of viewersOf(seats)) sharesOf(game, opening(game, setting), viewer, seats, [])
    demandSame(game, opening(game, setting))
    for (let seed = 0; seed < MATCHES; seed++) {
      const left: number[] = []
      let entries = 0
      for (const { command, after } of playout(game, { ...setting, seed, leaving: 0.005 })) {
        if (command.type === 'leave') left.push(command.seat)
        demandSame(game, after)
        const { over } = game.phase(after)
        if (!over && entries++ % EVERY > 0) continue
        for (const viewer of viewersOf(seats)) {
          const shares = sharesOf(game, after, viewer, seats, left)
          const first = over?.find(({ place }) => place === 1)
          const most = Math.max(...shares)
          demand(!first || shares[first.seat] === most, () => `the winner ${first?.seat} has most: ${JSON.stringify(shares)}`)
        }
      }
    }
  })
})
