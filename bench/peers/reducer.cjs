'use strict'
// Random play through boardgame.io's reducer, four seats, one thread. Prints {moves, seconds, cpuSeconds}.
process.env.NODE_ENV = 'production'
const R = require('./rules.cjs')
const game = require('./game.cjs')
const { CreateGameReducer, InitializeGame, ProcessGameConfig } = require('boardgame.io/internal')
const seconds = Number(process.argv[2] ?? 4)
const reducer = CreateGameReducer({ game: ProcessGameConfig(game) })

function playout(seed) {
  const rnd = R.rng(seed)
  let state = InitializeGame({ game: { ...game, seed }, numPlayers: 4 })
  let moves = 0
  while (state.ctx.gameover === undefined) {
    const playerID = state.ctx.currentPlayer
    const [type, args] = R.pick(state.G, playerID, rnd)
    const before = state._stateID
    state = reducer(state, { type: 'MAKE_MOVE', payload: { type, args, playerID } })
    if (state._stateID === before) throw new Error(`rejected ${type}`)
    moves++
  }
  return moves
}

for (let i = 0; i < 10; i++) playout(i)
const cpu = process.cpuUsage()
const began = performance.now()
let moves = 0
for (let match = 100; performance.now() - began < seconds * 1000; match++) moves += playout(match)
const used = process.cpuUsage(cpu)
console.log(JSON.stringify({ moves, seconds: (performance.now() - began) / 1000, cpuSeconds: (used.user + used.system) / 1e6 }))
