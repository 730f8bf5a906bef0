// A process of its own, as other tests freeze what engines share, and a list that is frozen is of another kind. Prints for each game the paths of lists of whole numbers in its states
// that V8 does not keep as lists of small whole numbers: node --allow-natives-syntax other-lists.mjs
import { seededDice, seededStream } from '../../dist/dice/seeded.js'
import { games } from '../../dist/games/registry.js'

const MATCHES = 3
/** Of so many positions, one is imagined. */
const EVERY = 7

// Not as it is written with the flag: that is no JavaScript, which formatters and linters read.
const isOfSmallNumbers = new Function('list', 'return %HasSmiElements(list)')

function* otherLists(value, path) {
  if (typeof value !== 'object' || value === null) return
  const isNumbers = Array.isArray(value) && value.length > 0 && value.every((item) => Object.is(item, item | 0))
  if (isNumbers && !isOfSmallNumbers(value)) yield path
  for (const [key, item] of Object.entries(value)) yield* otherLists(item, Array.isArray(value) ? `${path}[]` : `${path}.${key}`)
}

/** As `decide` hands them over. */
function* states(game, seats, seed) {
  const dice = seededDice(seed)
  const chance = seededStream(seed)
  let state = game.initial(game.schema.options.parse({}), seats)
  let command = { type: 'start' }
  for (let entry = 0; ; entry++) {
    const decision = game.decide(state, command, dice)
    if (!decision.ok) throw new Error(JSON.stringify(decision.refusal))
    state = decision.state
    yield ['played', state]
    const { awaiting, over } = game.phase(state)
    if (over) return
    const { seat } = awaiting[0]
    if (entry % EVERY === 0) yield ['imagined', game.imagine(game.view(state, seat), seat, dice)]
    const moves = game.legalMoves(state, seat)
    command = { type: 'move', seat, move: moves.at(Math.floor(chance() * moves.size)) }
  }
}

const found = {}
for (const game of games) {
  const paths = new Set()
  let looked = 0
  for (let seats = game.seats.min; seats <= game.seats.max; seats++)
    for (let seed = 0; seed < MATCHES; seed++)
      for (const [path, state] of states(game, seats, seed)) {
        looked++
        for (const one of otherLists(state, path)) paths.add(one)
      }
  found[game.id] = { looked, paths: [...paths] }
}
console.log(JSON.stringify(found))
