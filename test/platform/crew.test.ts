/** The primary of several workers: starts, starts again within bounds, and ends them. Its workers here are programs of a few lines. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { isFailure } from '../../src/platform/failure.js'
import { createLogger } from '../../src/platform/logger.js'
import { crew } from '../../src/platform/workers/crew.js'
import { isAlive } from '../support/alive.js'

const folder = mkdtempSync(join(tmpdir(), 'chancery-crew-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What it does before it serves, once it serves, and when it is told to end. */
function program(name: string, { before = '', serving = '', ending = 'process.exit(0)' }): string {
  const file = join(folder, `${name}.mjs`)
  writeFileSync(
    file,
    `import { existsSync } from 'node:fs'
    process.on('SIGTERM', () => { ${ending} })
    process.on('message', ({ type, worker }) => {
      if (type === 'serve') { ${before}; process.send({ type: 'listening' }); ${serving} }
      if (type === 'greet') process.send({ type: 'greeted' })
    })
    process.send({ type: 'ready' })`,
  )
  return file
}

/** Once there is a sign it takes long to get ready, and has no word yet on how it ends. */
function slowStarter(name: string, sign: string): string {
  const steady = program(`${name}-steady`, {})
  const file = join(folder, `${name}.mjs`)
  writeFileSync(
    file,
    `import { existsSync, renameSync, writeFileSync } from 'node:fs'
    if (existsSync(${JSON.stringify(sign)})) {
      writeFileSync(${JSON.stringify(`${sign}.part`)}, String(process.pid))
      renameSync(${JSON.stringify(`${sign}.part`)}, ${JSON.stringify(`${sign}.begun`)})
      setInterval(() => {}, 1000)
    } else await import(${JSON.stringify(steady)})`,
  )
  return file
}

interface Line {
  readonly level: number
  readonly msg: string
  readonly worker?: number
  readonly pid?: number
  readonly code?: number | null
  readonly signal?: string | null
}

const QUICKLY = { steadyMs: 60_000, firstWaitMs: 1, longestWaitMs: 5, mostInARow: 4 }

function crewOf(file: string, patience = 10_000) {
  const lines: Line[] = []
  const logger = createLogger('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
  const made = crew({ workers: 2, program: file, url: 'postgres://nowhere', logger, patience }, QUICKLY)
  const serving = () => lines.filter(({ msg }) => msg === 'a worker serves')
  const pidOf = (worker: number) => serving().findLast((line) => line.worker === worker)?.pid ?? 0
  return { made, lines, serving, pidOf }
}

test('one that dies is started again under its number, and the log says why', async () => {
  const { made, lines, serving, pidOf } = crewOf(program('steady', {}))
  await made.start()
  const [first, second] = [pidOf(1), pidOf(2)]
  process.kill(second, 'SIGKILL')
  await vi.waitFor(() => expect(serving()).toHaveLength(3))
  expect(pidOf(1)).toBe(first)
  expect(pidOf(2)).not.toBe(second)
  expect(lines).toContainEqual(
    expect.objectContaining({ worker: 2, code: null, signal: 'SIGKILL', msg: 'a worker has died and is started again' }),
  )
  await made.close()
  expect([first, pidOf(2)].map(isAlive)).toEqual([false, false])
  expect(serving()).toHaveLength(3)
})

test('one that dies again and again is given up, and all are lost when nobody is left', async () => {
  const sign = join(folder, 'sign')
  const serving = `setInterval(() => existsSync(${JSON.stringify(sign)}) && process.exit(3), 50)`
  const { made, lines, serving: served } = crewOf(program('dying', { serving }))
  await made.start()
  writeFileSync(sign, '')
  await made.lost()
  expect(served()).toHaveLength(2 * QUICKLY.mostInARow)
  for (const worker of [1, 2])
    expect(lines.filter((line) => line.worker === worker).at(-1)).toMatchObject({
      level: 50,
      msg: 'a worker died 4 times in a row and is not started again',
      code: 3,
    })
  await made.close()
})

test.each([
  ['the first', 1, 2],
  ['another', 2, 1],
])('where %s cannot start, nothing is left, and its exit code is told without a word', async (name, worker, exitCode) => {
  const { made, pidOf } = crewOf(program(`stillborn ${name}`, { before: `if (worker === ${worker}) process.exit(${exitCode})` }))
  const failed = await made.start().then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(isFailure(failed) && { exitCode: failed.exitCode, message: failed.message }).toEqual({ exitCode, message: '' })
  expect([pidOf(1), pidOf(2)].filter((pid) => pid > 0 && isAlive(pid))).toEqual([])
})

test('one that does not close in time is killed, and that is told', async () => {
  const { made, pidOf } = crewOf(program('deaf', { ending: '' }), 200)
  await made.start()
  await expect(made.close()).rejects.toThrow('a worker did not close in order')
  expect([pidOf(1), pidOf(2)].map(isAlive)).toEqual([false, false])
})

test('one that is about to be started again when all are closed is ended, and that is in order', async () => {
  const sign = join(folder, 'slow')
  const { made, lines, pidOf } = crewOf(slowStarter('slow', sign))
  await made.start()
  writeFileSync(sign, '')
  process.kill(pidOf(2), 'SIGKILL')
  await vi.waitFor(() => expect(lines.at(-1)?.msg).toBe('a worker has died and is started again'))
  await vi.waitFor(() => expect(existsSync(`${sign}.begun`)).toBe(true))
  await made.close()
  const pid = Number(readFileSync(`${sign}.begun`, 'utf8'))
  expect([pidOf(1), pid].map(isAlive)).toEqual([false, false])
})
