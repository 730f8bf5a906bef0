/** docs/language-models.md, held against the server. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { TOOLS } from '../../../src/api/mcp/tools.js'
import { startApp } from '../../support/app.js'

const page = readFileSync('docs/language-models.md', 'utf8')

test('the page names every tool, and no other', () => {
  const named = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
  expect(named.toSorted()).toEqual(TOOLS.map(({ card }) => card.name).toSorted())
})

test('its example does what it says', { timeout: 60_000 }, async () => {
  const [, example = ''] = /```js\n([\s\S]*?)```/.exec(page) ?? []
  const app = await startApp()
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', example], {
      env: { ...process.env, CHANCERY_URL: app.url },
    })
    expect(stdout).toContain('is running, at version 1.')
    expect(stdout).toMatch(/\n2\. Place a castle/)
    expect(stdout).toContain('Your move is made, at version 2.')
    expect(stdout).toContain('NOT_YOUR_TURN: ')
  } finally {
    await app.close()
  }
})
