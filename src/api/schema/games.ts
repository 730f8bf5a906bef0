/** What both transports tell about a game; each adds what its clients need to play it. */
import { z } from 'zod'
import type { AnyGame } from '../../games/contract.js'

export const GameBasics = z
  .strictObject({
    id: z.string().describe('Id of the game, as in addresses.'),
    name: z.string().describe('Name of the game.'),
    rules: z.int().describe('The number of the rules now in force: it grows with every change.'),
  })
  .describe('A game that this server plays.')

export const basicsOf = ({ id, name, rules }: AnyGame): z.infer<typeof GameBasics> => ({ id, name, rules })
