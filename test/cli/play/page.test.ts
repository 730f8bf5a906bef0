/** docs/play.md shows a terminal: the same command and answers must give the same screens. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BOTS } from '../../../src/bots/roster.js'
import { piped } from './piped.js'

const page = readFileSync('docs/play.md', 'utf8')

test('the screen on the page is what the command shows', async () => {
  const [, command = '', shown = ''] = /```text\n\$ npx chancery (.*)\n([\s\S]*?)```/.exec(page) ?? []
  const answers = [...shown.matchAll(/^> (.+)$/gm)].map(([, answer = '']) => answer)
  const folder = mkdtempSync(join(tmpdir(), 'chancery-page-'))
  const argv = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '')
  const match = piped(argv, { XDG_DATA_HOME: folder })
  let screens = await match.screen()
  for (const answer of answers) {
    await match.type(answer)
    screens += `${answer}\n${await match.screen()}`
  }
  match.end()
  await match.exit
  rmSync(folder, { recursive: true })
  expect(answers.length).toBeGreaterThan(0)
  expect(screens).toBe(shown.replace(/>\n$/, '> '))
})

test('the page names every bot', () => {
  for (const name of BOTS) expect(page).toContain(`\`${name}\``)
})
