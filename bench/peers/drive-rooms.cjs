'use strict'
// Plays four-seat matches in Colyseus rooms, with one socket for all seats of a match or one for each: node drive-rooms.cjs PORT MATCHES SECONDS SOCKETS.
// Prints {moves, seconds, p50, p99}.
const { Client } = require('colyseus.js')
const R = require('./rules.cjs')
const [port, matches, seconds, sockets] = process.argv.slice(2).map(Number)

const pictureOf = ({ board, players, bagCount }) => ({
  board: [...board].map((text) => text || null),
  bagCount,
  players: Object.fromEntries(
    [...players.entries()].map(([seat, { c1, c2, c3, c4, hand, hasStart }]) => [
      seat,
      { castles: [c1, c2, c3, c4], hand: hand || null, hasStart },
    ]),
  ),
})

const latencies = []
let stop = false

const address = `ws://127.0.0.1:${port}`

/** The sockets of a match. */
async function open() {
  const first = await new Client(address).create('kingdoms')
  const all = [first]
  while (all.length < sockets) all.push(await new Client(address).joinById(first.roomId))
  for (const room of all) {
    room.onMessage('no', (seq) => {
      throw new Error(`move ${seq} was refused`)
    })
    if (!room.state?.board?.length) await new Promise((resolve) => room.onStateChange.once(resolve))
  }
  return all
}

/** To its end, or until the time is up. A single socket sends for all seats, as the mover needs no secrets; of several, each for its own. */
function play(all, rnd) {
  return new Promise((resolve) => {
    /** By socket: what it has sent and not yet seen. */
    const sent = all.map(() => undefined)
    const turn = (room, seat, state) => {
      if (sent[seat] && state.seq > sent[seat].seq) {
        latencies.push(performance.now() - sent[seat].at)
        sent[seat] = undefined
      }
      if (sent[seat]) return
      if (stop || state.over) return resolve()
      if (all.length > 1 && Number(state.cur) !== seat) return
      const [k, a] = R.pick(pictureOf(state), state.cur, rnd)
      sent[seat] = { seq: state.seq, at: performance.now() }
      room.send('move', { p: state.cur, k, a, seq: state.seq })
    }
    for (const [seat, room] of all.entries()) {
      room.onStateChange((state) => turn(room, seat, state))
      turn(room, seat, room.state)
    }
  })
}

async function playOn(first, rnd) {
  for (let all = first; !stop; all = await open()) {
    await play(all, rnd)
    for (const room of all) room.leave(true).catch(() => {})
  }
}

async function main() {
  const rooms = []
  while (rooms.length < matches) rooms.push(await open())
  const began = performance.now()
  setTimeout(() => {
    stop = true
  }, seconds * 1000)
  await Promise.all(rooms.map((all, index) => playOn(all, R.rng(index + 1))))
  latencies.sort((a, b) => a - b)
  const at = (part) => latencies[Math.floor(part * (latencies.length - 1))]
  console.log(
    JSON.stringify({ moves: latencies.length, seconds: (performance.now() - began) / 1000, p50: at(0.5), p99: at(0.99) }),
  )
  process.exit(0)
}
main()
