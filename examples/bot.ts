/**
 * A bot in TypeScript: npx --yes tsx examples/bot.ts [match | game seats]
 * (fetches tsx once; `npm run build` must have been run before)
 *
 * Without a match it makes one (of Kingdoms for two, unless a game and a number of seats are given) and waits for opponents; with the id of an
 * open match it joins that one. In Kingdoms it places its strongest castle where the rows and columns are worth most; other games it plays at random.
 */
import { ChanceryProblem, type Choose, connect, type GameId, register, type ViewOf } from 'chancery/client'

const url = process.env.CHANCERY_URL ?? 'http://127.0.0.1:3000'
const [invited = 'kingdoms', seats] = process.argv.slice(2)

const VALUES: Record<string, number> = { land: 1, hazard: -1 }

/** What the tiles in the row and column of a field add up to. */
function worth({ board }: ViewOf<'kingdoms'>, at: { row: number; column: number }): number {
  const lines = board.filter(({ row, column }) => row === at.row || column === at.column)
  return lines.reduce((sum, { tile }) => sum + (VALUES[tile?.slice(0, -1) ?? ''] ?? 0) * Number(tile?.slice(-1)), 0) || 0
}

let moves = 0
const oneOf = <T>(list: readonly T[]): T => {
  moves++
  return list[Math.floor(Math.random() * list.length)] as T // never empty while we are awaited
}

const greedy: Choose<'kingdoms'> = ({ view, legalMoves }) => {
  const rated = legalMoves.map(({ move }) => ({ move, rate: move.type === 'placeCastle' ? move.rank * worth(view, move) : 0 }))
  const best = Math.max(...rated.map(({ rate }) => rate))
  return oneOf(rated.filter(({ rate }) => rate === best)).move
}
const atRandom: Choose = ({ legalMoves }) => oneOf<(typeof legalMoves)[number]>(legalMoves).move

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

const name = `Greedy ${Math.random().toString(36).slice(2, 10)}`
const { token, player } = await register({ url, name, kind: 'bot', fetch: counted })
const client = connect({ url, token, fetch: counted })
const isGame = (text: string): text is GameId => !/^[0-9a-f-]{36}$/.test(text)
const match = isGame(invited)
  ? await client.createMatch({ game: invited, seats: Number(seats ?? 2) } as { game: 'kingdoms'; seats: number }) // of whichever game
  : await client.join(invited)
console.log(`${player.name} has seat ${match.you} in match ${match.id}`)

if (match.game === 'kingdoms') await client.play<'kingdoms'>(greedy, { match: match.id })
else await client.play(atRandom, { match: match.id })

const { status, result, you, game } = await client.match(match.id)
const mine = result?.find(({ seat }) => seat === you)
if (mine) console.log(`${status}: place ${mine.place} with ${mine.score} ${game === 'kingdoms' ? 'gold' : 'points'}`)
else console.log(`${status}: the match has no result`)
console.log(`${requests} requests for ${moves} moves: ${(requests / Math.max(1, moves)).toFixed(2)} a move`)
