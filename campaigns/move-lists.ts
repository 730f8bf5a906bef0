/** Several moves in one request, by REST and by GraphQL, and what was answered to each. */
import { ChanceryProblem, type Client, type GameId, type MoveOf } from '../src/client/index.js'

/** With what it takes to speak to the server in another way than the SDK does. */
export interface Connected extends Client {
  readonly url: string
  readonly token: string
}

export interface ListedMove {
  readonly match: string
  readonly move: MoveOf<GameId>
  readonly expectedVersion?: number | undefined
  readonly idempotencyKey: string
}

/** Accepted, refused by the rules at a version, or not judged at all. */
export type Answer =
  | { readonly accepted: { readonly version: number; readonly head: string } }
  | { readonly code: string; readonly message: string; readonly version?: number | undefined; readonly isPassing: boolean }

/** One answer for each move, in their order; none if the request was not served and may be sent again. */
type Transport = (client: Connected, moves: readonly ListedMove[]) => Promise<readonly Answer[]>

const byRest: Transport = async ({ call }, moves) => {
  try {
    const { items } = await call('POST /v1/moves', { body: { moves: [...moves] } })
    return items.map((item) => {
      if (!('code' in item)) return { accepted: { version: item.version, head: item.head } }
      const { status, code, detail, version } = item
      return { code, message: detail, version, isPassing: new ChanceryProblem(status, code, detail).isPassing }
    })
  } catch (error) {
    if (error instanceof ChanceryProblem && error.isPassing) return []
    throw error
  }
}

const SUBMIT = `mutation ($inputs: [SubmitMoveInput!]!) { submitMoves(inputs: $inputs) {
  ... on MoveAccepted { version head }
  ... on MoveRefused { code message version }
  ... on MoveProblem { code message retryAfter } } }`

interface Told {
  readonly version?: number
  readonly head?: string
  readonly code?: string
  readonly message?: string
  readonly retryAfter?: number | null
}

/** Longer than any pause of a server that is well. */
const PATIENCE_MS = 10_000

const byGraphql: Transport = async ({ url, token }, moves) => {
  const inputs = moves.map(({ match, ...move }) => ({ matchId: match, ...move }))
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const body = JSON.stringify({ query: SUBMIT, variables: { inputs } })
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body, signal })
    // A cast: it is GraphQL's own envelope.
    .then(
      (response) =>
        response.json() as Promise<{ data?: { submitMoves: Told[] | null }; errors?: { extensions: { status?: number } }[] }>,
    )
    .catch(() => undefined)
  if (!answer || answer.errors?.some(({ extensions: { status = 0 } }) => status >= 500)) return []
  if (!answer.data?.submitMoves) throw new Error(`a list of moves was answered with ${JSON.stringify(answer)}`)
  return answer.data.submitMoves.map(({ version, head, code, message = '', retryAfter = null }) =>
    code === undefined
      ? { accepted: { version: version ?? 0, head: head ?? '' } }
      : { code, message, version, isPassing: retryAfter !== null },
  )
}

export const LIST_TRANSPORTS: readonly Transport[] = [byRest, byGraphql]
