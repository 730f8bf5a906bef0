/** A test run that is ended by a signal leaves nothing behind: no Postgres, no server, no folder. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '../support/postgres.js'
import { usersOf } from '../support/run-folder.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** By then the run has a Postgres, and a test of it has started processes that have one of their own. */
const isUnderWay = (folder: string): boolean => usersOf(folder).some(({ started }) => started.includes('embedded-user.mjs'))

test('SIGTERM', async () => {
  const folder = await temporaryFolder()
  const { PATH, HOME, DATABASE_URL, BUNDLE } = process.env
  const env = { PATH, HOME, DATABASE_URL, BUNDLE, TMPDIR: folder }
  const args = ['node_modules/vitest/vitest.mjs', 'run', 'test/platform/embedded', '-t', 'agree on one']
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'ignore' })
  const ended = once(child, 'exit')
  await vi.waitFor(() => expect(isUnderWay(folder)).toBe(true), { timeout: 60_000, interval: 50 })
  child.kill('SIGTERM')
  expect(await ended).toEqual([128 + constants.signals.SIGTERM, null])
  expect(usersOf(folder)).toEqual([])
  expect(readdirSync(folder)).toEqual([])
  await rm(folder, { recursive: true })
}, 90_000)
