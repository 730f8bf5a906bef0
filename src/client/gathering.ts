/** How the moves of the loop are sent: those that are ready at the same moment in one request, one alone as ever. */
import type { Client } from './contract.js'
import type { Accepted, GameId, MoveOf } from './games.js'
import type { Operations } from './generated/operations.js'
import { ChanceryProblem } from './problem.js'
import { newKey } from './transport.js'

/** Answered with the position after the move; without it, where many positions would make a very long answer. */
export type Send = (match: string, move: MoveOf<GameId>, expectedVersion: number, key?: string) => Promise<Accepted>
type Caller = Pick<Client, 'call' | 'submit'>

interface Ready {
  readonly sent: Operations['POST /v1/moves']['body']['moves'][number]
  readonly again: () => Promise<Accepted>
  readonly settle: (answer: Promise<Accepted>) => void
}

type Item = Operations['POST /v1/moves']['answer']['items'][number]

const MOST = 100
const include = 'view,legalMoves'

export const alone =
  ({ submit }: Caller): Send =>
  (id, move, expectedVersion, idempotencyKey) =>
    submit(id, move, { expectedVersion, idempotencyKey, include: ['view', 'legalMoves'] })

export function gathering(client: Caller): Send {
  const send = alone(client)
  const ready: Ready[] = []
  const sendAll = async (): Promise<void> => {
    const all = ready.splice(0, MOST)
    if (ready.length > 0) void sendAll()
    const items = all.length > 1 ? await answers(client, all) : []
    for (const [index, { settle, again }] of all.entries()) settle(answerOf(items[index]) ?? again())
  }
  return (match, move, expectedVersion) =>
    new Promise((settle) => {
      const idempotencyKey = newKey()
      const again = () => send(match, move, expectedVersion, idempotencyKey)
      if (ready.push({ sent: { match, move, expectedVersion, idempotencyKey }, again, settle }) === 1) setTimeout(sendAll)
    })
}

/** What goes wrong with the request as a whole is found out, and waited for, by each move for itself, with the key that it had. */
const answers = ({ call }: Caller, all: readonly Ready[]): Promise<readonly Item[]> =>
  call('POST /v1/moves', { include, body: { moves: all.map(({ sent }) => sent) } }).then(
    ({ items }) => items,
    () => [],
  )

/** Undefined if asking again may help. */
function answerOf(item: Item | undefined): Promise<Accepted> | undefined {
  if (!item) return undefined
  if (!('code' in item)) return Promise.resolve(item)
  const { status, code, detail, version, errors } = item
  const problem = new ChanceryProblem(status, code, detail, { version, errors })
  return problem.isPassing ? undefined : Promise.reject(problem)
}
