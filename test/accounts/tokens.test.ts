/** Tokens: what they allow, and when they stop. */
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Caller, Scope } from '../../src/accounts/caller.js'
import { type AccountService, accountService } from '../../src/accounts/service.js'
import { IssueToken, TOKENS } from '../../src/accounts/shapes.js'
import { PrismaClient } from '../../src/generated/prisma/client.js'
import { layWire, type Wire } from '../log/wire.js'
import { problemOf } from '../match/server.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'

let database: FreshDatabase
let prisma: PrismaClient
let accounts: AccountService
let now = new Date('2026-11-16T12:00:00Z')
const revoked: string[] = []
const open = (): AccountService =>
  accountService({ prisma, registrationOpen: true, now: () => now.getTime(), onRevoked: (hash) => void revoked.push(hash) })

beforeAll(async () => {
  database = await freshDatabase()
  prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: database.url, max: 4 }) })
  accounts = open()
})
afterAll(async () => {
  await prisma.$disconnect()
  await database.drop()
})

let names = 0
async function registered() {
  const { token } = await accounts.register({ name: `Player ${++names}`, kind: 'bot' })
  return { token, caller: await accounts.authenticate(token) }
}
const narrowed = async (scopes: Scope[]) => {
  const { token, caller } = await registered()
  const issued = await accounts.issue(caller, { label: '', scopes })
  return { token, caller, issued, narrow: await accounts.authenticate(issued.token) }
}

/** Sessions of this database that wait for a lock. */
async function lockWaits(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0].count
}

describe('scopes', () => {
  test('a new player has those of self-service and no others', async () => {
    expect([...(await registered()).caller.scopes]).toEqual(['read', 'play', 'host'])
  })

  test('cannot be widened, by any way round', async () => {
    const { caller, narrow } = await narrowed(['read', 'play'])
    expect([...narrow.scopes]).toEqual(['read', 'play'])
    for (const scope of ['host', 'organise', 'admin'] as const)
      expect(await problemOf(accounts.issue(narrow, { label: '', scopes: ['read', scope] }))).toBe('403 SCOPE_MISSING')
    expect(await problemOf(accounts.issue(caller, { label: '', scopes: ['admin'] }))).toBe('403 SCOPE_MISSING')
    const { narrow: blind } = await narrowed(['play'])
    expect(await problemOf(accounts.issue(blind, { label: '', scopes: ['play'] }))).toBe('403 SCOPE_MISSING')
    expect(await problemOf(accounts.tokens(blind, { first: 20 }))).toBe('403 SCOPE_MISSING')
  })

  test('a token revokes itself and those that can do no more, not one that can', async () => {
    const { caller, narrow, token } = await narrowed(['read'])
    expect(await problemOf(accounts.revoke(narrow, caller.tokenId as string))).toBe('403 SCOPE_MISSING')
    expect((await accounts.authenticate(token)).tokenId).toBe(caller.tokenId)
    await accounts.revoke(narrow, narrow.tokenId as string)
    const { token: another, caller: owner, issued } = await narrowed(['read'])
    await accounts.revoke(owner, issued.id)
    expect(await problemOf(accounts.authenticate(issued.token))).toBe('401 TOKEN_REVOKED')
    expect((await accounts.authenticate(another)).tokenId).toBe(owner.tokenId)
  })

  test('nobody revokes or sees the tokens of another', async () => {
    const [one, two] = [await registered(), await registered()]
    expect(await problemOf(accounts.revoke(one.caller, two.caller.tokenId as string))).toBe('404 NOT_FOUND')
    const { items } = await accounts.tokens(one.caller, { first: 20 })
    expect(items.map(({ id }) => id)).toEqual([one.caller.tokenId])
    expect(JSON.stringify(items)).not.toContain(one.token)
  })
})

