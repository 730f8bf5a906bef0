/**
 * Matches played once in memory, to be written many times: random moves of every game, some of them to an early end by leaving seats, some broken off
 * where they stand. Their logs are those of the rules; what is different in every match that is written (id, moments, hashes) is put in by rows.mjs.
 */
import { createHmac } from 'node:crypto'
import { games } from '../../dist/games/registry.js'
import { simulateMatch } from '../../dist/match/offline/simulation.js'
import { awaitingAfter } from '../../dist/match/offline/step.js'
import { statesOf } from '../../dist/match/offline/take-back.js'
import { canonicalJson } from '../../dist/platform/canonical-json.js'
import { escaped } from './copying.mjs'

const OF_EACH = 100
/** Chance that a seat leaves instead of the next move: half a dozen entries a match, so that a million of them fit on a disk. */
const LEAVING = 0.5
const LONGEST_RUNNING = 24

/** By game: matches that are over, and matches that wait for somebody. */
export function playedMatches() {
  return games.flatMap((game) => {
    const numbers = Array.from({ length: OF_EACH }, (_, number) => number)
    const over = numbers.map((number) => played(game, number, LEAVING))
    const running = numbers.slice(0, OF_EACH / 4).map((number) => brokenOff(played(game, number, 0), number))
    return [...over, ...running]
  })
}

function played(game, number, leaving) {
  const seats = game.seats.min + (number % (game.seats.max - game.seats.min + 1))
  const options = game.schema.options.parse({})
  const { transcript, places } = simulateMatch(game, { seats, options, match: number, seed: 1, leaving })
  const secret = Buffer.from(transcript.secret, 'hex')
  const states = statesOf(game, game.initial(options, seats), transcript.entries)
  let awaiting = []
  const entries = transcript.entries.map((entry, index) => {
    awaiting = awaitingAfter(awaiting, game.phase(states[index + 1]), entry.command, entry.version)
    return writable(entry, awaiting, secret)
  })
  return { game: game.id, options, seats, secret, places, entries }
}

/** After one to so many entries, and nowhere near its end. */
const brokenOff = ({ entries, ...rest }, number) => ({
  ...rest,
  places: null,
  entries: entries.slice(0, 1 + (number % Math.min(LONGEST_RUNNING, entries.length - 1))),
})

/** With all that stays the same in every match it is written for: the texts of its columns, the salt of its hash, and what the hash covers after the moment. */
function writable({ version, rules, command, events, rolls }, awaiting, secret) {
  const covered = canonicalJson({ version, rules, command, events, rolls, at: null })
  return {
    version,
    rules,
    command,
    awaiting,
    salt: createHmac('sha256', secret).update(`salt\n${version}`).digest(),
    afterMoment: covered.slice('{"at":null'.length),
    columns: [command, events, rolls, awaiting].map((value) => escaped(JSON.stringify(value))),
  }
}
