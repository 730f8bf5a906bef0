/** Messages about queries and mutations, in the words of graphql-transport-ws. `graphql-ws` reads and writes all others. */
import { MessageType } from 'graphql-ws'
import { z } from 'zod'
import type { Told } from '../errors.js'
import { QueryBody } from '../query-body.js'

const id = z.string().min(1)
const Subscribe = z.object({
  type: z.literal(MessageType.Subscribe),
  id,
  payload: QueryBody.extend({ extensions: z.looseObject({}).nullish() }),
})
const Complete = z.object({ type: z.literal(MessageType.Complete), id })
const Message = z.discriminatedUnion('type', [Subscribe, Complete])

export type Subscribe = z.infer<typeof Subscribe>

/** Undefined for whatever else a client says. */
export const asMessage = (said: unknown): z.infer<typeof Message> | undefined => Message.safeParse(said).data

/** The answer is text already. */
export const next = (id: string, answer: string): string => `{"id":${JSON.stringify(id)},"type":"next","payload":${answer}}`
export const complete = (id: string): string => `{"id":${JSON.stringify(id)},"type":"complete"}`
export const failure = (id: string, told: readonly Told[]): string =>
  JSON.stringify({ id, type: MessageType.Error, payload: told.map(({ error }) => error) })
