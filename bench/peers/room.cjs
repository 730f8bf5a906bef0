'use strict'
// Kingdoms as a Colyseus room, in memory and nowhere else: node room.cjs PORT. Clients mirror the public state; what is secret stays in the room.
process.env.NODE_ENV = 'production'
const http = require('node:http')
const { Server, Room } = require('@colyseus/core')
const { WebSocketTransport } = require('@colyseus/ws-transport')
const { Schema, ArraySchema, MapSchema, defineTypes } = require('@colyseus/schema')
const R = require('./rules.cjs')

class Player extends Schema {}
defineTypes(Player, {
  gold: 'int32',
  c1: 'uint8',
  c2: 'uint8',
  c3: 'uint8',
  c4: 'uint8',
  hand: 'string',
  hasStart: 'boolean',
})
class State extends Schema {}
defineTypes(State, {
  board: ['string'],
  players: { map: Player },
  bagCount: 'uint8',
  epoch: 'uint8',
  cur: 'string',
  seq: 'uint32',
  over: 'boolean',
})
const inWords = (piece) => (piece ? `${piece.k}:${piece.v ?? ''}:${piece.p ?? ''}:${piece.r ?? ''}` : '')
const die = (n) => 1 + Math.floor(Math.random() * n)

class Kingdoms extends Room {
  onCreate() {
    this.maxClients = 4
    this.setPatchRate(null) // sent after each move instead: the kinder setting, nobody waits for the next tick
    this.G = R.setup(4, die)
    this.cur = '0'
    this.state = new State()
    this.state.board = new ArraySchema(...this.G.board.map(inWords))
    this.state.players = new MapSchema()
    for (const seat of Object.keys(this.G.players)) this.state.players.set(seat, new Player())
    Object.assign(this.state, { seq: 0, over: false })
    this.mirror()
    this.onMessage('move', (client, { p, k, a, seq }) => {
      const result = this.G.over || p !== this.cur ? false : R.moves[k](this.G, p, die, ...a)
      if (result === false) return client.send('no', seq)
      if (result === 'turn') this.cur = R.nextPlayer(this.G, p)
      this.state.seq++
      this.mirror()
      this.broadcastPatch()
    })
  }
  mirror() {
    const { state, G } = this
    for (const [index, piece] of G.board.entries()) {
      const text = inWords(piece)
      if (state.board[index] !== text) state.board[index] = text
    }
    for (const [seat, { gold, hand, hasStart, castles }] of Object.entries(G.players)) {
      const [c1, c2, c3, c4] = castles
      Object.assign(state.players.get(seat), { gold, hand: inWords(hand), hasStart, c1, c2, c3, c4 })
    }
    Object.assign(state, { bagCount: G.bagCount, epoch: G.epoch, cur: this.cur, over: G.over })
  }
}

const server = new Server({ transport: new WebSocketTransport({ server: http.createServer() }), greet: false })
server.define('kingdoms', Kingdoms)
process.on('SIGTERM', () => process.exit(0))
server.listen(Number(process.argv[2]), '127.0.0.1').then(() => console.log('ready'))
