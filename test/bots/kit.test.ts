/** The bot of the kit that needs no server. Those that play on one are in test/client/examples.test.ts. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { games } from '../../src/games/registry.js'
import { Transcript } from '../../src/match/offline/transcript.js'
import { run } from '../cli/recorder.js'
import { regrets } from '../support/preference.js'

const kit = fileURLToPath(new URL('../../examples/bots', import.meta.url))
const LOCAL = `cmd:python3 '${join(kit, 'local.py')}'`
const hasPython = spawnSync('python3', ['--version']).status === 0
if (!hasPython) console.warn('local.py is not run: there is no python3 here')

const folder = mkdtempSync(join(tmpdir(), 'chancery-kit-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('its bots are short', () => {
  const files = readdirSync(kit)
  expect(files.sort()).toEqual(['bot.py', 'bot.sh', 'bot.ts', 'local.py'])
  const lines = (file: string) => readFileSync(join(kit, file), 'utf8').trimEnd().split('\n').length
  for (const file of files) expect(lines(file)).toBeLessThan(file === 'local.py' ? 60 : 100)
})

/** Both are asked before anything is sent, so no server is needed. */
test.each([
  ['bash', 'bots/bot.sh', ['--against', 'greedy'], 'bot.sh royals 3'],
  ['bash', 'bots/bot.sh', ['kingdoms', 'two'], 'bot.sh royals 3'],
  ['python3', 'bots/bot.py', ['kingdoms', 'two'], 'usage: bot.py'],
  ['python3', 'polling-bot.py', [], 'polling-bot.py <match>'],
  ['python3', 'stream-bot.py', [], 'stream-bot.py <match>'],
  ['node', 'webhook-bot.mjs', [], 'webhook-bot.mjs <match>'],
])('%s %s %j tells how it is used', (program, file, args, usage) => {
  if (spawnSync(program, ['--version']).status !== 0) return console.warn(`${file} is not run: there is no ${program} here`)
  const { status, stderr } = spawnSync(program, [join(kit, '..', file), ...args], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({
    status: expect.toSatisfy((code) => code === 1 || code === 2),
    stderr: expect.stringContaining(usage),
  })
})

test.skipIf(!hasPython)('local.py plays as the others of the kit do, and beats random moves', async () => {
  const log = join(folder, 'kingdoms')
  const args = ['--seats', '2', '--matches', '6', '--seed', '1', '--rotate', '--json', '--log', log]
  const { code, out, err } = await run('simulate', 'kingdoms', '--seat', '0', LOCAL, ...args)
  expect(code).toBe(0)
  expect(err).toEqual([expect.stringMatching(/; no faults$/)])
  const won = out.filter((line) => {
    const { bots, places } = JSON.parse(line)
    return bots[places[0].seat] === LOCAL
  })
  expect(won.length).toBeGreaterThanOrEqual(5)
  readdirSync(log).forEach((file, index) => {
    const transcript = Transcript.parse(JSON.parse(readFileSync(join(log, file), 'utf8')))
    const found = regrets(transcript, index % 2)
    expect(found.length).toBeGreaterThan(20)
    expect(found.filter((regret) => regret > 0)).toEqual([])
    expect(regrets(transcript, (index + 1) % 2).some((regret) => regret > 0)).toBe(true)
  })
})

test.skipIf(!hasPython).each(games.map(({ id, seats }) => [id, seats.min] as const))(
  '%s is played by local.py, the same way every time',
  async (id, seats) => {
    const args = ['--seats', String(seats), '--matches', '1', '--seed', '4', '--json', '--seat', '0', LOCAL]
    const first = await run('simulate', id, ...args)
    expect({ code: first.code, lines: first.out.length }).toEqual({ code: 0, lines: 1 })
    expect((await run('simulate', id, ...args)).out).toEqual(first.out)
  },
)
