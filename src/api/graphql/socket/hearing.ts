/** What becomes of a message: it is paid for as a request is, and either run here or handed on to `graphql-ws`. */
import { CloseCode, MessageType } from 'graphql-ws'
import { invalid, type Problem } from '../../../platform/problem.js'
import { unstorable } from '../../http/body.js'
import { readingPoints } from '../../http/rates.js'
import type { Engine } from '../engine.js'
import { problemOf } from '../errors.js'
import type { Operation } from '../operations.js'
import { TOO_MANY } from './admission.js'
import { type Client, payer, type SocketDeps } from './client.js'
import { end } from './ending.js'
import { asMessage, type Subscribe } from './messages.js'
import type { Operations } from './operations.js'

interface Parts {
  readonly read: (text: string) => unknown
  readonly engine: Engine
  readonly deps: SocketDeps
  readonly answers: Operations
  readonly close: (code: number, reason: string) => void
  /** To `graphql-ws`: whatever is neither a query nor a mutation. */
  readonly handOn: (text: string) => void
}

/** The id of an operation is in every message about it. Clients send a UUID or a number. */
const LONGEST_ID = 100

export function hearing(client: Client, parts: Parts): (data: { readonly length: number }) => void {
  const { socket } = client
  const { read, deps, answers, close, handOn } = parts
  const refuse = (asked: Subscribe | undefined, wrong: Problem): void => {
    if (asked) answers.refuse(asked.id, wrong)
    if (wrong.status === 429) end(client, TOO_MANY, wrong.code)
    else if (!asked) close(CloseCode.BadRequest, wrong.message)
  }
  return (data) => {
    // The client may not have heard yet that it is closed.
    if (socket.readyState !== socket.OPEN || client.ending) return
    const text = String(data)
    const wrong = unpaid(client, deps, 1 + readingPoints(data.length)) ?? complaintOf(text)
    const said = client.greeted?.acknowledged ? readIfAny(read, text) : undefined
    if (said === UNREADABLE) return close(CloseCode.BadRequest, 'Invalid message received')
    const message = asMessage(said)
    const asked = message?.type === MessageType.Subscribe ? message : undefined
    if (asked && closesForId(client, asked, close)) return
    if (wrong) return refuse(asked, wrong)
    if (asked) ask(client, parts, asked, text)
    else if (!message || !leave(client, message.id)) handOn(text)
  }
}

/** Every message costs what a request does. Whoever has no points left is let go, and may come back later. */
export function isPaid(client: Client, deps: SocketDeps): boolean {
  const wrong = unpaid(client, deps, 1)
  if (wrong) end(client, TOO_MANY, wrong.code)
  return wrong === undefined
}

function unpaid(client: Client, { rates }: SocketDeps, points: number): Problem | undefined {
  try {
    rates.charge(payer(client), points)
    return undefined
  } catch (error) {
    return problemOf(error)
  }
}

function complaintOf(text: string): Problem | undefined {
  const complaint = unstorable(text)
  return complaint === undefined ? undefined : invalid(complaint)
}

const UNREADABLE = Symbol('unreadable')

function readIfAny(read: Parts['read'], text: string): unknown {
  try {
    return read(text)
  } catch {
    return UNREADABLE
  }
}

function closesForId({ underWay, greeted }: Client, { id }: Subscribe, close: Parts['close']): boolean {
  const isTaken = underWay.has(id) || Object.hasOwn(greeted?.subscriptions ?? {}, id)
  if (id.length > LONGEST_ID) close(CloseCode.BadRequest, `An id has at most ${LONGEST_ID} characters.`)
  else if (isTaken) close(CloseCode.SubscriberAlreadyExists, `Subscriber for ${id} already exists`)
  return isTaken || id.length > LONGEST_ID
}

function ask(client: Client, { engine, deps, answers, handOn }: Parts, asked: Subscribe, text: string): void {
  const { query, operationName } = asked.payload
  let operation: Operation
  try {
    operation = engine.prepare(query, operationName, (points) => deps.rates.charge(payer(client), points))
  } catch (error) {
    return void answers.refuse(asked.id, error)
  }
  if (operation.kind === 'subscription') handOn(text)
  else answers.begin(operation, asked, text.length)
}

/** The client does not wait for the answer any longer. False if there is no query or mutation with this id. */
function leave({ underWay }: Client, id: string): boolean {
  underWay.get(id)?.patience?.abort()
  return underWay.delete(id)
}
