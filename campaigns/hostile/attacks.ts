/** Attacks that once worked, each by its name, so that the same command shows the figures of an old server and of a new one. */
import { setTimeout as sleep } from 'node:timers/promises'
import WebSocket from 'ws'
import { numberAt } from '../../src/games/lists.js'
import { ask, askOnce, authorized, graphql, inShort, many, NOBODY, post } from './asking.js'
import type { Attack } from './attack.js'
import { moveLists } from './list-attacks.js'
import { bytesOf, type Caller, type Request } from './request.js'
import { openSocket, say } from './sockets.js'
import { heavyMatches, STARVATION } from './starvation.js'
import { newAccount, tokenWith } from './world.js'

/** 690 characters: the schema, its types eight times, their fields and members several times each. */
const INTROSPECTION = `{__schema{${many(8, (n) => `t${n}:types{...T}`)}}} fragment T on __Type{${many(6, (n) => `f${n}:fields{...F}`)} ${many(4, (n) => `p${n}:possibleTypes{...P}`)}} fragment P on __Type{name ${many(6, (n) => `q${n}:fields{...F}`)}} fragment F on __Field{name description ${many(6, (n) => `y${n}:type{kind name description}`)}}`

const ALIASES = 30
const LISTS = `{${many(ALIASES, (n) => `a${n}:matches(first:100,filter:{game:"medieval-realms"}){nodes{options}}`)}}`

const SPREADING = 60
/** All fragments are spread at once, and each spreads the next nine: every pair is compared. Longer cycles overflow the stack instead. */
const CYCLE = `subscription{${many(SPREADING, (n) => `...F${n}`)}} ${many(SPREADING, (n) => `fragment F${n} on Subscription{inbox{cursor} ${many(9, (m) => `...F${(n + m + 1) % SPREADING}`)}}`)}`

const introspection: Attack = {
  name: 'introspection under aliases',
  cpu: 3,
  run: ({ port }) => askOnce(port, INTROSPECTION),
}

const RING = 180
/** Each fragment spreads the next two: the validation of graphql-js goes around once more with each, until the stack is full. */
const OVERFLOW = `{...F0} ${many(RING, (n) => `fragment F${n} on Query{...F${(n + 1) % RING} ...F${(n + 2) % RING}}`)}`

const overflow: Attack = {
  name: 'fragments that overflow the stack',
  cpu: 3,
  run: ({ port }) => askOnce(port, OVERFLOW),
}

const PING = { type: 'ping', payload: { x: 'x'.repeat(60_000) } }
const PINGS = 500
const SOCKETS = 10
const FLOOD_MS = 8_000

/** 30 MB into each of ten sockets, as fast as the server takes it; none of them reads. By a player, whose points are used up by it: those of the address are for the other attacks. */
const pings: Attack = {
  name: 'ten sockets that do not read pings',
  cpu: 10,
  async run({ url, port }) {
    const caller = authorized(await newAccount(url, 'Pings'))
    const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => openSocket(port, caller)))
    const until = Date.now() + FLOOD_MS
    await Promise.all(sockets.map((socket) => socket && flood(socket, until)))
    await sleep(500)
    for (const socket of sockets) socket?.terminate()
    return { answer: 0 }
  },
}

async function flood(socket: WebSocket, until: number): Promise<void> {
  socket.pause()
  const text = JSON.stringify(PING)
  for (let sent = 0; sent < PINGS && Date.now() < until && socket.readyState === WebSocket.OPEN; sent++) {
    say(socket, text)
    while (socket.bufferedAmount > 1_000_000 && Date.now() < until && socket.readyState === WebSocket.OPEN) await sleep(5)
  }
}

const DECK = Array.from({ length: 200 }, (_, index) => ({
  id: `c${index}-`.padEnd(40, 'x'),
  family: 'fortress',
  name: '\u738b'.repeat(50),
  copies: 1,
  kind: 'simple',
  colour: 'red',
  cost: { pay: 'gold', amounts: [1] },
  effects: [],
}))
const WITH_CONTENT = { game: 'medieval-realms', seats: 2, options: { content: { deck: DECK } } }
const LISTED = 100

