/** The whole check, in order, stopping at the first failure. The last line always tells how the tests went. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, setupOrExit } from './setup.mjs'

const report = mkdtempSync(join(tmpdir(), 'chancery-test-'))
const results = join(report, 'results.json')

const bin = (name, file) => join(root, 'node_modules', name, file)
const vitest = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${results}`]

const steps = [
  [
    'format and lint',
    bin('@biomejs/biome', 'bin/biome'),
    ['ci', '--error-on-warnings', ...(process.stdout.isTTY ? [] : ['--colors=off'])],
  ],
  ['types', bin('typescript', 'bin/tsc'), ['--noEmit']],
  ['import rules', bin('dependency-cruiser', 'bin/dependency-cruise.mjs'), ['src', 'campaigns', '--output-type', 'err-long']],
  ['unused code', bin('knip', 'bin/knip.js'), ['--no-progress']],
  ['generated files', join(root, 'dist', 'generate.js'), ['--check']],
  ['tests', bin('vitest', 'vitest.mjs'), [...vitest, ...process.argv.slice(2)]],
]

function passes([name, file, args]) {
  // Only what the project itself compiles may be absent: there may be nothing to generate.
  if (!existsSync(file) && file.startsWith(join(root, 'dist'))) return true
  console.log(`\n== ${name}`)
  return spawnSync(process.execPath, [file, ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
}

/** A file that fails to load, or an error outside any test, is a failure although no test bears it. */
function lastLine(failed) {
  if (!existsSync(results)) return `Tests: not run (failed: ${failed?.[0]})`
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(results, 'utf8'))
  const broken = testResults.filter((file) => file.status === 'failed' && !file.assertionResults.some(isFailed)).length
  const failures = numFailedTests + broken
  return `Tests: ${numPassedTests} passed, ${failed ? Math.max(failures, 1) : failures} failed`
}

const isFailed = (test) => test.status === 'failed'

await setupOrExit()
const failed = steps.find((step) => !passes(step))
if (failed) console.log(`\nFailed: ${failed[0]}`)
console.log(lastLine(failed))
rmSync(report, { recursive: true, force: true })
process.exitCode = failed ? 1 : 0
