/** The shapes of the API as TypeScript of its own, written from the zod schemas: whoever installs the SDK needs neither zod nor the server. */
import { Player } from './accounts/caller.js'
import { GameSummary, Me, PlayerCard } from './api/rest/shapes.js'
import { pascal, upperFirst } from './api/schema/names.js'
import {
  anchorOf,
  type Def,
  defOf,
  descriptionOf,
  idOf,
  isLoose,
  type Schema,
  shapeOf,
  typeDescriptionOf,
} from './api/schema/zod.js'
import type { AnyGame } from './games/contract.js'
import { LeaveReason } from './games/described.js'
import { InboxItem } from './match/inbox-shapes.js'
import { Transcript } from './match/offline/transcript.js'
import {
  Accepted,
  CreateMatch,
  JoinMatch,
  LegalMove,
  LegalMovePage,
  MatchCard,
  MatchFilter,
  MoveCheck,
  NoticeItem,
} from './match/shapes.js'
import { InputError } from './platform/complaint.js'

/** The file with what is the same for every game. */
export const SHARED = 'src/client/generated/shared.ts'

const HEAD = '// Written from the schemas by `npm run generate`. Do not edit.\n'

/** What is the same for every game. `Any...` are those that the SDK gives the types of a game. */
const ALIKE: Readonly<Record<string, Schema>> = {
  AnyAccepted: Accepted,
  AnyLegalMove: LegalMove,
  AnyLegalMovePage: LegalMovePage,
  AnyNoticeItem: NoticeItem,
  AnyCard: MatchCard,
  CreateMatch,
  GameSummary,
  InboxItem,
  InputError,
  JoinMatch,
  LeaveReason,
  MatchFilter,
  Me,
  MoveCheck,
  Player,
  PlayerCard,
  Transcript,
}
/** Of a game all but its events, which are told as notices. */
const PARTS = ['options', 'move', 'view', 'notice', 'content'] as const

/** The files of the SDK that are written, by their paths. */
export function sdkTypes(games: readonly AnyGame[]): Readonly<Record<string, string>> {
  const shared = moduleOf(Object.entries(ALIKE), (id) => id, new Map())
  const files = games.map((game): [file: string, text: string] => {
    const roots = PARTS.map((part): [string, Schema] => [partName(game, part), game.schema[part]])
    return [`src/client/generated/${game.id}.ts`, moduleOf(roots, (id) => withoutGame(game, id), shared.names).text]
  })
  return Object.fromEntries([
    [SHARED, shared.text],
    ...files,
    ['src/client/generated/shapes.ts', shapesOf(games)],
    ['src/client/generated/index.ts', namespacesOf(games)],
  ])
}

/** Each game has a namespace in the SDK, so its types need not begin with its name: `Royals.City`. */
const withoutGame = (game: AnyGame, id: string): string =>
  id.startsWith(pascal(game.id)) ? id.slice(pascal(game.id).length) : id

/** As the schema is named, or by what it is: `View`. */
const partName = (game: AnyGame, part: (typeof PARTS)[number]): string =>
  withoutGame(game, idOf(game.schema[part]) ?? upperFirst(part))

/** `Shapes['kingdoms']['view']` and so on, from which the SDK takes the types of a game by its id. */
function shapesOf(games: readonly AnyGame[]): string {
  const imports = games.map(({ id }) => `import type * as ${pascal(id)} from './${id}.js'`)
  const lines = games.map((game) => {
    const parts = PARTS.map((part) => `${part}: ${pascal(game.id)}.${partName(game, part)}`)
    return `  '${game.id}': { ${parts.join('; ')} }`
  })
  const shapes = `/** The shapes of every game, by its id. */\nexport interface Shapes {\n${lines.join('\n')}\n}`
  return `${HEAD}${imports.join('\n')}\n\n${shapes}\n`
}

/** `Royals.City`: the types of each game under its name. */
const namespacesOf = (games: readonly AnyGame[]): string =>
  `${HEAD}${games.map(({ id, name }) => `/** The types of ${name}. */\nexport type * as ${pascal(id)} from './${id}.js'\n`).join('')}`

interface Module {
  readonly text: string
  /** Every type of the module, by the schema that it was written from. */
  readonly names: ReadonlyMap<Schema, string>
}

