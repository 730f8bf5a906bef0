/** What goes out on a connection: in one write for all that is said in one moment, and no more than its client reads. */
import type { Client } from './client.js'

/** A client that does not read is let go when so much waits for it. */
const MAX_UNSENT_BYTES = 1024 * 1024
/** Longer texts are handed over as bytes: as text they would lie in the heap until they are read. */
const LONG_TEXT = 16 * 1024
const AS_TEXT = { binary: false }

export interface Outbox {
  /** Calls `onSent` when the system has taken it. */
  send(text: string, onSent?: (error?: Error | null) => void): void
}

/** To hand the system something costs more than to make most answers: those of one moment are handed over together. */
export function outbox({ socket, raw }: Pick<Client, 'socket' | 'raw'>): Outbox {
  let isHeld = false
  const release = (): void => {
    isHeld = false
    raw.uncork()
  }
  return {
    send(text, onSent) {
      if (socket.readyState !== socket.OPEN || letGoIfUnread(socket)) return onSent?.()
      if (!isHeld) {
        isHeld = true
        raw.cork()
        process.nextTick(release)
      }
      socket.send(text.length > LONG_TEXT ? Buffer.from(text) : text, AS_TEXT, onSent)
    },
  }
}

/** True if so much waits to be read already that the connection is given up. */
export function letGoIfUnread(socket: Client['socket']): boolean {
  if (socket.bufferedAmount <= MAX_UNSENT_BYTES) return false
  socket.terminate()
  return true
}
