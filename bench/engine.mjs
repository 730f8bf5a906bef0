/** Random play without any server: legal moves, decide, evolve. */
import { buildIn } from './build.mjs'
import { start } from './processes.mjs'
import { measureRandomPlay } from './random-play.mjs'
import { decimals, row, thousands } from './table.mjs'

/** What each game must reach in moves a second. */
const GOALS = { royals: 50_000, regents: 50_000, 'medieval-realms': 30_000 }
const TIMES_BOARDGAME_IO = 30

export async function engineSection({ seconds, peers }) {
  const peer = start(process.execPath, ['reducer.cjs', String(seconds)], {}, { cwd: peers })
  const reducer = JSON.parse(await peer.line(/^{/))
  const theirs = reducer.moves / reducer.cpuSeconds
  const rows = [row('boardgame.io reducer, Kingdoms, 4 seats, moves per CPU second', thousands(theirs))]
  const build = await buildIn()
  for (const game of build.games) {
    const seats = Math.min(4, game.seats.max)
    const ours = measureRandomPlay(build, game, { seats, seconds: seconds / 2 })
    rows.push(
      row(`${game.name} random play, ${seats} seats, moves per CPU second`, thousands(ours), ...goalOf(game, ours, theirs)),
    )
    if (game.id === 'kingdoms')
      rows.push(
        row(
          '  as a multiple of the boardgame.io reducer',
          `${decimals(ours / theirs, 1)} x`,
          `at least ${TIMES_BOARDGAME_IO} x`,
          ours / theirs >= TIMES_BOARDGAME_IO,
        ),
      )
  }
  return rows
}

const goalOf = (game, ours) => (GOALS[game.id] ? [`at least ${thousands(GOALS[game.id])}`, ours >= GOALS[game.id]] : [])
