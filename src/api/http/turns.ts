/** Requests that a client sends without waiting for the answers before them (pipelining) are worked on one after the other. */
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { answerBefore, noteAnswers } from './due.js'

/** Requests that may wait for their turn, of one connection and of all. Whoever sends more is cut off. */
const MOST = { connection: 250, all: 10_000 }

/**
 * Nothing is gained by answering early what cannot be sent yet, and answers that a client does not read would pile up. A request of whose turn
 * nothing becomes, because its client has gone, is dropped as it is. Call it before the hooks that do work.
 */
export function oneAtATime(app: FastifyInstance, most = MOST): void {
  const waiting = new Map<Socket, number>()
  const watched = new WeakSet<Socket>()
  let all = 0
  const count = (socket: Socket, now: number): void => {
    all += now - (waiting.get(socket) ?? 0)
    if (now > 0) waiting.set(socket, now)
    else waiting.delete(socket)
  }
  const queue = (socket: Socket): void => {
    const already = waiting.get(socket) ?? 0
    if (!watched.has(socket)) socket.once('close', () => count(socket, 0))
    watched.add(socket)
    count(socket, already + 1)
    if (already >= most.connection || all > most.all) socket.destroy()
  }
  noteAnswers(app.server)
  app.addHook('onRequest', ({ raw }, _, done) => {
    const previous = answerBefore(raw)
    if (!previous || previous.writableFinished) return done()
    const { socket } = raw
    queue(socket)
    previous.once('finish', () => {
      if (socket.destroyed) return
      count(socket, (waiting.get(socket) ?? 1) - 1)
      done()
    })
  })
}
