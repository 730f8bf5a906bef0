/** Moves by mutations over one WebSocket: less work for the server than a request each. What goes wrong there is repeated by HTTP, with the same key. */
import { unreachable } from './answered.js'
import type { Client, Settings } from './contract.js'
import type { Accepted, GameId } from './games.js'
import type { InputError } from './generated/shared.js'
import { type Answer, type Line, lines } from './line.js'
import { ChanceryProblem } from './problem.js'
import { either, mayPass, newKey, TIMEOUT } from './transport.js'

const MUTATION =
  'mutation($input:SubmitMoveInput!,$include:[MatchPart!]){submitMove(input:$input){...on MoveAccepted{json(include:$include)}...on MoveRefused{code message version errors{path message}}}}'
/** Where none can be opened, none is tried for so long. */
const ALONE = 30_000

type Submit = Client['submit']

interface Result {
  /** Of an accepted move. */
  readonly json?: unknown
  readonly code?: string
  readonly message?: string
  readonly version?: number
  readonly errors?: InputError[] | null
}
export function overSocket(settings: Settings, byHttp: Submit): Submit {
  const open = lines(settings)
  let line: Line | undefined
  let alone = 0
  return async (id, move, how = {}) => {
    const { expectedVersion, include, signal, idempotencyKey: key = newKey() } = how
    const again = () => byHttp(id, move, { ...how, idempotencyKey: key })
    if (Date.now() < alone || signal?.aborted) return again()
    if (!line?.isOpen) line = open()
    const { ask, close, isGreeted } = line
    const patience = AbortSignal.timeout(settings.timeout ?? TIMEOUT)
    const variables = { input: { matchId: id, move, expectedVersion, idempotencyKey: key }, include }
    try {
      return read(await ask(MUTATION, variables, either(signal, patience)))
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      // Whoever does not answer in time may never answer.
      if (patience.aborted) close()
      if (!isGreeted()) alone = Date.now() + ALONE
      const problem = patience.aborted ? unreachable(error) : error
      if (!mayPass(problem) || settings.retries === 0) throw problem
      settings.onRetry?.(problem, 1)
      return again()
    }
  }
}

function read<G extends GameId>({ data, errors = [] }: Answer<{ submitMove: Result | null }>): Accepted<G> {
  const { json, code, message = '', version, errors: faults } = data?.submitMove ?? {}
  // A cast: the SDK relies on the server's published shapes.
  if (json) return json as Accepted<G>
  if (code)
    throw new ChanceryProblem(code === 'STALE_VERSION' ? 412 : 422, code, message, { version, errors: faults ?? undefined })
  const { message: detail = '', extensions: { status = 400, code: name = '', ...more } = {} } = errors[0] ?? {}
  throw new ChanceryProblem(status, name, detail, more)
}
