/** Schemas that explain themselves: what is said here reaches clients through GraphQL, OpenAPI and the card of the game. */
import { z } from 'zod'
import { LEAVE_REASONS } from './contract.js'

/** Where JSON Schema keeps what each value of an enum means; a name that tools for OpenAPI know. */
export const MEANINGS = 'x-enumDescriptions'

interface Explained<Word extends string> {
  readonly id: string
  readonly description: string
  readonly values: Readonly<Record<Word, string>>
}

/** An enum with a sentence for each value: the compiler names the ones that are missing. */
export const words = <const Word extends string>(list: readonly Word[], { id, description, values }: Explained<Word>) =>
  z.enum(list).meta({ id, description, [MEANINGS]: values })

/** A member of a union, told from the others by its `type`. */
export const member = <const Type extends string, Fields extends z.core.$ZodLooseShape>(
  type: Type,
  description: string,
  fields: Fields,
) => z.strictObject({ type: z.literal(type).describe(`Always \`${type}\`.`), ...fields }).describe(description)

/** The same in all games, so that GraphQL has one type for it. */
export const LeaveReason = words(LEAVE_REASONS, {
  id: 'LeaveReason',
  description: 'Why a seat has left.',
  values: {
    resigned: 'Its player gave up.',
    timeout: 'Its player took too long.',
    removed: 'Its player was taken out of the match.',
  },
})

/** A line of the final result. */
export const placing = <Seat extends z.ZodType>(id: string, seat: Seat, score: z.ZodInt) =>
  z
    .strictObject({ seat, place: z.int().min(1).describe('Final place, 1 for the winner; seats that tie share one.'), score })
    .meta({ id, description: 'The final place of a seat.' })
