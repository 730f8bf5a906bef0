'use strict'
// Plays four-seat matches on a boardgame.io server, one socket a match: node drive.cjs PORT MATCHES SECONDS. Prints {moves, seconds, p50, p99}.
const http = require('node:http')
const { io } = require('socket.io-client')
const R = require('./rules.cjs')
const [port, matches, seconds] = process.argv.slice(2).map(Number)
const agent = new http.Agent({ keepAlive: true, maxSockets: 8 })

const post = (path, body) =>
  new Promise((resolve, reject) => {
    const text = JSON.stringify(body)
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
    const request = http.request({ host: '127.0.0.1', port, path, method: 'POST', agent, headers }, (response) => {
      let answer = ''
      response.on('data', (chunk) => {
        answer += chunk
      })
      response.on('end', () => resolve(JSON.parse(answer)))
    })
    request.on('error', reject)
    request.end(text)
  })

async function create() {
  const { matchID } = await post('/games/kingdoms/create', { numPlayers: 4 })
  const credentials = []
  for (let seat = 0; seat < 4; seat++) {
    credentials.push(
      (await post(`/games/kingdoms/${matchID}/join`, { playerID: String(seat), playerName: `p${seat}` })).playerCredentials,
    )
  }
  return { matchID, credentials }
}

const latencies = []
let stop = false

// boardgame.io shows each player only its own secrets, but one socket may send for all: the mover needs none of them.
async function play(match, rnd) {
  const socket = io(`http://127.0.0.1:${port}/kingdoms`, { transports: ['websocket'], forceNew: true, reconnection: false })
  await new Promise((resolve) => socket.on('connect', resolve))
  await new Promise((resolve) => {
    let sent
    const turn = (state) => {
      if (sent && state._stateID > sent.id) latencies.push(performance.now() - sent.at)
      if (stop || state.ctx.gameover !== undefined) return resolve()
      const player = state.ctx.currentPlayer
      const [type, args] = R.pick(state.G, player, rnd)
      sent = { id: state._stateID, at: performance.now() }
      const action = {
        type: 'MAKE_MOVE',
        payload: { type, args, playerID: player, credentials: match.credentials[Number(player)] },
      }
      socket.emit('update', action, state._stateID, match.matchID, player)
    }
    socket.on('update', (_id, state) => turn(state))
    socket.once('sync', (_id, info) => turn(info.state))
    socket.emit('sync', match.matchID, '0', match.credentials[0], 4)
  })
  socket.disconnect()
}

async function main() {
  const all = []
  while (all.length < matches) all.push(await create())
  const began = performance.now()
  setTimeout(() => {
    stop = true
  }, seconds * 1000)
  await Promise.all(all.map((match, index) => play(match, R.rng(index + 1))))
  latencies.sort((a, b) => a - b)
  const at = (part) => latencies[Math.floor(part * (latencies.length - 1))]
  console.log(
    JSON.stringify({ moves: latencies.length, seconds: (performance.now() - began) / 1000, p50: at(0.5), p99: at(0.99) }),
  )
  process.exit(0)
}
main()
