/**
 * A bot in TypeScript, by the SDK: npx --yes tsx examples/bots/bot.ts (fetches tsx once; `npm run build` must have been run before)
 *
 *   ... bot.ts                       makes a match of Kingdoms for two and waits for an opponent
 *   ... bot.ts royals 3              makes a match of this game with so many seats
 *   ... bot.ts --against greedy      gives the other seats to a bot of the house
 *   ... bot.ts <match>               joins an open match by its id
 *   ... bot.ts --tournament <id>     enters a tournament, and plays all its matches
 *
 * In Kingdoms it places castles where the tiles in their row and column are worth most, once they are worth enough; else it plays at random.
 */
import { parseArgs } from 'node:util'
import { ChanceryProblem, type Choose, connect, type GameId, type MoveOf, register, type ViewOf } from 'chancery/client'

const url = process.env.CHANCERY_URL ?? 'http://127.0.0.1:3000'
const options = { against: { type: 'string' }, tournament: { type: 'string' } } as const
const { values, positionals } = parseArgs({ allowPositionals: true, options })
const [invited = 'kingdoms', seats = '2'] = positionals

const VALUES: Record<string, number> = { land: 1, hazard: -1 }
/** A field that is worth less is left alone as long as there is something else to do. */
const ENOUGH = 7

/** What the tiles in the row and column of a field add up to. */
function worth({ board }: ViewOf<'kingdoms'>, at: { row: number; column: number }): number {
  const lines = board.filter(({ row, column }) => row === at.row || column === at.column)
  return lines.reduce((sum, { tile }) => sum + ((VALUES[tile?.slice(0, -1) ?? ''] ?? 0) * Number(tile?.slice(-1)) || 0), 0)
}

/** The better the higher; moves that it cannot judge are worth nothing. */
const rate = (view: ViewOf<'kingdoms'>, move: MoveOf<'kingdoms'>): number =>
  move.type === 'placeCastle' ? move.rank * (worth(view, move) - ENOUGH) : 0

let moves = 0
const oneOf = <T>(list: readonly T[]): T => {
  moves++
  return list[Math.floor(Math.random() * list.length)] as T // never empty while we are awaited
}

const builder: Choose<'kingdoms'> = ({ view, legalMoves }) => {
  const rated = legalMoves.map(({ move }) => ({ move, rate: rate(view, move) }))
  const best = Math.max(...rated.map(({ rate }) => rate))
  return oneOf(rated.filter(({ rate }) => rate === best)).move
}
const atRandom: Choose = ({ legalMoves }) => oneOf<(typeof legalMoves)[number]>(legalMoves).move
const choose: Choose = (turn) => (turn.match.game === 'kingdoms' ? (builder as Choose)(turn) : atRandom(turn))

/** A refusal says all there is to say in one line. */
process.once('uncaughtException', (error) => {
  console.error(error instanceof ChanceryProblem ? error.message : error)
  process.exit(1)
})

let requests = 0
const counted: typeof fetch = (...request) => {
  requests++
  return fetch(...request)
}

const name = `Builder ${Math.random().toString(36).slice(2, 10)}`
const { token, player } = await register({ url, name, kind: 'bot', fetch: counted })
const client = connect({ url, token, fetch: counted })
const isGame = (text: string): text is GameId => !/^[0-9a-f-]{36}$/.test(text)

async function playMatch(): Promise<void> {
  const others = values.against && { bots: Array.from({ length: Number(seats) - 1 }, () => ({ bot: values.against })) }
  const made = { game: invited, seats: Number(seats), ...others }
  const match = isGame(invited)
    ? await client.createMatch(made as { game: 'kingdoms'; seats: number }) // of whichever game
    : await client.join(invited)
  console.log(`${player.name} has seat ${match.you} in match ${match.id}`)
  await client.play(choose, { match: match.id })
  const { status, result, you } = await client.match(match.id)
  const mine = result?.find(({ seat }) => seat === you)
  console.log(mine ? `${status}: place ${mine.place}, score ${mine.score}` : `${status}: the match has no result`)
}

async function playTournament(id: string): Promise<void> {
  const { number } = await client.call('POST /v1/tournaments/{id}/enter', { id, body: { version: '1' } })
  console.log(`${player.name} plays in tournament ${id} as entrant ${number}`)
  const over = new AbortController()
  const playing = client.play(choose, { signal: over.signal, onError: console.error })
  for await (const { type, text } of client.records(id)) if (type === 'roundMade') console.log(text)
  over.abort()
  await playing
  const { items } = await client.call('GET /v1/tournaments/{id}/standings', { id })
  console.log(`over: place ${items.find(({ entrant }) => entrant === number)?.place} of ${items.length}`)
}

await (values.tournament ? playTournament(values.tournament) : playMatch())
console.log(`${requests} requests for ${moves} moves: ${(requests / Math.max(1, moves)).toFixed(2)} a move`)