/** The roots and what they use more than once, each written under a name; what is used once is written where it is used. */
function moduleOf(
  roots: readonly (readonly [name: string, schema: Schema])[],
  nameOf: (id: string) => string,
  elsewhere: Module['names'],
): Module {
  const names = new Map(roots.map(([name, schema]) => [anchorOf(schema), name]))
  for (const schema of usedTwice([...names.keys()])) if (!elsewhere.has(schema)) names.set(schema, nameOf(idOf(schema) ?? ''))
  requireDistinct([...names.values()])
  const imported = new Set<string>()
  const refer = (schema: Schema): string | undefined => {
    const foreign = elsewhere.get(anchorOf(schema))
    if (foreign !== undefined) imported.add(foreign)
    return foreign ?? names.get(anchorOf(schema))
  }
  const types = [...names].map(([schema, name]) => declaration(name, schema, refer))
  const imports = imported.size === 0 ? '' : `import type { ${[...imported].sort().join(', ')} } from './shared.js'\n`
  return { text: `${HEAD}${imports}\n${types.join('\n\n')}\n`, names }
}

/** The schemas with an id that are met more than once below these, the ones with a name already left out. */
function usedTwice(roots: readonly Schema[]): Schema[] {
  const uses = new Map<Schema, number>()
  const count: Refer = (schema) => {
    const anchor = anchorOf(schema)
    if (roots.includes(anchor)) return 'root'
    if (idOf(anchor) === undefined) return undefined
    const before = uses.get(anchor) ?? 0
    uses.set(anchor, before + 1)
    return before === 0 ? undefined : 'again'
  }
  for (const root of roots) written(root, count)
  return [...uses].filter(([, times]) => times > 1).map(([schema]) => schema)
}

function requireDistinct(names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`two shapes would have the type ${twice} in the SDK`)
}

/** The name of a schema that has a type of its own. */
type Refer = (schema: Schema) => string | undefined

function declaration(name: string, schema: Schema, refer: Refer): string {
  const comment = commentOf(typeDescriptionOf(schema) ?? descriptionOf(schema) ?? `${name}.`)
  return `${comment}\nexport type ${name} = ${written(schema, refer)}`
}

const commentOf = (text: string): string => `/** ${text.replaceAll('*/', '* /')} */`

const typeOf = (schema: Schema, refer: Refer): string => refer(schema) ?? written(schema, refer)

function written(schema: Schema, refer: Refer): string {
  const def = defOf(schema)
  switch (def.type) {
    case 'object':
      return object(schema, refer)
    case 'array':
      return `${bracketed(typeOf(def.element, refer))}[]`
    case 'union':
      return [...new Set(def.options.map((option) => typeOf(option, refer)))].join(' | ')
    case 'nullable':
      return `${typeOf(def.innerType, refer)} | null`
    case 'optional':
      return `${typeOf(def.innerType, refer)} | undefined`
    case 'readonly':
      return `readonly ${typeOf(def.innerType, refer)}`
    case 'default':
      return typeOf(def.innerType, refer)
    default:
      return scalar(def)
  }
}

function scalar(def: Def): string {
  switch (def.type) {
    case 'enum':
      return Object.values(def.entries).map(quoted).join(' | ')
    case 'literal':
      return def.values.map(quoted).join(' | ')
    case 'string':
    case 'number':
    case 'boolean':
    case 'unknown':
      return def.type
    default:
      throw new Error(`the types of the SDK have no word for ${def.type}`)
  }
}

const quoted = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value))
const bracketed = (type: string): string => (type.includes(' ') ? `(${type})` : type)

function object(schema: Schema, refer: Refer): string {
  const fields = Object.entries(shapeOf(schema)).map(([name, field]) => {
    const mark = field._zod.optout === 'optional' ? '?' : ''
    const description = defOf(field).type === 'literal' ? undefined : descriptionOf(field)
    const comment = description === undefined ? '' : `${commentOf(description)}\n`
    return `${comment}${name}${mark}: ${typeOf(field, refer)}`
  })
  const rest = isLoose(schema) ? ['[name: string]: unknown'] : []
  return `{\n${indented([...fields, ...rest].join('\n'))}\n}`
}

const indented = (text: string): string => text.replace(/^(?=.)/gm, '  ')
