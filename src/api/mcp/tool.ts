/** What a tool is: its published shape, what it costs, and how it answers in words. */
import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import type { Caller } from '../../accounts/caller.js'
import type { AnyGame } from '../../games/contract.js'
import type { Matches } from '../../match/matches.js'
import { readInput } from '../../platform/complaint.js'
import { notFound } from '../../platform/problem.js'
import type { Tournaments } from '../../tournaments/tournaments.js'
import { unfit } from '../http/errors.js'
import type { WaitFor } from '../http/waiting.js'
import { inputSchemaOf } from './input-schema.js'

/** Made once for the server. */
export interface ToolDeps {
  readonly matches: Matches
  readonly tournaments: Tournaments
  readonly games: readonly AnyGame[]
  /** The rules of a game in words, as Markdown. */
  rulesPage(game: string): string
  readonly waitFor: WaitFor
}

/** Who asks, with the answer that is kept open while a tool waits. */
export interface Asked extends ToolDeps {
  readonly caller: Caller
  readonly reply: FastifyReply
}

/** What a tool does to the world, in the words of the protocol. */
interface Effect {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  readonly openWorldHint: false
}

/** Nothing leaves this server, whatever is called. */
export const READS: Effect = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
export const ADDS: Effect = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false }
export const DESTROYS: Effect = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false }

interface Definition<Input extends z.ZodObject> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: Input
  readonly effect: Effect
  /** How many plain requests it stands for: each costs a point. */
  readonly requests: number
  /** Throws a problem if it cannot be done. */
  answer(asked: Asked, input: z.output<Input>): Promise<string>
}

export interface Tool {
  readonly requests: number
  /** As `tools/list` tells it. */
  readonly card: {
    readonly name: string
    readonly title: string
    readonly description: string
    readonly inputSchema: ReturnType<typeof inputSchemaOf>
    readonly annotations: Effect & { readonly title: string }
  }
  /** Reads what it was given, and answers. */
  call(asked: Asked, given: unknown): Promise<string>
}

export function tool<Input extends z.ZodObject>({ input, answer, requests, effect, ...card }: Definition<Input>): Tool {
  const inputSchema = inputSchemaOf(input)
  return {
    requests,
    card: { ...card, inputSchema, annotations: { title: card.title, ...effect } },
    async call(asked, given) {
      const read = readInput(input, given)
      if (!read.success) throw unfit('arguments', read.error)
      return answer(asked, read.data)
    },
  }
}

export function gameNamed({ games }: Pick<ToolDeps, 'games'>, named: string): AnyGame {
  const game = games.find(({ id }) => id === named)
  if (!game) throw notFound(`game; there are ${games.map(({ id }) => id).join(', ')}`)
  return game
}
