/** The bots of the examples as programs, started as a reader would start them. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../support/postgres.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Bot {
  /** Resolves when it has said so. */
  says(pattern: RegExp): Promise<RegExpExecArray>
}

export interface ExampleBots {
  /** Arguments, or variables of its environment. */
  start(name: string, ...given: (string | Record<string, string>)[]): Bot
  close(): Promise<void>
}

/** What each needs besides Node. */
export const NEEDS: Readonly<Record<string, readonly string[]>> = {
  TypeScript: [],
  Python: ['python3'],
  GraphQL: ['python3'],
  bash: ['bash', 'curl', 'jq'],
}
export const NOT_HERE = 'what it is written in is not installed here'
const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0
const missing = new Set(
  Object.values(NEEDS)
    .flat()
    .filter((program) => !has(program)),
)
if (missing.size > 0) console.warn(`not all examples are run: there is no ${[...missing].join(', ')} here`)
export const isPossible = (...names: string[]): boolean =>
  names.every((name) => NEEDS[name]?.every((program) => !missing.has(program)))

export async function exampleBots(url: string): Promise<ExampleBots> {
  const compiled = await compiledProject()
  const programs: Record<string, readonly [string, ...string[]]> = {
    TypeScript: [process.execPath, join(compiled, 'examples', 'bots', 'bot.js')],
    Python: ['python3', join(root, 'examples', 'bots', 'bot.py')],
    GraphQL: ['python3', join(root, 'examples', 'graphql.py')],
    bash: ['bash', join(root, 'examples', 'bots', 'bot.sh')],
  }
  return {
    start(name, ...given) {
      const [program = '', ...first] = programs[name] ?? []
      const args = given.filter((one) => typeof one === 'string')
      const variables = given.filter((one) => typeof one !== 'string')
      const env = Object.assign({}, process.env, { CHANCERY_URL: url }, ...variables)
      return listening(name, spawn(program, [...first, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] }))
    },
    close: () => rm(compiled, { recursive: true, force: true }),
  }
}

/** A project that depends on `chancery`, with the bot in TypeScript compiled. */
async function compiledProject(): Promise<string> {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'node_modules'))
  await symlink(root, join(folder, 'node_modules', 'chancery'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const options = [
    ...['--outDir', folder, '--rootDir', root, '--target', 'es2023', '--module', 'nodenext', '--types', 'node'],
    ...['--strict', '--skipLibCheck', '--ignoreConfig'],
  ]
  execFileSync(process.execPath, [tsc, join(root, 'examples', 'bots', 'bot.ts'), ...options], { cwd: root, stdio: 'inherit' })
  return folder
}

function listening(name: string, child: ChildProcess): Bot {
  let output = ''
  let ended = false
  const waiting = new Set<() => void>()
  const look = (): void => {
    for (const one of waiting) one()
  }
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      look()
    })
  child.once('close', () => {
    ended = true
    look()
  })
  return {
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          const found = pattern.exec(output)
          if (!found && !ended) return
          waiting.delete(check)
          if (found) resolve(found)
          else reject(new Error(`${name} said:\n${output}`))
        }
        waiting.add(check)
        check()
      }),
  }
}