describe('the tokens of a player', () => {
  const issue = (caller: Caller, more = {}) => accounts.issue(caller, { label: '', scopes: ['read'], ...more })

  test('are bounded, also for many requests at once; a revoked or expired one makes room', async () => {
    const { caller } = await registered()
    const outcomes = await Promise.all(Array.from({ length: TOKENS.living + 10 }, () => problemOf(issue(caller))))
    expect(outcomes.filter((one) => one === '409 TOO_MANY_TOKENS')).toHaveLength(11)
    const { items } = await accounts.tokens(caller, { first: 100 })
    expect(items).toHaveLength(TOKENS.living)
    await accounts.revoke(caller, items[1]?.id as string)
    await issue(caller, { expiresInDays: 1 })
    expect(await problemOf(issue(caller))).toBe('409 TOO_MANY_TOKENS')
    const before = now
    now = new Date(now.getTime() + 86_400_000)
    expect(await problemOf(issue(caller))).toBe('no problem')
    now = before
  })

  test('that are dead are kept for a while, and not for ever', async () => {
    const { caller } = await registered()
    for (let made = 0; made < TOKENS.dead + 10; made++) await accounts.revoke(caller, (await issue(caller)).id)
    await issue(caller)
    const rows = await prisma.token.count({ where: { playerId: caller.player?.id as string } })
    expect(rows).toBe(TOKENS.dead + 2)
  })

  test('come page by page, each once and in order; a foreign cursor is refused', async () => {
    const { caller } = await registered()
    const made = [caller.tokenId]
    for (let more = 0; more < 5; more++) made.push((await issue(caller)).id)
    const listed: (string | null)[] = []
    let after: string | undefined
    do {
      const page = await accounts.tokens(caller, { first: 2, after })
      expect(page.items.length).toBeLessThanOrEqual(2)
      listed.push(...page.items.map(({ id }) => id))
      after = page.next ?? undefined
    } while (after !== undefined)
    expect(listed.toSorted()).toEqual(made.toSorted())
    expect(new Set(listed).size).toBe(made.length)
    const { caller: stranger } = await registered()
    for (const cursor of [stranger.tokenId as string, 'nonsense', ''])
      expect(await problemOf(accounts.tokens(caller, { first: 2, after: cursor }))).toBe('400 INVALID_INPUT')
  })

  test('have each scope once', () => {
    for (const scopes of [['read', 'read'], Array.from({ length: 8000 }, () => 'read'), [], ['fly']])
      expect(IssueToken.safeParse({ scopes }).success).toBe(false)
    expect(IssueToken.parse({ scopes: ['play', 'read'] }).scopes).toEqual(['play', 'read'])
  })
})

