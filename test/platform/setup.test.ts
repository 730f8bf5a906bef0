import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { beginningOf } from '../../src/platform/postgres/process.js'
import { temporaryFolder } from '../support/postgres.js'

let clone: string
beforeEach(async () => {
  clone = await temporaryFolder()
  await cp(fileURLToPath(new URL('../../scripts', import.meta.url)), join(clone, 'scripts'), { recursive: true })
  await writeFile(join(clone, 'package.json'), '{ "type": "module", "engines": { "node": ">=20.19" } }')
  await mkdir(join(clone, 'dist'))
})
afterEach(() => rm(clone, { recursive: true, force: true }))

const setUp = () => spawn(process.execPath, [join(clone, 'scripts', 'setup.mjs')], { stdio: ['ignore', 'ignore', 'pipe'] })

test('a start that waits for the set-up of another says so', async () => {
  await writeFile(join(clone, 'dist', '.setup.lock'), `${process.pid} ${beginningOf(process.pid) ?? ''}`.trim())
  const child = setUp()
  const [said] = await once(child.stderr, 'data')
  expect(String(said)).toBe('Another start is setting up; waiting ...\n')
  child.kill('SIGKILL')
  await once(child, 'exit')
})

test.each([
  ['empty', ''],
  ['that names a process begun at another time', `${process.pid} 1@another-boot`],
])("a lock %s is nobody's; and packages behind a link are not emptied", async (_, lock) => {
  await mkdir(join(clone, 'elsewhere'))
  await writeFile(join(clone, 'elsewhere', 'kept'), '')
  await symlink(join(clone, 'elsewhere'), join(clone, 'node_modules'))
  await writeFile(join(clone, 'package-lock.json'), '{ "packages": {} }')
  await writeFile(join(clone, 'dist', '.setup.lock'), lock)
  const child = setUp()
  const [said] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect([child.exitCode, said]).toEqual([
    1,
    expect.stringMatching(/^node_modules is a link to .*Bring it up to date, or remove the link\.\n$/),
  ])
  expect(await readdir(join(clone, 'elsewhere'))).toEqual(['kept'])
  expect(await readdir(join(clone, 'dist'))).toEqual([])
})