const lists: Attack = {
  name: 'lists with content under 30 aliases',
  cpu: 15,
  async run({ url, port }) {
    const caller = authorized(await newAccount(url, 'Content'))
    const made = post(caller, '/v1/matches', WITH_CONTENT)
    const { statuses } = await ask(
      port,
      Array.from({ length: LISTED }, () => made),
      10,
    )
    const refused = statuses.filter((status) => status !== 201).length
    if (refused > 0) return { answer: 0, finding: `${refused} of ${LISTED} matches could not be made, so nothing was shown` }
    return askOnce(port, LISTS)
  },
}

const OPERATIONS = 60
const TEXTS = { short: 1, full: 20 }
/** The server compiles an operation once it has been used so often. */
const USES = 21

const FIELDS =
  'id game rules options status version visibility seating seatCount seats{seat player{id name kind createdAt} left} you awaiting{seat decision since} result{seat place score} commitment secret invitation createdAt startedAt endedAt legalMoves{version seat decision total complete moves{label} next} notices{items{version at head text} next hasMore}'

/** Each operation has a copy of the fragments to itself. */
const operations = (text: number): string =>
  `${many(OPERATIONS, (n) => `query Q${n}($id:ID!){match(id:$id){...M}}`)} fragment M on Match{a${text}:version ${FIELDS} ${many(12, (n) => `b${n}:notices(first:${n + 1}){items{version at head text} next hasMore}`)}}`

/** Several players share the work: the limit of one would end it early. */
const compiled: Attack = {
  name: 'texts of 60 operations, each compiled',
  cpu: 30,
  async run({ url, port, isShort }) {
    const variables = { id: '7b3f8a52-1111-4222-8333-944445555666' }
    let answer = 0
    for (let text = 0; text < (isShort ? TEXTS.short : TEXTS.full); text++) {
      const caller = authorized(await newAccount(url, `Compiler ${text}`))
      const query = operations(text)
      const requests = Array.from({ length: OPERATIONS * USES }, (_, index) =>
        graphql(caller, { query, variables, operationName: `Q${index % OPERATIONS}` }),
      )
      answer = Math.max(answer, (await ask(port, requests, 20)).answer)
    }
    return { answer }
  },
}

const SUBSCRIBES = 300

const cycles: Attack = {
  name: '300 subscribes of a fragment cycle',
  cpu: 1.5,
  async run({ port }) {
    const socket = await openSocket(port, NOBODY)
    for (let id = 0; socket && id < SUBSCRIBES; id++)
      say(socket, { id: String(id), type: 'subscribe', payload: { query: CYCLE } })
    const code = socket && (await answered(socket))
    socket?.terminate()
    return { answer: 0, finding: code === INTERNAL ? 'the socket was closed as INTERNAL' : undefined }
  },
}

const ANSWERED_MS = 60_000

/** The code with which graphql-ws closes after a fault of the server. */
const INTERNAL = 4500

/** Until each was answered, or the socket was closed; then with which code. */
async function answered(socket: WebSocket): Promise<number | undefined> {
  let code: number | undefined
  socket.once('close', (given: number) => {
    code = given
  })
  const until = Date.now() + ANSWERED_MS
  let answers = 0
  socket.on('message', () => answers++)
  while (answers < SUBSCRIBES && socket.readyState === WebSocket.OPEN && Date.now() < until) await sleep(50)
  return code
}

const BAD_OPTIONS = {
  content: { deck: Array.from({ length: 200 }, () => ({ effects: Array.from({ length: 12 }, () => ({})) })) },
}
const BAD_MATCHES = `mutation($o:JSON){${many(ALIASES, (n) => `a${n}:createMatch(input:{game:medievalRealms,seats:2,options:$o}){id}`)}}`