describe('the end of a token', () => {
  test('comes at its expiry to the millisecond, also while it is remembered', async () => {
    const { caller } = await registered()
    const { token, expiresAt } = await accounts.issue(caller, { label: '', scopes: ['read'], expiresInDays: 1 })
    await accounts.authenticate(token)
    const before = now
    now = new Date(Date.parse(expiresAt as string) - 1)
    await accounts.authenticate(token)
    now = new Date(Date.parse(expiresAt as string))
    expect(await problemOf(accounts.authenticate(token))).toBe('401 TOKEN_EXPIRED')
    expect(await problemOf(open().authenticate(token))).toBe('401 TOKEN_EXPIRED')
    now = before
  })

  test('never comes later than that of the token that made it', async () => {
    const { caller } = await registered()
    const parent = await accounts.issue(caller, { label: '', scopes: ['read'], expiresInDays: 2 })
    const asParent = await accounts.authenticate(parent.token)
    const expiry = async (expiresInDays?: number) =>
      (await accounts.issue(asParent, { label: '', scopes: ['read'], ...(expiresInDays && { expiresInDays }) })).expiresAt
    expect([await expiry(), await expiry(30)]).toEqual([parent.expiresAt, parent.expiresAt])
    expect(Date.parse((await expiry(1)) as string)).toBeLessThan(Date.parse(parent.expiresAt as string))
  })

  test('comes with its revocation, at once here; another server that was not told remembers it for ten seconds at most', async () => {
    const elsewhere = open()
    const { token, caller } = await registered()
    await elsewhere.authenticate(token)
    await accounts.revoke(caller, caller.tokenId as string)
    expect(await problemOf(accounts.authenticate(token))).toBe('401 TOKEN_REVOKED')
    const later = performance.now() + 10_001
    vi.spyOn(performance, 'now').mockImplementation(() => later)
    // lru-cache looks at the clock once per millisecond of real time.
    await new Promise((done) => setTimeout(done, 5))
    expect(await problemOf(elsewhere.authenticate(token))).toBe('401 TOKEN_REVOKED')
    vi.restoreAllMocks()
  })

  test('is told to the others, and those who are told forget at once', async () => {
    const elsewhere = open()
    const { token, caller } = await registered()
    await elsewhere.authenticate(token)
    await accounts.revoke(caller, caller.tokenId as string)
    elsewhere.forget(revoked.at(-1) as string)
    expect(await problemOf(elsewhere.authenticate(token))).toBe('401 TOKEN_REVOKED')
  })

  describe('that comes while its token is looked up', () => {
    let wire: Wire
    let behind: PrismaClient
    beforeAll(async () => {
      wire = await layWire(database.url)
      behind = new PrismaClient({ adapter: new PrismaPg({ connectionString: wire.url, max: 4 }) })
    })
    afterAll(async () => {
      await behind.$disconnect()
      await wire.cut()
    })

    /** A server whose answer from the database is on its way, and older than the revocation. */
    async function lookingUp() {
      const elsewhere = accountService({ prisma: behind, registrationOpen: true, now: () => now.getTime(), onRevoked: () => {} })
      const { token, caller } = await registered()
      await elsewhere.authenticate((await registered()).token)
      const held = wire.holdAnswers()
      const early = elsewhere.authenticate(token)
      await held.heard
      await accounts.revoke(caller, caller.tokenId as string)
      return { elsewhere, token, early, pass: held.pass }
    }

    test.each([
      ['of this token', () => revoked.at(-1)],
      ['after a gap', () => undefined],
    ])('is not remembered as valid, and nobody else is told so: %s', async (_, told) => {
      const { elsewhere, token, early, pass } = await lookingUp()
      const forgotten = elsewhere.forget(told())
      const late = problemOf(elsewhere.authenticate(token))
      pass()
      await forgotten
      expect((await early).player).not.toBeNull()
      expect(await late).toBe('401 TOKEN_REVOKED')
      expect(await problemOf(elsewhere.authenticate(token))).toBe('401 TOKEN_REVOKED')
    })
  })

  test('many who ask for one token at once wait for one look-up, and so do those whom it refuses', async () => {
    const { token, caller } = await registered()
    const locked = new pg.Client({ connectionString: database.url })
    await locked.connect()
    /** Each in a turn of its own: what is asked in the same one, Prisma would put together by itself. */
    const askedBehindLock = async () => {
      await locked.query('begin; lock table token in access exclusive mode')
      const elsewhere = open()
      const asked: Promise<string>[] = []
      for (let count = 0; count < 50; count++) {
        asked.push(problemOf(elsewhere.authenticate(token)))
        await setImmediate()
      }
      await expect.poll(() => lockWaits(locked)).toBeGreaterThan(0)
      await sleep(100)
      const count = await lockWaits(locked)
      await locked.query('rollback')
      return [count, ...new Set(await Promise.all(asked))]
    }
    expect(await askedBehindLock()).toEqual([1, 'no problem'])
    await accounts.revoke(caller, caller.tokenId as string)
    expect(await askedBehindLock()).toEqual([1, '401 TOKEN_REVOKED'])
    await locked.end()
  })

  test('ends what the token opened elsewhere, also if the message was lost: after a gap all are looked up', async () => {
    const [gone, kept] = [await registered(), await registered()]
    const elsewhere = open()
    const ended: string[] = []
    for (const { token } of [gone, kept]) {
      const caller = await elsewhere.authenticate(token)
      elsewhere.whenRevoked(caller, () => void ended.push(caller.tokenId as string))
    }
    await accounts.revoke(gone.caller, gone.caller.tokenId as string)
    expect(ended).toEqual([])
    await elsewhere.forget(undefined)
    expect(ended).toEqual([gone.caller.tokenId])
    expect(await problemOf(elsewhere.authenticate(gone.token))).toBe('401 TOKEN_REVOKED')
    // What comes to be opened only now ends at once; what was closed before is left alone.
    elsewhere.whenRevoked(gone.caller, () => void ended.push('late'))
    elsewhere.whenRevoked(kept.caller, () => void ended.push('closed'))()
    expect(ended).toEqual([gone.caller.tokenId, 'late'])
  })

  test('what is no token is refused without a question to the database', async () => {
    await prisma.$disconnect()
    for (const token of [
      '',
      'chy_',
      `chy_${'a'.repeat(42)}`,
      `chy_${'a'.repeat(44)}`,
      `chy_${'é'.repeat(43)}`,
      `CHY_${'a'.repeat(43)}`,
    ])
      expect(await problemOf(accounts.authenticate(token))).toBe('401 TOKEN_INVALID')
    expect(await problemOf(accounts.authenticate(`chy_${'a'.repeat(43)}`))).toBe('401 TOKEN_INVALID')
  })
})

