import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Ends the connections over which nothing has been asked yet. Node counts them as busy, so that a browser's spare connection or a
 * probe would hold up the end of the server for as long as it likes.
 */
export function silentConnections(server: Server): () => void {
  const silent = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  server.on('request', ({ socket }) => silent.delete(socket))
  server.on('upgrade', ({ socket }) => silent.delete(socket))
  return () => {
    for (const socket of silent) socket.destroy()
  }
}
