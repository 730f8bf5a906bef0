/** The pages about REST and about errors, held against the code. */
import { execFile, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { startApp } from '../support/app.js'

const WHERE_CODES_ARE = ['accounts', 'api', 'games', 'log', 'match', 'tournaments'].map((folder) => `src/${folder}`)
/** Words of others: Fastify's, Node's and its HTTP parser's. */
const FOREIGN = /^(FST|HPE|ERR)_/

const sources = WHERE_CODES_ARE.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file)),
)
const text = [...sources, 'src/platform/problem.ts'].map((file) => readFileSync(file, 'utf8')).join('\n')
const documented = new Map(
  [...readFileSync('docs/errors.md', 'utf8').matchAll(/^\| `([A-Z_]+)` \| (\d{3}) \|/gm)].map(([, code, status]) => [
    code as string,
    Number(status),
  ]),
)

describe('docs/errors.md', () => {
  test('lists every code in the sources, and none that is not there', () => {
    const used = new Set(
      [...text.matchAll(/'([A-Z]+(?:_[A-Z]+)+|INTERNAL)'/g)]
        .map(([, code]) => code as string)
        .filter((code) => !FOREIGN.test(code)),
    )
    expect([...used].filter((code) => !documented.has(code))).toEqual([])
    expect([...documented.keys()].filter((code) => !used.has(code))).toEqual([])
  })

  test('gives the status that is thrown', () => {
    const thrown = [...text.matchAll(/new Problem\((\d{3}), '([A-Z_]+)'/g)].map(([, status, code]) => [code, Number(status)])
    expect(thrown.length).toBeGreaterThan(10)
    for (const [code, status] of thrown) expect([code, documented.get(code as string)]).toEqual([code, status])
  })
})

const equipped = ['bash', 'curl', 'jq'].every((tool) => spawnSync(tool, ['--version']).status === 0)

test.skipIf(!equipped)('docs/rest.md runs as printed', { timeout: 60_000 }, async () => {
  const script = [...readFileSync('docs/rest.md', 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block).join('\n')
  const app = await startApp()
  try {
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
      env: { ...process.env, CHANCERY_URL: app.url },
    })
    expect(stdout).toContain('"code": "STALE_VERSION"')
    expect(stdout).toContain('"code": "NOT_YOUR_TURN"')
    expect(stdout).toContain('"path": "rank"')
    expect(stdout).toMatch(/"yourTurn":true,"choices":\d+\}\n\{"version":3,"yourTurn":false,"awaiting":\[\{"seat":0/)
    expect(stdout).toContain('{"version":3,"yourTurn":true,"told":2}')
    expect(stdout).toContain('\n304\n')
    // What jq does not find it prints so.
    expect(stdout.split('\n')).not.toContain('null')
    expect(stdout).toContain('id: 1\ndata: {')
    expect(stdout).toContain('"format": "chancery-match/1"')
  } finally {
    await app.close()
  }
})
