'use strict'
// boardgame.io with bgio-postgres on the database in DATABASE_URL: node server.cjs PORT
process.env.NODE_ENV = 'production'
const { Server } = require('boardgame.io/server')
const { PostgresStore } = require('bgio-postgres')
const game = require('./game.cjs')
const port = Number(process.argv[2])
const server = Server({
  games: [game],
  db: new PostgresStore(process.env.DATABASE_URL, { logging: false, pool: { max: 20 } }),
  origins: ['http://127.0.0.1'],
})
const listen = server.app.listen
server.app.listen = (p, done) => listen.call(server.app, p, '127.0.0.1', done)
process.on('SIGTERM', () => process.exit(0))
server.run(port).then(
  () => console.log('ready'),
  (error) => {
    console.error(error)
    process.exit(1)
  },
)
