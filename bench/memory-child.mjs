/** Loads many matches into the cache and prints {kib, matches}. */
import { newMatch, playMoves, services } from './services.mjs'

const MATCHES = 1500
const MOVES = 20

const service = await services({ url: process.env.BENCH_POSTGRES }, 'bench_memory')
const players = await Promise.all([0, 1, 2, 3].map(service.register))
const ids = []
for (let i = 0; i < MATCHES; i++) ids.push(await newMatch(service, players))
await Promise.all(ids.map((id) => playMoves(service, players, id, MOVES)))
for (const id of ids) service.live.forget(id)
const heap = async () => {
  for (let i = 0; i < 4; i++) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    global.gc()
  }
  return process.memoryUsage().heapUsed
}
await heap()
const before = await heap()
for (const id of ids) await service.live.get(id)
// A match in play also remembers the order of its pile, which its dice have worked out: one move each.
await Promise.all(ids.map((id) => playMoves(service, players, id, 1)))
const after = await heap()
console.log(JSON.stringify({ kib: (after - before) / 1024 / MATCHES, matches: MATCHES }))
await service.close()
process.exit(0)
