/** Every operation of REST and GraphQL, read from the published documents, each with a way to try it. */
import { readFileSync } from 'node:fs'
import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql'
import type { Who, World } from './authorisation.world.js'
import { type Ask, asker, subscriber } from './graphql.js'
import { caller } from './rest.js'

/** `yes`, `judged` if the rules of the game have answered, or why not: a status and a code, `null`, or `not listed`. */
export type Try = (who: Who) => Promise<string>

export const MOVE = { type: 'drawTile' }
/** To whom seats are offered: the host has none in any match. */
const TAKER = 'Host'
let names = 0

export interface Stage {
  readonly url: string
  readonly world: World
  /** How GraphQL is asked: by a request, unless something else is given. */
  readonly askAs?: (url: string, token: string | undefined) => Ask
}

/** What an operation is aimed at, made anew where the operation uses it up. */
export async function target({ world }: Stage, operation: string, who: Who): Promise<string> {
  if (/^(join|leave|cancel|adminCancel)Match$/.test(operation)) return world.openMatch(who.place)
  if (operation === 'adminAbortMatch' || operation === 'handOverToHouse') return world.runningMatch(who.place)
  if (operation === 'acceptSeat') return world.offeredMatch(who.place)
  if (operation === 'invitePlayer') return world.openMatch(who.place, [])
  if (/^(accept|decline|withdraw)Invitation$/.test(operation)) return world.invitation(who)
  if (operation === 'withdrawSeek') return world.spareSeek(who)
  if (operation === 'askForRematch') return world.endedMatch(who.place)
  if (/^((un)?block|erase)Player$|^resetTokens$/.test(operation)) return world.sparePlayer()
  if (operation === 'revokeToken') return world.spareToken()
  if (operation === 'createWebhook') return world.deleteWebhooks().then(() => '')
  if (operation === 'redeliverWebhook') return (await world.spareWebhook()).delivery
  if (/Webhook(Secret|Deliveries)?$/i.test(operation)) return (await world.spareWebhook()).id
  if (/tournament|crosstable|HouseBot/i.test(operation)) return tournamentFor(world, operation)
  if (/^getGame|^applyMoves$|^getLeaderboard$/.test(operation)) return 'kingdoms'
  return /^(getPlayer|player|playerResults|playerAcceptance|getPlayerRecord|playerRecord|(getP|p)layerRatings|(getR|r)ating(History|Plot))$/.test(
    operation,
  )
    ? world.holder
    : world.matches[who.place]
}

async function tournamentFor({ tournaments, spareTournament }: World, operation: string): Promise<string> {
  if (operation === 'changeTournament' || operation === 'enterHouseBot') return spareTournament()
  if (operation === 'withdrawFromTournament') return spareTournament('entered')
  if (/^(start|pause|resume)/.test(operation)) return tournaments.running
  return operation === 'endTournament' ? tournaments.ending : tournaments.open
}

const TOURNAMENT = { name: 'A tournament', format: 'swiss', games: [{ game: 'kingdoms', seats: 2 }] }

const BODIES: Readonly<Record<string, (aim: string) => object>> = {
  registerPlayer: () => ({ name: `Newcomer ${++names}`, kind: 'bot' }),
  registerPlayers: () => ({ players: [{ name: `Newcomer ${++names}` }] }),
  // Not theirs: nobody is erased who is still needed.
  eraseMe: () => ({ name: 'Somebody else' }),
  blockPlayer: () => ({ reason: 'why not' }),
  unblockPlayer: () => ({ reason: 'why not' }),
  erasePlayer: () => ({ reason: 'why not' }),
  resetTokens: () => ({ reason: 'why not' }),
  // Gone by: nobody is away who is still needed.
  declareAbsence: () => ({ firstDay: '2020-01-01', lastDay: '2020-01-01' }),
  issueToken: () => ({ scopes: ['read'] }),
  createWebhook: () => ({ url: 'http://127.0.0.1:9/', events: ['turn'] }),
  createStreamTicket: () => ({ address: '/v1/me/stream' }),
  createMatch: () => ({ game: 'kingdoms', seats: 3 }),
  invitePlayer: () => ({ player: 'Other' }),
  createSeek: () => ({ game: 'kingdoms', seats: 4 }),
  setAcceptance: () => ({ rematches: false }),
  submitMove: () => MOVE,
  submitMoves: (match) => ({ moves: [{ match, move: MOVE, expectedVersion: 0 }] }),
  checkMove: () => MOVE,
  offerSeat: () => ({ player: TAKER }),
  takeBack: () => ({ to: 1 }),
  adminAbortMatch: () => ({ reason: 'the matrix' }),
  adminCancelMatch: () => ({ reason: 'the matrix' }),
  setOrders: () => ({ moves: [MOVE] }),
  imagineWorlds: () => ({ seed: 1 }),
  applyMoves: () => ({ begin: { seats: 2 }, seed: 1 }),
  createTournament: () => TOURNAMENT,
  changeTournament: () => TOURNAMENT,
  enterHouseBot: () => ({ bot: 'greedy' }),
}
const QUERIES: Readonly<Record<string, string>> = {
  listMatches: '?first=100',
  refereeView: '?referee=true',
  // The whole of it is there when it is over.
  exportTournament: '?format=csv',
}

