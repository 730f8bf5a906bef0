'use strict'
// Kingdoms as a boardgame.io game; the rules are the plain functions of rules.cjs.
const R = require('./rules.cjs')
const { INVALID_MOVE } = require('boardgame.io/core')

const move = (name) => ({
  client: false,
  move: ({ G, playerID, random, events }, ...args) => {
    const result = R.moves[name](G, playerID, (n) => random.Die(n), ...args)
    if (result === false) return INVALID_MOVE
    if (result === 'turn') events.endTurn()
  },
})

module.exports = {
  name: 'kingdoms',
  minPlayers: 2,
  maxPlayers: 4,
  disableUndo: true, // the kinder setting: a smaller state
  setup: ({ ctx, random }) => R.setup(ctx.numPlayers, (n) => random.Die(n)),
  moves: {
    placeCastle: move('placeCastle'),
    drawTile: move('drawTile'),
    placeTile: move('placeTile'),
    placeStartTile: move('placeStartTile'),
  },
  turn: { order: { first: () => 0, next: ({ G, ctx }) => Number(R.nextPlayer(G, ctx.currentPlayer)) } },
  endIf: ({ G }) => (G.over ? { gold: Object.values(G.players).map((p) => p.gold) } : undefined),
  playerView: ({ G, playerID }) => R.view(G, playerID),
}
