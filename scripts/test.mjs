/** The whole check. The first failure ends it; the last line always tells how the tests went. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, setupOrExit } from './setup.mjs'

const report = mkdtempSync(join(tmpdir(), 'chancery-check-'))
const results = join(report, 'results.json')

const bin = (name, file) => join(root, 'node_modules', name, file)
const vitest = [
  'run',
  '--reporter=default',
  '--reporter=json',
  '--reporter=./test/support/cpu-reporter.ts',
  `--outputFile.json=${results}`,
]

/** The longest first: they run two at a time. */
const checks = [
  // On one thread: several would each work out the same library types again, while the other lane has the second core.
  { name: 'types', file: bin('typescript', 'bin/tsc'), args: ['--noEmit', '--singleThreaded'] },
  { name: 'unused code', file: bin('knip', 'bin/knip.js'), args: ['--no-progress'] },
  {
    name: 'import rules',
    file: bin('dependency-cruiser', 'bin/dependency-cruise.mjs'),
    args: ['src', 'campaigns', '--output-type', 'err-long'],
  },
  { name: 'generated files', file: join(root, 'dist', 'generate.js'), args: ['--check'] },
  {
    name: 'format and lint',
    file: bin('@biomejs/biome', 'bin/biome'),
    args: ['ci', '--error-on-warnings', ...(process.stdout.isTTY ? [] : ['--colors=off'])],
  },
]
const tests = { name: 'tests', file: bin('vitest', 'vitest.mjs'), args: [...vitest, ...process.argv.slice(2)] }

const running = new Set()

/** Resolves to the exit code and, unless it goes to the terminal, what was written. */
function run({ file, args }, output) {
  const child = spawn(process.execPath, [file, ...args], { cwd: root, stdio: ['ignore', output, output] })
  running.add(child)
  const written = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => written.push(text))
  return new Promise((resolve) =>
    child.once('close', (code) => {
      running.delete(child)
      resolve({ code, text: Buffer.concat(written).toString() })
    }),
  )
}

/** Side by side, each printed as a whole once it is done; the name of one that fails. */
async function firstFailedCheck() {
  const waiting = [...checks]
  let failed
  const lane = async () => {
    for (let check = waiting.shift(); check && !failed && !interrupted; check = waiting.shift()) {
      const { code, text } = await run(check, 'pipe')
      console.log(`\n== ${check.name}\n${text}`.trimEnd())
      if (code !== 0) failed ??= check.name
    }
  }
  await Promise.all([lane(), lane()])
  return failed
}

async function firstFailure() {
  const failed = await firstFailedCheck()
  if (failed || interrupted) return failed
  console.log(`\n== ${tests.name}`)
  return (await run(tests, 'inherit')).code === 0 ? undefined : tests.name
}

/** A file that fails to load, or an error outside any test, is a failure although no test bears it. */
function lastLine(failed) {
  if (!existsSync(results)) return `Tests: not run (failed: ${failed})`
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(results, 'utf8'))
  const broken = testResults.filter((file) => file.status === 'failed' && !file.assertionResults.some(isFailed)).length
  const failures = numFailedTests + broken
  return `Tests: ${numPassedTests} passed, ${failed ? Math.max(failures, 1) : failures} failed`
}

const isFailed = (test) => test.status === 'failed'

/** Whatever runs gets the signal too and is waited for: Vitest then ends the Postgres of the run and removes its folder. */
function passOn(signal) {
  interrupted = signal
  for (const child of running) child.kill(signal)
}

let interrupted
process.once('exit', () => rmSync(report, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, passOn)

await setupOrExit()
const failure = interrupted ?? (await firstFailure())
const failed = interrupted ?? failure
if (failed) console.log(`\nFailed: ${failed}`)
console.log(lastLine(failed))
process.exitCode = interrupted ? 128 + constants.signals[interrupted] : failed ? 1 : 0
