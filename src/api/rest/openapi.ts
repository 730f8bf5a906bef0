/** The OpenAPI 3.1 document, written from the routes themselves, docs/errors.md and recorded examples. */
import swagger from '@fastify/swagger'
import Fastify, { type FastifySchema } from 'fastify'
import { z } from 'zod'
import { games } from '../../games/registry.js'
import { packageVersion } from '../../platform/package.js'
import { ProblemDocument } from '../http/errors.js'
import { typeDescriptionOf } from '../schema/zod.js'
import { type Components, createComponents } from './components.js'
import { readErrorCodes } from './error-codes.js'
import { Recording } from './examples.js'
import type { Noted } from './problem-answers.js'
import { completed } from './reference.js'
import { allRoutes } from './routes.js'
import type { RestDeps } from './routing.js'
import { inShortLines } from './short-lines.js'

const TAGS = [
  { name: 'games', description: 'What can be played.' },
  { name: 'players', description: 'Accounts of people and bots, and their tokens.' },
  { name: 'matches', description: 'Made, joined, left, called off, listed, seen and downloaded.' },
  { name: 'play', description: 'Legal moves, and moves.' },
  { name: 'worlds', description: 'Positions that are only thought of, for those who search.' },
  { name: 'finding', description: 'Invitations by name, seeks that pair by themselves, and what players accept.' },
  { name: 'ratings', description: 'How strong players are, as far as rated matches tell.' },
  { name: 'streams', description: 'JSON, NDJSON or server-sent events by Accept; resumed by Last-Event-ID or `after`.' },
  { name: 'tournaments', description: 'Organised with the scope organise, entered with the scope play, and read by everybody.' },
  { name: 'webhooks', description: 'Events posted to an address of yours, signed after the Standard Webhooks specification.' },
  {
    name: 'administration',
    description: 'Players and matches, for those who run the server: with the scope admin. Each act is recorded.',
  },
  { name: 'operations', description: 'For those who run the server.' },
]

const DESCRIPTION = `Board games about crowns, played by API. Every accepted move is an entry in a durable log.

Examples are real calls of one match and their answers. Ids, tokens, times, cursors and hashes in them stand for others of their kind.

An address that is none is answered with 404 \`NOT_FOUND\`, one that knows other methods with 405 \`METHOD_NOT_ALLOWED\` and \`Allow\`.`

const HEAD = {
  openapi: '3.1.0',
  info: {
    title: 'Chancery',
    version: packageVersion(new URL('../../../package.json', import.meta.url)),
    description: DESCRIPTION,
    contact: { name: 'Those who run this server' },
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/', description: 'The server that this document came from.' }],
  tags: TAGS,
  components: { securitySchemes: { token: { type: 'http' as const, scheme: 'bearer', description: 'chy_...' } } },
}

/** What is written by hand or recorded, and goes into the document. */
export interface Written {
  /** docs/errors.md */
  readonly errors: string
  /** openapi/examples.json */
  readonly examples: string
}

/** What `openapi/openapi.json` holds. Routes without a tag stay out of it. */
export async function openapiDocument({ errors, examples }: Written): Promise<string> {
  const app = Fastify()
  const components = createComponents()
  const noted = new Map<string, Noted>()
  await app.register(swagger, {
    openapi: HEAD,
    hideUntagged: true,
    transform: ({ schema, url, route }) => {
      if (!schema?.tags) return { schema, url }
      const { method, config } = route
      noted.set(schema.operationId ?? url, { schema, method: `${method}`, isCounted: config?.rateLimit !== false })
      return { schema: inJson({ ...schema, ...config?.shown }, components), url }
    },
  })
  // A cast, because the routes are listed and not called: of what they depend on, only the games are looked at.
  allRoutes(app, { games } as RestDeps, { send: async () => {}, download: async () => {} })
  await app.ready()
  components.describe(ProblemDocument, 'output')
  const document = components.complete({ ...app.swagger() })
  const sources = {
    codes: readErrorCodes(errors),
    recording: Recording.parse(JSON.parse(examples)),
    games: games.map(({ name }) => name),
    noted,
  }
  return `${inShortLines(completed(document, sources))}\n`
}

/** An answer with a media type of its own; any other is a bare schema and is sent as JSON. */
const Described = z.object({
  description: z.string(),
  content: z.record(z.string(), z.object({ schema: z.instanceof(z.ZodType) })),
})

function inJson(schema: FastifySchema, components: Components): FastifySchema {
  const written: Record<string, unknown> = { ...schema }
  for (const part of ['params', 'querystring', 'headers', 'body'] as const) {
    const given = schema[part]
    if (given instanceof z.ZodType) written[part] = components.describe(given, 'input')
  }
  const answers: [string, unknown][] = Object.entries(schema.response ?? {})
  written.response = Object.fromEntries(answers.map(([status, answer]) => [status, answerInJson(status, answer, components)]))
  return written
}

function answerInJson(status: string, answer: unknown, components: Components): object {
  if (status === '204') return { type: 'null', description: 'Done.' }
  if (answer instanceof z.ZodType)
    return {
      description: describedAs(answer),
      content: { 'application/json': { schema: components.describe(answer, 'output') } },
    }
  const { description, content } = Described.parse(answer)
  const described = Object.entries(content).map(
    ([type, { schema }]) => [type, { schema: components.describe(schema, 'output') }] as const,
  )
  return { description, content: Object.fromEntries(described) }
}

const describedAs = (answer: z.ZodType): string => typeDescriptionOf(answer) ?? ''