describe('players', () => {
  test('names are one whatever the case and the way to write a letter; of many at once one gets it', async () => {
    const outcomes = await Promise.all(
      ['Zoë Ångström', 'ZOË ÅNGSTRÖM', 'Zoe\u0308 A\u030angstro\u0308m'.normalize('NFC'), 'zoë ångström'].map((name) =>
        problemOf(accounts.register({ name, kind: 'person' })),
      ),
    )
    expect(outcomes.sort()).toEqual(['409 NAME_TAKEN', '409 NAME_TAKEN', '409 NAME_TAKEN', 'no problem'])
  })

  test('a name is taken only together with a token', async () => {
    await prisma.$executeRawUnsafe(`alter table token add constraint never check (label <> 'first token') not valid`)
    await expect(accounts.register({ name: 'Half made', kind: 'person' })).rejects.toThrow()
    await prisma.$executeRawUnsafe('alter table token drop constraint never')
    const { token } = await accounts.register({ name: 'Half made', kind: 'person' })
    expect((await accounts.authenticate(token)).player?.name).toBe('Half made')
  })

  test('the administrator is made once, whole or not at all, however many servers start', async () => {
    await prisma.$executeRawUnsafe(`alter table token add constraint never check (label <> 'administrator') not valid`)
    await expect(accounts.bootstrap()).rejects.toThrow()
    await prisma.$executeRawUnsafe('alter table token drop constraint never')
    const tokens = await Promise.all(Array.from({ length: 4 }, () => open().bootstrap()))
    const [token, ...others] = tokens.filter((one) => one !== null)
    expect(others).toEqual([])
    expect((await accounts.authenticate(token as string)).scopes.has('admin')).toBe(true)
    expect(await accounts.bootstrap()).toBeNull()
  })

  test('registration can be closed', async () => {
    const closed = accountService({ prisma, registrationOpen: false, now: () => now.getTime(), onRevoked: () => {} })
    const late = { name: 'Late comer', kind: 'person' } as const
    const player = await closed.authenticate((await accounts.register({ name: 'Early bird', kind: 'bot' })).token)
    expect(await problemOf(closed.register(late))).toBe('403 REGISTRATION_CLOSED')
    expect(await problemOf(closed.register(late, player))).toBe('403 REGISTRATION_CLOSED')
  })

  test('an administrator makes players although registration is closed, and they are no administrators', async () => {
    const closed = accountService({ prisma, registrationOpen: false, now: () => now.getTime(), onRevoked: () => {} })
    const admin = { player: null, scopes: new Set(['admin'] as const), tokenId: null }
    const { token } = await closed.register({ name: 'Invited guest', kind: 'person' }, admin)
    expect((await closed.authenticate(token)).scopes).toEqual(new Set(['read', 'play', 'host']))
  })
})