/** 12 KB, four times at once: 8,600 faults under each alias. */
const faults: Attack = {
  name: 'thousands of faults under 30 aliases',
  cpu: 3,
  async run({ url, port }) {
    const caller = authorized(await newAccount(url, 'Faulty'))
    const request = graphql(caller, { query: BAD_MATCHES, variables: { o: BAD_OPTIONS } })
    return inShort((await ask(port, [request, request, request, request], 4)).answer)
  },
}

const UNKNOWN_KEYS = Object.fromEntries(Array.from({ length: 6000 }, (_, index) => [`k${index}`, 1]))

const unknownKeys: Attack = {
  name: 'variables with 6,000 unknown fields',
  cpu: 3,
  async run({ url, port }) {
    const caller = authorized(await newAccount(url, 'Keys'))
    const query = 'mutation($x:MedievalRealmsCreateMatchInput!){medievalRealmsCreateMatch(input:$x){id}}'
    const request = graphql(caller, { query, variables: { x: { seats: 2, options: { content: { deck: [UNKNOWN_KEYS] } } } } })
    const { answer } = await ask(
      port,
      Array.from({ length: 20 }, () => request),
      10,
    )
    return inShort(answer)
  },
}

const LONG_ALIAS = `{matches(first:50){nodes{${'a'.repeat(40_000)}:view(at:-1){__typename}}}}`

const longAlias: Attack = {
  name: 'an alias of 40 KB below a list',
  cpu: 3,
  async run({ url, port }) {
    const caller = authorized(await newAccount(url, 'Alias'))
    return inShort((await ask(port, [graphql(caller, { query: LONG_ALIAS })])).answer)
  },
}

const LONG_IDS = 40

const longIds: Attack = {
  name: '40 subscribes with ids of 60 KB',
  cpu: 3,
  async run({ url, port }) {
    const socket = await openSocket(port, authorized(await newAccount(url, 'Ids')))
    let heard = 0
    socket?.on('message', (message) => {
      heard += String(message).length
    })
    for (let id = 0; socket && id < LONG_IDS; id++)
      say(socket, { id: `${id}${'x'.repeat(60_000)}`, type: 'subscribe', payload: { query: 'subscription{nothing}' } })
    await sleep(1000)
    socket?.terminate()
    return inShort(heard)
  },
}

const LIMIT = 600
const BEYOND = LIMIT + 60

const tokens: Attack = {
  name: 'ten tokens of one player',
  cpu: 10,
  rateLimit: LIMIT,
  async run({ url, port }) {
    const player = await newAccount(url, 'Ten tokens')
    const others: Caller[] = []
    for (let index = 1; index < 10; index++) {
      const token = await tokenWith(url, player, ['read'])
      if (token) others.push(authorized({ token }))
    }
    const asked = (caller: Caller): Request => ({
      bytes: bytesOf({ method: 'GET', path: '/v1/games', caller }),
      caller,
      method: 'GET',
      judge: () => undefined,
    })
    const first = asked(authorized(player))
    const { statuses } = await ask(
      port,
      Array.from({ length: BEYOND }, () => first),
      100,
    )
    if (!statuses.includes(429)) return { answer: 0, finding: `${BEYOND} requests of one token in a row were all served` }
    const served = await Promise.all(others.map((caller) => ask(port, [asked(caller)])))
    const beyond = served.filter((one) => numberAt(one.statuses, 0) !== 429).length
    return { answer: 0, finding: beyond > 0 ? `${beyond} other tokens of a player at its limit were served` : undefined }
  },
}

export const ATTACKS: readonly Attack[] = [
  heavyMatches,
  introspection,
  overflow,
  pings,
  lists,
  compiled,
  faults,
  unknownKeys,
  longAlias,
  longIds,
  ...moveLists,
  // This uses up the points of those without a token: nobody can register after it.
  cycles,
  tokens,
  ...STARVATION,
]
