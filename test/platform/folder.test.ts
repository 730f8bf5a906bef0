import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmbedded } from '../../src/platform/embedded.js'
import { createLogger } from '../../src/platform/logger.js'
import { layout } from '../../src/platform/postgres/cluster.js'
import { prepareFolder, requireOurs } from '../../src/platform/postgres/folder.js'
import { temporaryFolder } from '../support/postgres.js'

let folder: string
let dataDir: string

beforeEach(async () => {
  folder = await temporaryFolder()
  dataDir = join(folder, 'data')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const start = (at: string) => startEmbedded({ dataDir: at, logger: createLogger('silent') })

const refusal = (at: string) => ({
  message: `DATA_DIR: expected an empty or new folder, or one that Chancery made, not "${at}".`,
  exitCode: 2,
})

const traits = async (path: string) => {
  const { uid, gid, mode } = await stat(path)
  return { uid, gid, mode }
}

async function expectRefused(at: string, looked = at): Promise<void> {
  const before = await traits(looked)
  await expect(start(at)).rejects.toMatchObject(refusal(at))
  expect(await traits(looked)).toEqual(before)
}

test.each([['page.md'], ['cluster'], ['password', 'page.md']])(
  'a folder of somebody else (%s ...) is refused and left as it is',
  async (...names) => {
    await mkdir(dataDir)
    for (const name of names) await writeFile(join(dataDir, name), 'mine')
    await expectRefused(dataDir)
    expect(await readdir(dataDir)).toEqual([...names].sort())
  },
)

test('a file, or a path through one, is refused and left as it is', async () => {
  await writeFile(dataDir, 'mine')
  await expectRefused(dataDir)
  await expectRefused(join(dataDir, 'below'), dataDir)
  expect(await readFile(dataDir, 'utf8')).toBe('mine')
})

test('a link to a folder of somebody else is refused too, and one that leads nowhere says so', async () => {
  await mkdir(join(folder, 'docs'))
  await writeFile(join(folder, 'docs', 'page.md'), 'mine')
  await symlink(join(folder, 'docs'), dataDir)
  await expectRefused(dataDir, join(folder, 'docs'))
  await rm(join(folder, 'docs'), { recursive: true })
  await expect(start(dataDir)).rejects.toMatchObject({ message: expect.stringMatching(/can't be used: EEXIST/), exitCode: 2 })
})

test('what was ours, was begun, is empty or is not there yet is taken', async () => {
  const at = layout(dataDir)
  await requireOurs(at)
  await prepareFolder(at, {})
  expect((await traits(dataDir)).mode & 0o777).toBe(0o700)
  for (const name of ['lost+found', 'cluster.new', 'programs-18.4.0']) await mkdir(join(dataDir, name))
  for (const name of ['password', 'lock', 'lock.17', 'port', 'postgres.log']) await writeFile(join(dataDir, name), '')
  await requireOurs(at)
  // Once there is a cluster, a note that somebody has put beside it is no reason to refuse.
  await mkdir(at.cluster)
  await writeFile(join(at.cluster, 'PG_VERSION'), '18')
  await writeFile(join(dataDir, 'note.txt'), '')
  await requireOurs(at)
})

test('several that make a deep folder at once all succeed', async () => {
  const at = layout(join(dataDir, 'a', 'b', 'c'))
  await Promise.all([1, 2, 3, 4].map(() => prepareFolder(at, {})))
  expect((await stat(at.dataDir)).isDirectory()).toBe(true)
})

test.runIf(existsSync('/proc/self'))(
  'a place where no folder can be made is one line, and at once',
  async () => {
    const complaint = /^The folder \/proc\/nope\/deep can't be used: E\w+: .* Set DATA_DIR to a folder you own\.$/
    await expect(start('/proc/nope/deep')).rejects.toMatchObject({ message: expect.stringMatching(complaint), exitCode: 2 })
  },
  5_000,
)
