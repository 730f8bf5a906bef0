import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/postgres.js'

test('a start that waits for the set-up of another says so', async () => {
  const clone = await temporaryFolder()
  await cp(fileURLToPath(new URL('../../scripts', import.meta.url)), join(clone, 'scripts'), { recursive: true })
  await writeFile(join(clone, 'package.json'), '{ "type": "module", "engines": { "node": ">=20.19" } }')
  await mkdir(join(clone, 'dist'))
  await writeFile(join(clone, 'dist', '.setup.lock'), String(process.pid))
  const child = spawn(process.execPath, [join(clone, 'scripts', 'setup.mjs')], { stdio: ['ignore', 'ignore', 'pipe'] })
  const [said] = await once(child.stderr, 'data')
  expect(String(said)).toBe('Another start is setting up; waiting ...\n')
  child.kill('SIGKILL')
  await once(child, 'exit')
  await rm(clone, { recursive: true, force: true })
})
