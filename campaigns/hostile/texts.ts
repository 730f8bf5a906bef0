/** GraphQL texts that are hostile by their form: deep, wide, cyclic, aliased, broken, or hundreds of something. */
import type { Chance } from '../chance.js'
import { ODD_TEXTS } from './odd.js'
import { anyQuery, type Query, type QueryGrammar } from './query.js'

type Make = (grammar: QueryGrammar) => Query

const many = (count: number, make: (index: number) => string, between = ' '): string =>
  Array.from({ length: count }, (_, index) => make(index)).join(between)

const size = (random: Chance): number => random.pick([1, 2, 12, 13, 29, 30, 31, 60, 200, 600])

const text = (query: string): Query => ({ query })

/** Each spreads the next twice: 2 to the power of their number, if somebody counts them one by one. */
const dag = (count: number): string =>
  `{...F0} ${many(count, (index) => `fragment F${index} on Query{${index + 1 < count ? `...F${index + 1} ...F${index + 1}` : 'games{id}'}}`)}`

const cycle = (count: number): string =>
  `{...F0} ${many(count, (index) => `fragment F${index} on Query{games{id} ...F${(index + 1) % count}}`)}`

/** Each spreads the next two, all the way round. */
const ring = (count: number): string =>
  `{...F0} ${many(count, (index) => `fragment F${index} on Query{...F${(index + 1) % count} ...F${(index + 2) % count}}`)}`

/** The same, and all are spread at once: a validator that compares each with each takes long. */
const pairs = (count: number): string =>
  `{${many(count, (index) => `...F${index}`)}} ${many(count, (index) => `fragment F${index} on Query{games{id} ...F${(index + 1) % count} ...F${(index + 2) % count}}`)}`

const introspection = (random: Chance): string => {
  const inner = random.pick([
    'name',
    'a:name b:name',
    'fields{name type{name}}',
    'possibleTypes{name}',
    'fields{type{fields{name}}}',
  ])
  return `{__schema{${many(random.between(1, 6), (index) => `t${index}:types{${inner}}`)}}}`
}

const FORMS: readonly Make[] = [
  ({ random }) => text('{games'.repeat(1).concat('{id'.repeat(size(random)), '}'.repeat(size(random)))),
  ({ random, anyId }) =>
    text(`{match(id:"${anyId()}")${'{match:seats{player'.repeat(random.between(1, 20))}{id}${'}}'.repeat(20)}}`),
  ({ random }) => text(`{${many(size(random), () => 'games{id}')}}`),
  ({ random }) => text(`{${many(size(random), (index) => `a${index}:games{id name}`)}}`),
  ({ random }) => text(`{${many(size(random), () => 'games{id name rules}')} a:__typename}`),
  ({ random }) => text(cycle(Math.min(size(random), 100))),
  ({ random }) => text(pairs(Math.min(size(random), 110))),
  ({ random }) => text(ring(Math.min(size(random), 200))),
  ({ random }) => text(dag(Math.min(size(random), 100))),
  ({ random }) => text(`{games{id}} ${many(size(random), (index) => `fragment F${index} on Game{id}`)}`),
  ({ random }) =>
    text(
      `{${many(Math.min(size(random), 200), (index) => `...F${index}`)}} ${many(Math.min(size(random), 200), (index) => `fragment F${index} on Query{games{id}}`)}`,
    ),
  ({ random }) => ({
    query: many(size(random), (index) => `query Q${index}{games{id}}`),
    operationName: `Q${random.between(0, 3)}`,
  }),
  ({ random }) => text(many(size(random), (index) => `query Q${index % 7}{games{id}}`)),
  ({ random }) => text(introspection(random)),
  ({ random }) =>
    text(
      `{__type(name:"${random.pick(['Match', 'Query', '', '__proto__', 'JSON'])}"){name ${many(random.between(1, 4), (index) => `f${index}:fields{name type{name ofType{name}}}`)}}}`,
    ),
  ({ random, anyId }) =>
    text(`{${many(random.between(1, 30), (index) => `m${index}:match(id:"${anyId()}"){id version seats{seat}}`)}}`),
  ({ random }) =>
    text(
      `{${many(random.between(1, 31), (index) => `m${index}:matches(first:${random.pick([1, 20, 100])}){nodes{id options}}`)}}`,
    ),
  ({ random }) =>
    text(`{${many(random.between(1, 30), (index) => `${random.pick(['__proto__', 'constructor', `a${index}`])}:__typename`)}}`),
  ({ random }) => text(`{matches(filter:{status:[${many(random.pick([1, 300, 1900]), () => 'sideways', ',')}]}){nodes{id}}}`),
  ({ random }) => text(`{game(id:"${random.pick(ODD_TEXTS)}"){id}}`),
  ({ random }) => text(`{game(id:"""${random.pick(ODD_TEXTS)}"""){id}} #${random.pick(ODD_TEXTS)}`),
  ({ random }) => text(`query(${many(random.pick([1, 100, 400]), (index) => `$v${index}:Int=${index}`, ',')}){games{id}}`),
  ({ random }) =>
    text(
      `{checkMove(matchId:"x",move:${'['.repeat(random.pick([1, 60, 900]))}1${']'.repeat(random.pick([1, 60, 900]))}){legal}}`,
    ),
  ({ random }) => text(`{games ${many(random.pick([1, 100, 600]), () => '@skip(if:false)')}{id}}`),
  ({ random }) => text(random.pick(ODD_TEXTS)),
  ({ random }) =>
    text(
      random.pick([
        '{',
        '}',
        '{}',
        'query',
        'fragment F on Query{games{id}}',
        'type Query{a:Int}',
        '{...on Query}',
        '\u{1f451}{games{id}}',
        '{games{id}}\u0000',
      ]),
    ),
]

export const hostileText: Make = (grammar) => grammar.random.pick(FORMS)(grammar)

/** A text that fitted, with something lost, doubled or exchanged. */
export const brokenText: Make = (grammar) => {
  const { random } = grammar
  const { query, variables = {} } = anyQuery(grammar, random.pick(['query', 'mutation']), 3)
  const [from, to] = [random.between(0, query.length), random.between(0, query.length)]
  const [head, tail] = [query.slice(0, from), query.slice(random.once(2) ? from + 1 : to)]
  return {
    query: `${head}${random.pick(['', ' ', '{', '}', '(', '$', '"', '\\', '...', '!', ...ODD_TEXTS])}${tail}`.slice(0, 60_000),
    variables,
  }
}
