/**
 * The ways in which a campaign sends its moves. Whatever the way, the same is promised: what is acknowledged is in the log, what is repeated with its
 * key is played once, and what is refused or malformed harms no other. Another way is one more entry of WAYS.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { ChanceryProblem } from '../src/client/index.js'
import { itemAt } from '../src/games/lists.js'
import type { Chance } from './chance.js'
import { type Answer, type Connected, LIST_TRANSPORTS, type ListedMove } from './move-lists.js'

export interface Sent extends ListedMove {
  readonly client: Connected
}

interface Acknowledged {
  readonly version: number
  readonly head: string
}

/** A refusal is thrown, as the SDK throws it; what may pass is tried again with the same key. */
export type Way = (sent: Sent) => Promise<Acknowledged>

export interface Sending {
  readonly send: Way
  /** Moves by the way that they went, and lists that were sent again. */
  readonly counts: Record<string, number>
  /** What was answered otherwise than promised. */
  readonly failures: string[]
}

const AGAIN = 'lists of moves tried again'

/** By what each is called in the report. */
const WAYS: Readonly<Record<string, (sending: Sending, random: Chance) => Way>> = {
  'moves sent alone': () => alone,
  'moves sent in lists': inLists,
}

export const alone: Way = ({ client, match, move, ...how }) => client.submit(match, move, how)

export function sendingBy(random: Chance): Sending {
  const counts = Object.fromEntries([...Object.keys(WAYS), AGAIN].map((name) => [name, 0]))
  const made: Sending = {
    counts,
    failures: [],
    send: (sent) => {
      const [name, way] = random.pick(ways)
      counts[name] = (counts[name] ?? 0) + 1
      return way(sent)
    },
  }
  const ways = Object.entries(WAYS).map(([name, make]) => [name, make(made, random)] as const)
  return made
}

interface Waiting {
  readonly sent: Sent
  resolve(answer: Acknowledged): void
  reject(problem: unknown): void
}

/** In milliseconds: so long a list waits for another move of its player. */
const GATHERED = 8
const PAUSE = 100
/** As patient as the most patient clients of a campaign. */
const TRIES = 5_000

/** Moves of one player that are ready within moments of each other go in one list. */
function inLists(sending: Sending, random: Chance): Way {
  const gathered = new Map<Connected, Waiting[]>()
  return (sent) =>
    new Promise((resolve, reject) => {
      const one = { sent, resolve, reject }
      const list = gathered.get(sent.client)
      if (list) return void list.push(one)
      const all = [one]
      gathered.set(sent.client, all)
      sleep(random.between(0, GATHERED))
        .then(() => gathered.delete(sent.client))
        .then(() => settle(sending, random, all))
        .catch((error: unknown) => {
          for (const { reject: fail } of all) fail(error)
        })
    })
}

/** Sends those that have no answer yet until all have one. */
async function settle(sending: Sending, random: Chance, list: readonly Waiting[]): Promise<void> {
  let open = list
  for (let tries = 0; open.length > 0; tries++) {
    if (tries === TRIES) throw new Error('the server did not come back')
    if (tries > 0) {
      sending.counts[AGAIN] = (sending.counts[AGAIN] ?? 0) + 1
      await sleep(PAUSE)
    }
    const answers = await answersTo(sending, random, open)
    open = open.filter((one, index) => !isSettled(one, answers[index]))
  }
}

/** False if it is to be sent again. */
function isSettled({ resolve, reject }: Waiting, answer: Answer | undefined): boolean {
  if (!answer || ('code' in answer && answer.isPassing)) return false
  if ('accepted' in answer) resolve(answer.accepted)
  else reject(new ChanceryProblem(422, answer.code, answer.message, { version: answer.version }))
  return true
}

/** What is put into a list besides: the repetition of a move in it, or what must be refused with this code. */
type Added = { readonly move: ListedMove } & ({ readonly again: number } | { readonly code: string })

/** For each of them; nothing, if the request was not served. */
async function answersTo(sending: Sending, random: Chance, list: readonly Waiting[]): Promise<readonly (Answer | undefined)[]> {
  const moves = list.map(({ sent: { client: _, ...move } }) => move)
  const added = random.once(2) ? [] : additions(random, moves)
  const all = [...moves, ...added.map(({ move }) => move)]
  const answers = await random.pick(LIST_TRANSPORTS)(itemAt(list, 0).sent.client, all)
  if (answers.length === 0) return []
  if (answers.length !== all.length)
    sending.failures.push(`${all.length} moves in a list were answered with ${answers.length} items`)
  for (const [index, one] of added.entries()) {
    const answer = answers[moves.length + index]
    if ('code' in one && answer && !isRefusedWith(answer, one.code))
      sending.failures.push(`what is to be refused as ${one.code} was answered in a list with ${JSON.stringify(answer)}`)
  }
  return moves.map((_, index) => {
    const repeated = added.flatMap((one, at) => ('again' in one && one.again === index ? [answers[moves.length + at]] : []))
    return oneOf(sending, [answers[index], ...repeated])
  })
}

function additions(random: Chance, moves: readonly ListedMove[]): Added[] {
  const again = random.between(0, moves.length - 1)
  const move = itemAt(moves, again)
  return [
    { move: { ...move, match: randomUUID() }, code: 'NOT_FOUND' },
    { move: { ...move, idempotencyKey: 'not a key' }, code: 'INVALID_INPUT' },
    { move, again },
  ]
}

const isRefusedWith = (answer: Answer, code: string): boolean => 'code' in answer && (answer.isPassing || answer.code === code)

/** A move that was sent several times with one key has one answer, if it was accepted; a refusal is not remembered. */
function oneOf(sending: Sending, answers: readonly (Answer | undefined)[]): Answer | undefined {
  const accepted = answers.filter((answer) => answer && 'accepted' in answer)
  if (accepted.some((answer) => !isDeepStrictEqual(answer, accepted[0])))
    sending.failures.push(`the same key was answered otherwise in one list: ${JSON.stringify(answers)}`)
  return accepted[0] ?? answers[0]
}
