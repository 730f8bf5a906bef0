/** The command in a real terminal: one of tmux, where there is tmux. */
import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { bundled } from '../../support/bundle.js'
import { isAsking, isOver, type Terminal } from './reader.js'

const run = promisify(execFile)

export const hasTmux = ((): boolean => {
  try {
    execFileSync('tmux', ['-V'])
    return true
  } catch {
    return false
  }
})()

export interface Pane extends Terminal {
  /** Key names of tmux: `C-c`. */
  press(key: string): Promise<void>
  /** As it is now; with the colours, if asked for. */
  look(withColours?: boolean): Promise<string>
  /** Once the program has ended: its exit code. */
  exit(): Promise<number>
}

const PAUSE_MS = 20
const ENDED = /\[exit (\d+)\]/

/** What the terminal shows when the program is over stays on it. */
export async function inTmux(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  size = { columns: 90, rows: 60 },
): Promise<Pane> {
  const socket = `chancery-${randomBytes(4).toString('hex')}`
  const tmux = async (...args: string[]): Promise<string> =>
    (await run('tmux', ['-u', '-L', socket, '-f', '/dev/null', ...args])).stdout
  const command = [process.execPath, bundled('command'), ...argv].map((word) => `'${word}'`).join(' ')
  const settings = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`])
  const area = ['-x', `${size.columns}`, '-y', `${size.rows}`]
  await tmux('new-session', '-d', ...area, ...settings, `${command}; echo "[exit $?]"; exec sleep 300`)
  const look = (withColours = false) => tmux('capture-pane', '-p', ...(withColours ? ['-e'] : []))
  const until = async (isThere: (screen: string) => boolean): Promise<string> => {
    for (;;) {
      const screen = await look()
      if (isThere(screen)) return screen
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
  let shown = ''
  /** What was on it when the last answer was typed. */
  let before = ''
  return {
    look,
    screen: async () => (shown = await until((screen) => screen !== before && (isAsking(screen) || isOver(screen)))),
    async type(line) {
      before = shown
      await tmux('send-keys', '-l', line, ';', 'send-keys', 'Enter')
    },
    press: async (key) => void (await tmux('send-keys', key)),
    exit: async () => Number(ENDED.exec(await until((screen) => ENDED.test(screen)))?.[1]),
    close: async () => void (await tmux('kill-server').catch(() => undefined)),
  }
}
