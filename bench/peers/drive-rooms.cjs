'use strict'
// Plays four-seat matches in Colyseus rooms, one socket a match: node drive-rooms.cjs PORT MATCHES SECONDS. Prints {moves, seconds, p50, p99}.
const { Client } = require('colyseus.js')
const R = require('./rules.cjs')
const [port, matches, seconds] = process.argv.slice(2).map(Number)

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

async function open() {
  const room = await new Client(`ws://127.0.0.1:${port}`).create('kingdoms')
  room.onMessage('no', (seq) => {
    throw new Error(`move ${seq} was refused`)
  })
  if (!room.state?.board?.length) await new Promise((resolve) => room.onStateChange.once(resolve))
  return room
}

/** To its end, or until the time is up. One socket may send for all: the mover needs no secrets. */
function play(room, rnd) {
  return new Promise((resolve) => {
    let sent
    const turn = (state) => {
      if (sent && state.seq > sent.seq) {
        latencies.push(performance.now() - sent.at)
        sent = undefined
      }
      if (stop || state.over) return resolve()
      if (sent) return
      const [k, a] = R.pick(pictureOf(state), state.cur, rnd)
      sent = { seq: state.seq, at: performance.now() }
      room.send('move', { p: state.cur, k, a, seq: state.seq })
    }
    room.onStateChange(turn)
    turn(room.state)
  })
}

async function playOn(first, rnd) {
  for (let room = first; !stop; room = await open()) {
    await play(room, rnd)
    room.leave(true).catch(() => {})
  }
}

async function main() {
  const rooms = []
  while (rooms.length < matches) rooms.push(await open())
  const began = performance.now()
  setTimeout(() => {
    stop = true
  }, seconds * 1000)
  await Promise.all(rooms.map((room, index) => playOn(room, R.rng(index + 1))))
  latencies.sort((a, b) => a - b)
  const at = (part) => latencies[Math.floor(part * (latencies.length - 1))]
  console.log(
    JSON.stringify({ moves: latencies.length, seconds: (performance.now() - began) / 1000, p50: at(0.5), p99: at(0.99) }),
  )
  process.exit(0)
}
main()
