/** Plays one set: one deal, with the stronger of two bots in each seat once. Gives its points for each seat, as a tournament counts them. */
import { createHash } from 'node:crypto'
import { thinking } from '../dist/bots/player.js'
import { strategyFor } from '../dist/bots/roster.js'
import { seededStream } from '../dist/dice/seeded.js'
import { findGame } from '../dist/games/registry.js'
import { playMatch } from '../dist/match/offline/playing.js'

/** Plays like the good one so often, and like the bad one otherwise: that is how strong it is. */
const mixed = ({ good, bad, share }) => {
  const [well, badly] = [good, bad].map(strategyFor)
  return (asked) => (seededStream(asked.seed ^ 0x5eed)() < share ? well : badly)(asked)
}

/** From 1 for the first to 0 for the last; those who share places share their points. */
function pointsOf(places, seat) {
  const { place } = places.find((one) => one.seat === seat)
  const level = places.filter((one) => one.place === place).length
  return (places.length - place - (level - 1) / 2) / (places.length - 1)
}

export default async function playSet({ game: id, seats, stronger, weaker, set }) {
  const game = findGame(id)
  const options = game.schema.options.parse({})
  const secret = createHash('sha256').update(`deals ${id} ${set}`).digest()
  const points = []
  for (let own = 0; own < seats; own++) {
    const players = Array.from({ length: seats }, (_, seat) => thinking(mixed(seat === own ? stronger : weaker)))
    const { places } = await playMatch(game, { seats, options, match: own, id: `deals-${set}-${own}`, secret }, players)
    points.push(pointsOf(places, own))
  }
  return points
}
