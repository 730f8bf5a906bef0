/** How connections end: with the answers to what is under way, and without waiting for clients that do not read them. */
import type { Client } from './client.js'

const LAST_WORDS_MS = 1000

/** Nothing is begun on it from now on, and nothing told but those answers. */
export function end(client: Client, code: number, reason: string): void {
  if (client.ending) return
  client.ending = { code, reason }
  stopWaiting(client)
  closeIfIdle(client)
}

export function closeIfIdle({ socket, ending, underWay }: Client): void {
  if (!ending || underWay.size > 0) return
  socket.close(ending.code, ending.reason)
  setTimeout(() => socket.terminate(), LAST_WORDS_MS).unref()
}

/** What waits for something to happen is answered as if its time were up. */
export function stopWaiting({ underWay }: Client): void {
  for (const { patience } of underWay.values()) patience?.abort()
}
