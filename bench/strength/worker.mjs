/** Plays one set of a contest: one deal, with the stronger bot in each seat once. */
import { createHash } from 'node:crypto'
import { thinking } from '../../dist/bots/player.js'
import { strategyOf } from '../../dist/bots/roster.js'
import { findGame } from '../../dist/games/registry.js'
import { playMatch } from '../../dist/match/offline/playing.js'

/** Contests have deals of their own. */
const seedOf = (text) => createHash('sha256').update(text).digest().readUInt32BE(0)

function share(places, seat) {
  const winners = places.filter(({ place }) => place === 1)
  return winners.some((one) => one.seat === seat) ? 1 / winners.length : 0
}

/** Dice go by their labels: whatever the bots do, cards that are drawn from equal piles are the same for all seats. */
async function play({ id, game: name, seats, stronger, weaker }, set, own, print) {
  const game = findGame(name)
  const players = Array.from({ length: seats }, (_, seat) => thinking(strategyOf(seat === own ? stronger : weaker)))
  const setting = { seats, options: game.schema.options.parse({}), seed: seedOf(id), deal: set, match: set * seats + own }
  const { places, transcript } = await playMatch(game, setting, players)
  for (const { command } of transcript.entries) print.update(JSON.stringify(command))
  return share(places, own)
}

/** The share of its matches that the stronger one won, and a print of all that was chosen in them. */
export default async function playSet({ contest, set }) {
  const print = createHash('sha256')
  let won = 0
  for (let own = 0; own < contest.seats; own++) won += await play(contest, set, own, print)
  return { share: won / contest.seats, print: print.digest('hex').slice(0, 16) }
}
