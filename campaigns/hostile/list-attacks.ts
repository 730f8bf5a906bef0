/** Attacks by lists of moves: a request that is a hundred requests must cost its sender as much, and be answered in as few words. */
import { ask, authorized, graphql, inShort, many, post } from './asking.js'
import type { Attack, Damage } from './attack.js'
import type { Request } from './request.js'
import { newAccount } from './world.js'

const MOVES = 100
const REQUESTS = 80
/** What a player may spend in a minute pays for fewer lists than this. */
const MOST_SERVED = 65
const NOWHERE = '7b3f8a52-1111-4222-8333-944445555666'
const UNKNOWN = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${index}`, 1]))

const repeated = (request: Request): Request[] => Array.from({ length: REQUESTS }, () => request)

/** Every list that was served beyond what the points pay for is a finding, however cheap it was. */
async function sendAll(port: number, request: Request): Promise<Damage> {
  const { answer, statuses } = await ask(port, repeated(request), 10)
  const served = statuses.filter((status) => status < 400).length
  if (served > MOST_SERVED) return { answer, finding: `${served} lists of ${MOVES} moves were served to one player in a row` }
  return inShort(answer)
}

/** 60 KB each: moves in a match that goes on, each with fifty unknown fields to complain about. */
const faulty: Attack = {
  name: 'lists of a hundred moves with unknown fields',
  cpu: 10,
  async run({ url, port }) {
    const [host, guest] = [await newAccount(url, 'Lists'), await newAccount(url, 'Listed')]
    const { id } = await host.client.createMatch({ game: 'medieval-realms', seats: 2 })
    await guest.client.join(id)
    const moves = Array.from({ length: MOVES }, () => ({ match: id, move: { type: 'placeCards', ...UNKNOWN } }))
    return sendAll(port, post(authorized(host), '/v1/moves', { moves }))
  },
}

const ALIASES = 30
const ALIASED = `mutation($i:[SubmitMoveInput!]!){${many(ALIASES, (n) => `a${n}:submitMoves(inputs:$i){__typename}`)}}`

/** One list, given once and used thirty times: it is refused for what it may cost, and that is told in few words. */
const aliased: Attack = {
  name: 'a list of a hundred moves under 30 aliases',
  cpu: 10,
  async run({ url, port }) {
    const caller = authorized(await newAccount(url, 'Aliased'))
    const i = Array.from({ length: MOVES }, () => ({ matchId: NOWHERE, move: { type: 'pass' } }))
    const { answer } = await ask(port, repeated(graphql(caller, { query: ALIASED, variables: { i } })), 10)
    return inShort(answer)
  },
}

export const moveLists: readonly Attack[] = [faulty, aliased]
