/** The boards of the games, drawn from views in text. A game without one here is shown all the same. */
import type { z } from 'zod'
import type { AnyGame } from '../../games/contract.js'
import { registered } from '../../games/registry.js'
import { drawAnything } from './generic.js'
import { drawKingdoms } from './kingdoms.js'
import { drawMedievalRealms } from './medieval-realms.js'
import { drawRegents } from './regents.js'
import { drawRoyals } from './royals.js'
import type { Draw, Sheet } from './sheet.js'

/** A view may come from a server of another version: what its schema does not know is drawn as anything else. */
const board =
  <View>(schema: z.ZodType<View>, draw: Draw<View>): Draw<unknown> =>
  (view, sheet) => {
    const read = schema.safeParse(view)
    return read.success ? draw(read.data, sheet) : drawAnything(view, sheet)
  }

const BOARDS: ReadonlyMap<string, Draw<unknown>> = new Map([
  ['kingdoms', board(registered.kingdoms.schema.view, drawKingdoms)],
  ['medieval-realms', board(registered['medieval-realms'].schema.view, drawMedievalRealms)],
  ['regents', board(registered.regents.schema.view, drawRegents)],
  ['royals', board(registered.royals.schema.view, drawRoyals)],
])

export const drawBoard = ({ id }: AnyGame, view: unknown, sheet: Sheet): string[] =>
  (BOARDS.get(id) ?? drawAnything)(view, sheet).map((line) => line.trimEnd())
