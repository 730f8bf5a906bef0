/** One probe a game; the laws fail for a registered game without one. */

import type { AnyGame } from '../../src/games/contract.js'
import { games } from '../../src/games/registry.js'
import { probe as kingdoms } from '../games/kingdoms/probe.js'
import { probe as medievalRealms } from '../games/medieval-realms/probe.js'
import { probe as regents } from '../games/regents/probe.js'
import { probe as royals } from '../games/royals/probe.js'
import type { Probe } from './probe.js'

const probes: readonly Probe[] = [kingdoms, medievalRealms, regents, royals]

export const probed: readonly { game: AnyGame; probe: Probe }[] = games.map((game) => {
  const probe = probes.find(({ id }) => id === game.id)
  if (!probe)
    throw new Error(`${game.id} has no probe: write test/games/${game.id}/probe.ts and name it in test/support/probes.ts`)
  return { game, probe }
})

export const name = ({ seats, options }: { seats: number; options: object }): string =>
  `${seats} seats ${JSON.stringify(options)}`
