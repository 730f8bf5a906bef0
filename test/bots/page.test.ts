/** docs/bots.md, run as printed. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { FAULT_WORDS } from '../../src/bots/local/fault.js'
import { BOTS } from '../../src/bots/roster.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const page = readFileSync(join(root, 'docs', 'bots.md'), 'utf8')
const equipped = ['bash', 'python3', 'jq'].every((tool) => spawnSync(tool, ['--version']).status === 0)
if (!equipped) console.warn('docs/bots.md is not run: bash, python3 and jq are not all here')

const folder = mkdtempSync(join(tmpdir(), 'chancery-page-'))
afterAll(() => rmSync(folder, { recursive: true }))

const blocks = [...page.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, kind = '', text = '']) => ({ kind, text }))
const NPX = `npx() { shift; '${process.execPath}' '${join(root, 'bin', 'chancery.mjs')}' "$@"; }`
const shell = promisify(execFile)
/** Speeds differ from run to run. */
const settled = (text: string): string =>
  text.replace(/[\d.]+ matches\/s, \d+ moves\/s/, 'speed').replace(/[\d.]+ ms each, [\d.]+ ms at the most/g, 'times')

test.skipIf(!equipped)('its programs and commands do what it says', { timeout: 120_000 }, async () => {
  symlinkSync(join(root, 'examples'), join(folder, 'examples'))
  const programs = blocks.filter(({ kind }) => kind === 'py').map(({ text }) => text)
  ;['first.py', 'stubborn.py'].forEach((name, index) => {
    writeFileSync(join(folder, name), programs[index] ?? '')
  })
  const printed: string[] = []
  for (const { kind, text } of blocks) {
    if (kind === 'sh') printed.push((await shell('bash', ['-uc', `${NPX}\n${text}`], { cwd: folder })).stdout)
    if (kind === 'text' || kind === 'json') expect(settled(printed.at(-1) ?? '')).toBe(settled(text))
  }
  expect(printed).toHaveLength(4)
  expect(printed[1]).toMatch(/100\.0 % +cmd:python3 examples\/bots\/local\.py/)
})

test('it names every bot of the house and every fault', () => {
  for (const bot of BOTS.filter((name) => !/search:[234]/.test(name))) expect(page).toContain(`\`${bot}\``)
  for (const words of Object.values(FAULT_WORDS)) expect(page).toContain(words)
})

test('it has a place for the table of strengths', () => {
  expect(page).toMatch(/<!-- strength -->[\s\S]*<!-- \/strength -->/)
})
