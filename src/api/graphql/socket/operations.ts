/** Queries and mutations on a connection. They are run side by side, as requests would be, and each is answered under its id. */
import type { FastifyBaseLogger } from 'fastify'
import type { Caller } from '../../../accounts/caller.js'
import type { GraphqlOperation } from '../../../platform/metrics/graphql.js'
import { Problem } from '../../../platform/problem.js'
import type { Span } from '../../../platform/tracing.js'
import { INVALID, inWords } from '../../http/asked.js'
import { makingPoints } from '../../http/rates.js'
import { isKept, levelOf } from '../../http/request-log.js'
import { orTimeIsUp } from '../../http/waiting.js'
import { answerText } from '../answer.js'
import type { Context } from '../context.js'
import type { Engine } from '../engine.js'
import { partsOf, tell } from '../errors.js'
import type { Operation } from '../operations.js'
import { callerNow } from './admission.js'
import { type Client, MAX_OPERATIONS, operationsOf, payer, type SocketDeps, type UnderWay } from './client.js'
import { closeIfIdle } from './ending.js'
import { complete, failure, next, type Subscribe } from './messages.js'

export interface Operations {
  /** Runs a query or a mutation, and answers it; `sent`: the length of its message. */
  begin(operation: Operation, message: Subscribe, sent: number): void
  /** Answers what cannot be run. */
  refuse(id: string, error: unknown): void
}

interface Parts {
  readonly engine: Engine
  readonly deps: SocketDeps
  readonly log: FastifyBaseLogger
  readonly send: (text: string) => void
}

const PATH = '/graphql'

interface Run extends UnderWay {
  readonly id: string
  readonly asked: GraphqlOperation
  readonly began: number
  readonly span?: Span | undefined
  hasErrors: boolean
  hasWaited: boolean
}

const newRun = ({ deps }: Parts, id: string, asked: GraphqlOperation): Run => ({
  id,
  asked,
  span: deps.tracing?.begin(`WebSocket ${PATH}`, { 'url.path': PATH }, undefined),
  began: performance.now(),
  hasErrors: false,
  hasWaited: false,
})

export function operations(client: Client, parts: Parts): Operations {
  const { underWay } = client
  const { engine, deps, send } = parts
  /** The client may have left it to itself; what it does is done all the same. */
  const isAwaited = (run: Run): boolean => underWay.get(run.id) === run
  const refuse = (run: Run, error: unknown, isTold = true): void => {
    const told = partsOf(error).map((one) => tell(one, parts.log))
    run.hasErrors = true
    if (isTold) send(failure(run.id, told))
    note(client, parts, run, told[0]?.status ?? 200)
  }
  const done = (run: Run): void => {
    client.running--
    if (isAwaited(run)) underWay.delete(run.id)
    closeIfIdle(client)
  }
  const answer = async (run: Run, operation: Operation, { payload }: Subscribe, sent: number): Promise<void> => {
    try {
      const caller = await callerNow(client)
      const result = await engine.run(operation, payload.variables, contextOf(client, parts, run, caller), sent)
      const text = answerText(operation.kind, result, (length) => noteMade(client, deps, length))
      if (isAwaited(run)) {
        send(next(run.id, text))
        send(complete(run.id))
      }
      note(client, parts, run, 200)
    } catch (error) {
      refuse(run, error, isAwaited(run))
    }
    done(run)
  }
  return {
    begin(operation, message, sent) {
      const run = newRun(parts, message.id, operation.asked)
      if (operationsOf(client) >= MAX_OPERATIONS) return refuse(run, tooMany())
      client.running++
      underWay.set(run.id, run)
      const work = () => answer(run, operation, message, sent)
      void (run.span ? deps.tracing?.within(run.span, work) : work())
    },
    refuse: (id, error) => refuse(newRun(parts, id, INVALID), error),
  }
}

const tooMany = (): Problem =>
  new Problem(429, 'TOO_MANY_OPERATIONS', `One connection carries ${MAX_OPERATIONS} operations at a time.`, RETRY_SECONDS)
const RETRY_SECONDS = 1

function contextOf(client: Client, { deps, log }: Parts, run: Run, caller: Caller): Context {
  return {
    caller,
    address: client.address,
    log,
    charge: (points) => deps.rates.charge(payer(client), points),
    async waitFor(seconds, happens) {
      const ended = deps.metrics.opened('poll')
      run.hasWaited = true
      run.patience ??= new AbortController()
      if (client.ending) run.patience.abort()
      const { signal } = run.patience
      const wait = () => orTimeIsUp(happens, signal, seconds * 1000)
      // As of a request: it may be thousands of statements.
      await (deps.tracing ? deps.tracing.outside(wait) : wait()).finally(ended)
      return callerNow(client)
    },
    tell(data, errors) {
      run.hasErrors = true
      return { status: 200, body: { ...(data !== undefined && { data }), errors: errors.map((one) => tell(one, log).error) } }
    },
  }
}

function noteMade(client: Client, { rates }: SocketDeps, length: number): void {
  const points = makingPoints(length)
  if (points > 0) rates.note(payer(client), points)
}

/** As it is noted of a request: figures, and a line in the access log. */
function note({ caller, address }: Client, { deps: { metrics }, log }: Parts, run: Run, status: number): void {
  const ms = performance.now() - run.began
  if (run.hasWaited) metrics.longPoll(PATH, ms)
  else metrics.graphql(run.asked, run.hasErrors, ms)
  run.span?.add({ 'chancery.operation': inWords(run.asked), ...(run.hasWaited && { 'chancery.kept': 'poll' }) })
  run.span?.end(status >= 500)
  const level = levelOf(status)
  if (!isKept(log, level)) return
  const line = { player: caller.player?.id, address, operation: inWords(run.asked), status, ms: Math.round(ms * 10) / 10 }
  log[level]({ ...line, ...(run.hasWaited && { kept: 'poll' }) }, 'message')
}
