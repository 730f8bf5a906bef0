/** What the SDK knows of the REST operations, written from `openapi/openapi.json`: a line of types for each, and which may be sent again. */
import { z } from 'zod'
import { pascal } from './api/schema/names.js'
import { fieldOf, type JsonTypes, jsonTypes, type Refer, Shape } from './json-types.js'

const HEAD = '// Written from openapi/openapi.json by `npm run generate`. Do not edit.\n'

const Content = z.record(z.string(), z.object({ schema: Shape }))
const Parameter = z.object({ name: z.string(), in: z.string(), required: z.boolean().optional(), schema: Shape })
const Operation = z.object({
  summary: z.string(),
  parameters: z.array(Parameter).default([]),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: Content.optional() })),
  'x-repeatable': z.boolean().default(false),
})
type Operation = z.infer<typeof Operation>
const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), Shape) }),
})

/** Shapes that the SDK has under a name of its own, with the types of the games in them. */
const OWN: Readonly<Record<string, string>> = {
  Accepted: 'Accepted',
  CreateMatch: 'NewMatch',
  Game: 'GameCard',
  LegalMovePage: 'LegalMoves',
  Match: 'Card',
  MatchAndView: 'MatchAndMore',
  NoticeItem: 'NoticeItem',
  Seen: 'Seen',
}
/** Shapes of which each game has one, by the end of their names. */
const OF_GAMES = { Options: 'OptionsOf', Move: 'MoveOf', View: 'ViewOf', GameContent: 'ContentOf' } as const

/** Of the headers those that change what is done: the others choose how it is answered, which is the SDK's own affair. */
const HEADERS = ['if-match', 'idempotency-key']

interface Known {
  /** Ids of the games. */
  readonly games: readonly string[]
  /** src/client/generated/shared.ts: what has a type there is not written again. */
  readonly shared: string
}

/** The files of the SDK that are written from the description, by their paths. */
export function sdkOperations(description: string, known: Known): Readonly<Record<string, string>> {
  const { paths, components } = Document.parse(JSON.parse(description))
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  const write = writer(components.schemas, known)
  const posted = operations.filter(({ method, operation }) => method === 'post' && mayRepeat(operation))
  return {
    'src/client/generated/operations.ts': write((types) =>
      operations.map(({ method, path, operation }) => lineOf(`${method.toUpperCase()} ${path}`, operation, types)),
    ),
    'src/client/repeatable.ts': repeatable(posted.map(({ path }) => path)),
  }
}

const mayRepeat = (operation: Operation): boolean =>
  operation['x-repeatable'] || operation.parameters.some(({ name }) => name === 'idempotency-key')

const repeatable = (paths: readonly string[]): string => `${HEAD}
/** What may be posted again: it takes an idempotency key, or done twice it is as good as done once. */
export const REPEATABLE: readonly string[] = [
${paths.map((path) => `  '${path}',\n`).join('')}]
`

function lineOf(name: string, { summary, parameters, requestBody, responses }: Operation, types: JsonTypes): string {
  const given = parameters.filter((one) => one.in === 'query' || HEADERS.includes(one.name))
  const body = requestBody?.content['application/json']?.schema
  const answer = answerOf(responses)
  const parts = [
    ...given.map((one) => fieldOf(one.name, one.required === true, types.typeOf(one.schema))),
    ...(body ? [fieldOf('body', !mayBeEmpty(types.resolved(body)), types.typeOf(body))] : []),
    `answer: ${answer ? types.typeOf(answer) : 'undefined'}${mayBeText(responses) ? ' | string' : ''}`,
  ]
  return `  /** ${summary}. */\n  '${name}': { ${parts.join('; ')} }`
}

/** No body at all means an empty one. */
const mayBeEmpty = ({ type, required = [] }: Shape): boolean => type === 'object' && required.length === 0

/** JSON, or a text that the SDK hands on as it is. */
const TYPES = ['application/json', 'text/markdown', 'image/svg+xml']

function answerOf(responses: Operation['responses']): Shape | undefined {
  const [, good] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  return TYPES.map((type) => good?.content?.[type]).find((one) => one !== undefined)?.schema
}

/** Where the query chooses a text in place of JSON. What Accept chooses does not come: the SDK accepts JSON. */
const mayBeText = (responses: Operation['responses']): boolean =>
  Object.values(responses).some(({ content }) => content?.['text/csv'] !== undefined)

/** Twice: what was met more than once the first time has a name the second time. */
function writer(schemas: Readonly<Record<string, Shape>>, { games, shared }: Known) {
  const inShared = [...shared.matchAll(/^export type (\w+)/gm)].map(([, name = '']) => name)
  const knownAs = (name: string): string | undefined => OWN[name] ?? inShared.find((one) => one === name)
  const ofGames = (names: readonly string[]): string | undefined => {
    const ends = names.map((name, index) => withoutInput(name).slice(pascal(games[index] ?? '').length))
    const found = Object.entries(OF_GAMES).find(([end]) => names.length === games.length && ends.every((one) => one === end))
    if (!found) return undefined
    const [end, type] = found
    // What a host leaves out of the options has its default.
    return end === 'Options' && names.some(isInput) ? `Partial<${type}<GameId>>` : `${type}<GameId>`
  }
  return (linesOf: (types: JsonTypes) => string[]): string => {
    const met = new Map<string, number>()
    // What is met again is not looked into again: there it will have a name.
    const count: Refer = (name) => {
      const before = met.get(name) ?? 0
      met.set(name, before + 1)
      return knownAs(name) ?? (before > 0 ? name : undefined)
    }
    linesOf(jsonTypes(schemas, count, ofGames))
    const named = [...met].filter(([name, times]) => times > 1 && !knownAs(name)).map(([name]) => name)
    const types = jsonTypes(schemas, (name) => knownAs(name) ?? named.find((one) => one === name), ofGames)
    const declarations = named.map((name) => `type ${name} = ${types.typeOf({ ...schemas[name] })}\n`)
    return fileOf(linesOf(types), declarations, inShared)
  }
}

const isInput = (name: string): boolean => name.endsWith('Input')
const withoutInput = (name: string): string => name.replace(/Input$/, '')

function fileOf(lines: readonly string[], declarations: readonly string[], inShared: readonly string[]): string {
  const text = `/** What every REST operation takes, and its answer. */
export interface Operations {
${lines.join('\n')}
}
${declarations.join('')}`
  const used = new Set(text.match(/\b[A-Z]\w+/g))
  const importing = (names: readonly string[], from: string): string =>
    `import type { ${names
      .filter((name) => used.has(name))
      .toSorted()
      .join(', ')} } from '${from}'\n`
  const own = [...Object.values(OWN), ...Object.values(OF_GAMES), 'GameId']
  return `${HEAD}${importing(own, '../games.js')}${importing(inShared, './shared.js')}\n${text}`
}