/** By operation id; the referee's view is an operation of its own. */
export function restOperations(stage: Stage): Map<string, Try> {
  const { paths } = JSON.parse(readFileSync('openapi/openapi.json', 'utf8')) as {
    paths: Record<string, Record<string, { operationId: string }>>
  }
  const found = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({ path, method, id: operationId })),
  )
  const view = found.find(({ id }) => id === 'getView')
  const all = view ? [...found, { ...view, id: 'refereeView' }] : found
  return new Map(all.map(({ path, method, id }) => [`REST ${id}`, tryRest(stage, method.toUpperCase(), path, id)]))
}

const tryRest =
  (stage: Stage, method: string, path: string, id: string): Try =>
  async (who) => {
    const aim = await target(stage, id, who)
    const address = path.replace('{id}', aim).replace('{game}', 'kingdoms') + (QUERIES[id] ?? '')
    const headers = id === 'submitMove' || id === 'setOrders' ? { 'if-match': '"0"' } : {}
    const answer = await caller(stage.url, who.token)(method, address, BODIES[id]?.(aim), headers)
    const { status, body } = id === 'submitMoves' && answer.status === 200 ? itemOf(answer.body.items) : answer
    if (status >= 400) return status === 412 || status === 422 ? 'judged' : `${status} ${body.code}`
    return id === 'listMatches' ? listed(body.items, stage, who) : 'yes'
  }

/** The one move of a list, as if it had been sent alone. */
const itemOf = ([item]: readonly { status: number; code?: string }[]) => ({
  status: item?.code === undefined ? 200 : item.status,
  body: { items: [], code: item?.code },
})

export const listed = (items: readonly { id: string }[], { world }: Stage, { place }: Who): string =>
  items.some(({ id }) => id === world.matches[place]) ? 'yes' : 'not listed'

/** Fields of these types that take arguments are work of their own; so are some others. */
const BELOW: Readonly<Record<string, (world: World, who: Who) => string>> = {
  Match: ({ matches }, { place }) => `match(id: "${matches[place]}")`,
  Me: () => 'me',
  Tournament: ({ tournaments }) => `tournament(id: "${tournaments.open}")`,
}
const WORK = /^(log|orders|standings|crosstable|strengths)$/

export function graphqlOperations(stage: Stage): Map<string, Try> {
  const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))
  const found = new Map<string, Try>()
  const root = (type: 'query' | 'mutation') => (type === 'query' ? schema.getQueryType() : schema.getMutationType())
  for (const type of ['query', 'mutation'] as const)
    for (const field of Object.values(root(type)?.getFields() ?? {}))
      found.set(`GraphQL ${type} ${field.name}`, (who) => tryField(stage, type, field, who))
  for (const [type, parent] of Object.entries(BELOW)) {
    const object = schema.getType(type)
    const fields = object && 'getFields' in object ? Object.values(object.getFields()) : []
    for (const { name } of fields.filter((field) => ('args' in field && field.args.length > 0) || WORK.test(field.name)))
      found.set(`GraphQL query ${type}.${name}`, (who) => tryBelow(stage, parent(stage.world, who), name, who))
  }
  found.set('GraphQL query Match.view(referee)', (who) =>
    tryBelow(stage, `match(id: "${stage.world.matches[who.place]}")`, 'view(referee: true)', who),
  )
  for (const { name } of Object.values(schema.getSubscriptionType()?.getFields() ?? {}))
    found.set(`GraphQL subscription ${name}`, (who) => trySubscription(stage, name, who))
  return found
}

async function tryField(stage: Stage, type: string, field: GraphQLField<unknown, unknown>, who: Who): Promise<string> {
  const aim = await target(stage, field.name, who)
  const variables = Object.fromEntries(field.args.map((one) => [one.name, argument(one, field.name, aim)]))
  const given = field.args.filter(({ name }) => variables[name] !== undefined)
  const head = given.map(({ name, type: of }) => `$${name}: ${of}`).join(', ')
  const call = given.map(({ name }) => `${name}: $${name}`).join(', ')
  const below = BELOW_FIELD[field.name] ?? (isLeafType(getNamedType(field.type)) ? '' : '{ __typename }')
  const text = `${type}${head && `(${head})`} { it: ${field.name}${call && `(${call})`} ${below} }`
  const answer = await askedBy(stage, who)(text, variables)
  if (answer.code !== undefined) return judgedOr(refusal(answer))
  if (field.name === 'matches') return listed(answer.data.it.nodes, stage, who)
  if (answer.data.it === null) return 'null'
  const [found] = [answer.data.it].flat()
  if (found?.__typename === 'MoveProblem') return `${STATUSES[found.code]} ${found.code}`
  return found?.__typename === 'MoveRefused' ? 'judged' : 'yes'
}

