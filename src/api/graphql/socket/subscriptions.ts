/** Subscriptions on a connection: what `graphql-ws` is given to run, and how their errors are told. */
import type { FastifyBaseLogger } from 'fastify'
import { type ExecutionArgs, GraphQLError, type GraphQLFormattedError } from 'graphql'
import type { SubscribePayload } from 'graphql-ws'
import { Problem } from '../../../platform/problem.js'
import { inWords } from '../../http/asked.js'
import type { ErrorLog } from '../../http/errors.js'
import { COST_A_POINT, type Engine } from '../engine.js'
import { partsOf, tell } from '../errors.js'
import { type Charge, limitError } from '../limits.js'
import { type Client, MAX_OPERATIONS, operationsOf, payer, type SocketDeps } from './client.js'

export function startable(
  engine: Engine,
  { rates }: SocketDeps,
  client: Client,
  { query, variables, operationName }: SubscribePayload,
  log: FastifyBaseLogger,
): ExecutionArgs | GraphQLError[] {
  const charge: Charge = (points) => rates.charge(payer(client), points)
  try {
    if (operationsOf(client) > MAX_OPERATIONS)
      throw limitError('TOO_MANY_SUBSCRIPTIONS', `One connection carries ${MAX_OPERATIONS} subscriptions.`)
    const { kind, asked, document, cost, checkVariables } = engine.prepare(query, operationName, charge)
    if (kind !== 'subscription') throw new Error('only subscriptions are run by graphql-ws')
    checkVariables(variables, charge)
    const { caller, address } = client
    log.debug({ player: caller.player?.id, address, operation: inWords(asked) }, 'subscription')
    return {
      schema: engine.schema,
      document,
      variableValues: variables ?? {},
      contextValue: { caller, chargeItem: inWholePoints(cost(variables) / COST_A_POINT, charge) },
    }
  } catch (error) {
    const errors = partsOf(error).map((one) => (one instanceof Problem ? new GraphQLError('', { originalError: one }) : one))
    if (errors.every((one) => one instanceof GraphQLError)) return errors
    throw error
  }
}

/** What costs less than a point is counted until it is one. */
function inWholePoints(each: number, charge: Charge): () => void {
  let owed = 0
  return () => {
    owed += each
    const due = Math.floor(owed)
    owed -= due
    if (due > 0) charge(due)
  }
}

export const forClients = (errors: readonly GraphQLError[], log: ErrorLog): GraphQLFormattedError[] =>
  errors.map((error) => tell(error, log).error)
