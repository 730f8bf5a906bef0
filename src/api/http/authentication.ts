/** Who is asking, for every transport. */
import type { FastifyRequest } from 'fastify'
import { anonymous, type Caller } from '../../accounts/caller.js'
import type { Accounts } from '../../accounts/service.js'
import { Problem } from '../../platform/problem.js'

export type Authenticate = (request: FastifyRequest) => Promise<Caller>

const CALLER = Symbol('caller')
const AGAIN = Symbol('again')
const PLAYER = Symbol('player')
type Known = FastifyRequest & { [CALLER]?: Promise<Caller>; [AGAIN]?: () => Promise<Caller>; [PLAYER]?: string | undefined }

/** The id of the player who called; undefined for nobody known, or where nothing asked for it. */
export const playerOf = (request: Known): string | undefined => request[PLAYER]

async function noted(request: Known, found: Promise<Caller>): Promise<Caller> {
  const caller = await found
  request[PLAYER] = caller.player?.id
  return caller
}

/** Looks the token up once per request, and only if somebody asks. */
export const authentication =
  (accounts: Pick<Accounts, 'authentication'>): Authenticate =>
  (request: Known) => {
    request[CALLER] ??= noted(request, callerOf(accounts, request.headers.authorization))
    return request[CALLER]
  }

/** Looks up, each time it is called, the caller named by an `Authorization` header or its like; anonymous without one. */
export function callersOf(accounts: Pick<Accounts, 'authentication'>, authorization: unknown): () => Promise<Caller> {
  if (authorization === undefined || authorization === null || authorization === '') return async () => anonymous
  const token = typeof authorization === 'string' ? /^Bearer +(\S+)$/i.exec(authorization)?.[1] : undefined
  return token === undefined ? () => Promise.reject(noToken()) : accounts.authentication(token)
}

const callerOf = (accounts: Pick<Accounts, 'authentication'>, authorization: unknown): Promise<Caller> =>
  callersOf(accounts, authorization)()

const noToken = (): Problem => new Problem(401, 'TOKEN_INVALID', 'Send a token as: Authorization: Bearer chy_...')

/** The caller of a stream whose address holds a ticket instead of a token. */
export async function callerOfTicket(accounts: Pick<Accounts, 'redeem'>, request: Known, ticket: string): Promise<Caller> {
  const again = await accounts.redeem(ticket, request.url.split('?', 1)[0] ?? '')
  request[AGAIN] = again
  return noted(request, again())
}

/** Looks the token up anew, as what is known of it is as old as the answer: 401, if it has expired or been revoked meanwhile. */
export const callerAgain = (accounts: Pick<Accounts, 'authentication'>, request: Known): Promise<Caller> =>
  request[AGAIN]?.() ?? callerOf(accounts, request.headers.authorization)