const askedBy = ({ url, askAs = asker }: Stage, { token }: Who): Ask => askAs(url, token)

const BELOW_FIELD: Readonly<Record<string, string>> = {
  matches: '{ nodes { id } }',
  submitMoves: '{ __typename ... on MoveProblem { code } }',
}
/** Of what is told of one of several moves, where GraphQL tells no status. */
const STATUSES: Readonly<Record<string, number>> = { NOT_SEATED: 403, NOT_FOUND: 404 }

const refusal = ({ status, code, errors }: Awaited<ReturnType<ReturnType<typeof asker>>>): string =>
  `${(errors?.[0]?.extensions as { status?: number } | undefined)?.status ?? status} ${code}`

/** As for REST: the match has answered. */
const judgedOr = (outcome: string): string => (/^4[12]2 /.test(outcome) ? 'judged' : outcome)

async function tryBelow(stage: Stage, parent: string, field: string, who: Who): Promise<string> {
  const answer = await askedBy(stage, who)(`{ it: ${parent} { ${field} { __typename } } }`)
  if (answer.code !== undefined) return refusal(answer)
  const [found] = Object.values(answer.data.it ?? {})
  return found === null || found === undefined ? 'null' : 'yes'
}

function argument({ name, type }: GraphQLArgument, field: string, aim: string): unknown {
  if (field === 'game') return 'kingdoms'
  if (name === 'first') return 100
  if (field === 'offerSeat' && name === 'player') return TAKER
  if (['id', 'matchId', 'tournamentId', 'player'].includes(name)) return aim
  return isNonNullType(type) ? value(type, name, aim) : undefined
}

const KNOWN: Readonly<Record<string, (aim: string) => unknown>> = {
  matchId: (aim) => aim,
  tournamentId: (aim) => aim,
  games: () => TOURNAMENT.games,
  bot: () => 'greedy',
  invitationId: (aim) => aim,
  player: () => 'Other',
  // Below every version: no move is played, whoever sends it.
  expectedVersion: () => 0,
  game: () => 'kingdoms',
  seats: () => 3,
  name: () => `Newcomer ${++names}`,
  players: () => [{ name: `Newcomer ${++names}` }],
  scopes: () => ['read'],
  url: () => 'http://127.0.0.1:9/',
  events: () => ['turn'],
  firstDay: () => '2020-01-01',
  lastDay: () => '2020-01-01',
  move: () => MOVE,
}

/** The least that fits: what may be left out is left out. */
export function value(given: GraphQLInputType, name: string, aim: string): unknown {
  const known = KNOWN[name]
  if (known) return known(aim)
  const type = getNullableType(given)
  if (isListType(type) && name === 'inputs') return [value(type.ofType, 'input', aim)]
  if (isListType(type)) return name === 'moves' ? [orderedMove(getNullableType(type.ofType), aim)] : []
  if (isEnumType(type)) return type.getValues()[0]?.name
  if (isInputObjectType(type))
    return Object.fromEntries(
      Object.values(type.getFields())
        .filter((field) => isNonNullType(field.type) || field.name === 'expectedVersion' || field.name === 'begin')
        .map((field) => [field.name, value(field.type, field.name, aim)]),
    )
  return { Int: 1, Boolean: false, ID: aim }[`${type}`] ?? 'x'
}

/** Any move: typed, where exactly one field is given, or as JSON. */
function orderedMove(type: GraphQLInputType, aim: string): unknown {
  const [first] = isInputObjectType(type) ? Object.values(type.getFields()) : []
  return first ? { [first.name]: value(first.type, first.name, aim) } : MOVE
}

const SUBSCRIPTIONS: Readonly<Record<string, (world: World, who: Who) => string>> = {
  matchNotices: ({ matches }, { place }) => `subscription { matchNotices(matchId: "${matches[place]}") { version } }`,
  tournamentRecords: ({ tournaments }) => `subscription { tournamentRecords(tournamentId: "${tournaments.open}") { number } }`,
  inbox: () => 'subscription { inbox { cursor } }',
}
const PATIENCE_MS = 15_000

async function trySubscription({ url, world }: Stage, name: string, who: Who): Promise<string> {
  const client = subscriber(url, who.token)
  const query = SUBSCRIPTIONS[name]?.(world, who) ?? `subscription { ${name} }`
  const outcome = await new Promise<string>((done) => {
    setTimeout(done, PATIENCE_MS, 'silent').unref()
    client.subscribe(
      { query },
      {
        next: ({ errors }) => done(errors ? worded(errors) : 'yes'),
        error: (error) => done(worded(error)),
        complete: () => done('ended'),
      },
    )
  })
  await client.dispose()
  return outcome
}

/** Errors of GraphQL, or the event of a socket that was closed. */
function worded(error: unknown): string {
  if (!Array.isArray(error)) {
    const { code, reason } = error as { code: number; reason: string }
    return `${code} ${reason}`
  }
  const [{ extensions }] = error as [{ extensions: { status: number; code: string } }]
  return `${extensions.status} ${extensions.code}`
}
