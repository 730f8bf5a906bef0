/**
 * A bot in TypeScript: npx --yes tsx examples/bot.ts [match]
 * (fetches tsx once; `npm run build` must have been run before)
 *
 * Without a match it makes one and waits for an opponent; with the id of an open match it joins that one. It places its strongest
 * castle where the rows and columns are worth most.
 */
import { ChanceryProblem, type Choose, connect, register, type ViewOf } from 'chancery/client'

const url = process.env.CHANCERY_URL ?? 'http://127.0.0.1:3000'
const [invited] = process.argv.slice(2)

const VALUES: Record<string, number> = { land: 1, hazard: -1 }

/** What the tiles in the row and column of a field add up to. */
function worth({ board }: ViewOf<'kingdoms'>, at: { row: number; column: number }): number {
  const lines = board.filter(({ row, column }) => row === at.row || column === at.column)
  return lines.reduce((sum, { tile }) => sum + (VALUES[tile?.slice(0, -1) ?? ''] ?? 0) * Number(tile?.slice(-1)), 0) || 0
}

const choose: Choose<'kingdoms'> = ({ view, legalMoves }) => {
  const rated = legalMoves.map(({ move }) => ({ move, rate: move.type === 'placeCastle' ? move.rank * worth(view, move) : 0 }))
  const best = Math.max(...rated.map(({ rate }) => rate))
  const good = rated.filter(({ rate }) => rate === best)
  return (good[Math.floor(Math.random() * good.length)] as (typeof good)[number]).move
}

/** A refusal says all there is to say in one line. */
process.once('uncaughtException', (error) => {
  console.error(error instanceof ChanceryProblem ? error.message : error)
  process.exit(1)
})

const { token, player } = await register({ url, name: `Greedy ${Math.random().toString(36).slice(2, 10)}`, kind: 'bot' })
const client = connect({ url, token })
const match = invited ? await client.join<'kingdoms'>(invited) : await client.createMatch({ game: 'kingdoms', seats: 2 })
console.log(`${player.name} has seat ${match.you} in match ${match.id}`)

await client.play<'kingdoms'>(choose, { match: match.id })

const { result, you } = await client.match<'kingdoms'>(match.id)
const mine = result?.find(({ seat }) => seat === you)
console.log(`over: place ${mine?.place} with ${mine?.score} gold`)
