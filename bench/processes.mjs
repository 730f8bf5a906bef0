/** Starting the processes of a measurement, and what CPU time they have used. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'

const running = new Set()

/** A child process whose lines of output can be waited for. */
export function start(command, args, env = {}, options = {}) {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'inherit'], ...options })
  running.add(child)
  child.on('exit', () => running.delete(child))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    pid: child.pid,
    go: () => child.stdin.write('go\n'),
    async line(matching = /./) {
      for (;;) {
        const { value, done } = await lines.next()
        if (done) throw new Error(`${command} ${args.join(' ')} ended early`)
        if (matching.test(value)) return value
      }
    },
    async stop() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

export function stopAll() {
  for (const child of running) child.kill('SIGTERM')
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

const TICKS_A_SECOND = 100

function stat(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return {
    parent: Number(fields[1]),
    own: Number(fields[11]) + Number(fields[12]),
    reaped: Number(fields[13]) + Number(fields[14]),
  }
}

/** CPU seconds of a process and, for a postmaster, of its children alive and gone. */
export function cpuSeconds(pid, { tree = false } = {}) {
  const root = stat(pid)
  let ticks = root.own + (tree ? root.reaped : 0)
  for (const name of tree ? readdirSync('/proc').filter((entry) => /^\d+$/.test(entry)) : []) {
    try {
      const { parent, own } = stat(name)
      if (parent === pid) ticks += own
    } catch {
      // it has ended since the listing
    }
  }
  return ticks / TICKS_A_SECOND
}
