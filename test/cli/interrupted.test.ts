/** A command on an embedded database that is interrupted: exit code of the signal, not a word of complaint, and no Postgres left. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { constants } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { bundled } from '../support/bundle.js'
import { prepareData, temporaryFolder } from '../support/postgres.js'

const INTERRUPTED = 128 + constants.signals.SIGINT

/** In milliseconds, from the moment at which Postgres begins to start: nobody is let in yet, the command connects, works, or is at its end. */
test.each([0, 20, 40, 60, 80, 100, 150])('SIGINT, %i ms later', async (later) => {
  const folder = await temporaryFolder()
  const DATA_DIR = join(folder, 'data')
  await prepareData(DATA_DIR)
  const { PATH, TMPDIR } = process.env
  const child = spawn(process.execPath, [bundled('command'), 'verify', '--database'], { env: { PATH, TMPDIR, DATA_DIR } })
  let complaint = ''
  child.stderr.on('data', (text) => (complaint += text))
  const closed = once(child, 'close')
  const isUp = () => existsSync(join(DATA_DIR, 'cluster', 'postmaster.pid'))
  await vi.waitFor(() => expect(isUp()).toBe(true), { timeout: 20_000, interval: 2 })
  await sleep(later)
  child.kill('SIGINT')
  const [code] = await closed
  expect(isUp()).toBe(false)
  // By then it may have ended by itself: the database is an empty one.
  expect(complaint).toMatch(code === INTERRUPTED ? /^$/ : /^(chancery: The database has no tables.*\n)?$/)
  await rm(folder, { recursive: true })
})
