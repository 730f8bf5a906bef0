/** The page about changing hands runs as printed; and what a former holder still has in hand opens nothing. */
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { asker } from './graphql.js'
import { caller } from './rest.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const equipped = ['bash', 'curl', 'jq'].every((tool) => spawnSync(tool, ['--version']).status === 0)

test.skipIf(!equipped)('docs/changing-hands.md runs as printed', { timeout: 60_000 }, async () => {
  const page = readFileSync('docs/changing-hands.md', 'utf8')
  const script = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block).join('\n')
  const env = { ...process.env, CHANCERY_URL: app.url }
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { env })
  expect(stdout).toContain('{"version":2,"takeBackAgreed":[{"seat":0,"to":1}]}')
  expect(stdout).toContain('{"version":3,"takenBackTo":1,"text":["The position is again that of version 1."]}')
  expect(stdout).toMatch(/\{"version":4,"you":1,"seats":\["Anne \d+","Carl \d+"\]\}/)
  expect(stdout).toContain('{"version":4,"viewer":"spectator"}')
  expect(stdout).toContain('{"version":2,"viewer":1}')
  expect(stdout).toContain('{"status":403,"code":"NOT_SEATED"}')
  expect(stdout).toContain('"kind":"house"}')
})

test.each(['public', 'private'] as const)(
  '%s: tags, tickets and keys from before the hand-over show nothing later',
  async (visibility) => {
    const [host, giver, taker, other] = await Promise.all(
      ['host', 'giver', 'taker', 'other'].map((name) => app.register(`${name} ${visibility}`)),
    )
    if (!host || !giver || !taker || !other) throw new Error('not everybody could be registered')
    const [asHost, asGiver, asTaker, asOther] = [host, giver, taker, other].map(({ token }) => caller(app.url, token))
    if (!asHost || !asGiver || !asTaker || !asOther) throw new Error('not everybody can call')
    const { body: match } = await asHost('POST', '/v1/matches', {
      game: 'kingdoms',
      seats: 2,
      join: false,
      visibility,
      options: { starter: 'seat0' },
    })
    const at = `/v1/matches/${match.id}`
    for (const as of [asGiver, asOther])
      await as('POST', `${at}/join`, visibility === 'private' ? { invitation: match.invitation } : {})
    await asGiver('POST', `${at}/moves`, { type: 'drawTile' })
    const before = await asGiver('GET', `${at}/view`)
    const tag = before.headers.get('etag') ?? ''
    const { body: ticket } = await asGiver('POST', '/v1/me/stream-tickets', { address: `${at}/notices` })
    await asGiver('POST', `${at}/seat-offer`, { player: `taker ${visibility}` })
    expect((await asTaker('POST', `${at}/seat-offer/accept`)).status).toBe(200)
    const { moves } = (await asTaker('GET', `${at}/legal-moves?first=1`)).body
    expect((await asTaker('POST', `${at}/moves`, moves[0].move)).status).toBe(200)

    const isPublic = visibility === 'public'
    const after = await asGiver('GET', `${at}/view`, undefined, { 'if-none-match': tag })
    // The view of the private match stands still where it was.
    expect([after.status, after.body?.viewer]).toEqual(isPublic ? [200, 'spectator'] : [304, undefined])
    expect((await asGiver('GET', `${at}/view?at=2`)).body).toEqual(before.body)
    const moved = await asGiver('POST', `${at}/moves`, moves[0].move, { 'if-match': tag, 'idempotency-key': 'a' })
    expect([moved.status, moved.body.code]).toEqual([403, 'NOT_SEATED'])
    const stream = await fetch(app.url + ticket.address, { headers: { accept: 'application/json' } })
    const { items } = (await stream.json()) as { items: { version: number }[] }
    expect(items.map(({ version }) => version)).toEqual(isPublic ? [1, 2, 3, 4] : [1, 2])
    const found = await asker(
      app.url,
      giver.token,
    )(
      `{ match(id: "${match.id}") { version status you view { __typename } legalMoves { total } notices { items { version } } log { complete entries { version } } } }`,
    )
    expect(found.data.match).toMatchObject({ version: isPublic ? 4 : 2, status: 'running', you: null, legalMoves: null })
    expect(found.data.match.log.entries).toHaveLength(isPublic ? 4 : 2)
  },
)
