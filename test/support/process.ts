/** The compiled server and command line as processes of their own, as an operator starts them. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { bundled, type shipped } from './bundle.js'

interface Place {
  readonly cwd?: string
  readonly uid?: number
  readonly gid?: number
}

/** Which files are started; those of the bundle do the same sooner. */
type Files = typeof bundled | typeof shipped

type Environment = Readonly<Record<string, string>>

/** Nothing of ours but what the processes of a test run need to be found and ended. */
const plain = (env: Environment) => ({ PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, ...env })

export interface RunningServer {
  readonly url: string
  /** All that it has written. */
  said(): string
  /** Resolves to its exit code. */
  end(): Promise<number | null>
  /** At once, without a word. */
  kill(): Promise<void>
}

/** Resolves when it listens; a server that ends before is an error with what it wrote. */
export async function startServer(env: Environment, place: Place = {}, files: Files = bundled): Promise<RunningServer> {
  const child = spawn(process.execPath, [files('server')], {
    ...place,
    env: plain({ LOG_LEVEL: 'silent', PORT: '0', ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const gone = once(child, 'exit')
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const address = /REST +(http:\S+)\/v1/.exec(said)?.[1]
      if (address !== undefined) resolve(address)
    })
    gone.then(() => reject(new Error(said)), reject)
  })
  return {
    url,
    said: () => said,
    async end() {
      child.kill('SIGTERM')
      await gone
      return child.exitCode
    },
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** One command line, to its end. */
export const chancery = (
  argv: readonly string[],
  env: Environment = {},
  place: Place = {},
  files: Files = bundled,
): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((resolve) =>
    execFile(process.execPath, [files('command'), ...argv], { ...place, env: plain(env) }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    ),
  )
