/** Holds everything that was recorded against the truth. What cannot be explained by what the seat may know is a leak. */
import { createHash } from 'node:crypto'
import { verifyTranscript } from '../../src/match/offline/transcript.js'
import { messageOf } from '../outcome.js'
import type { Filed, Overheard } from './listener.js'
import { canaries, findNeedles, needlesOf, texts } from './needles.js'
import type { Portion } from './recorder.js'
import { plain, selectAll } from './selection.js'
import type { Truth } from './truth.js'

export interface Evidence {
  readonly truths: ReadonlyMap<string, Truth>
  readonly filed: readonly Filed[]
  readonly overheard: readonly Overheard[]
  /** Every byte for the seat, up to the moment at which finished logs were downloaded. */
  readonly connections: readonly (readonly Portion[])[]
  /** What the server wrote to its terminal, at the most talkative level. */
  readonly output: string
  /** Of all players. */
  readonly tokens: readonly string[]
}

export interface Findings {
  readonly failures: string[]
  readonly counts: Readonly<Record<string, number>>
}

export function examine(evidence: Evidence): Findings {
  const truths = [...evidence.truths.values()]
  const raw = evidence.connections.flatMap(texts)
  const strings = canaries(
    truths.map(({ log }) => log),
    truths.flatMap(allowedTexts),
  )
  const exchanged = truths.map((truth) => ({ truth, swaps: versions(truth).map(truth.swapped) }))
  const failures = [
    ...truths.flatMap(examineLog),
    ...evidence.filed.flatMap((filed) => examineAnswer(filed, truthAbout(evidence, filed.match))),
    ...evidence.overheard.flatMap((heard) => examineStream(heard, truthAbout(evidence, heard.match))),
    ...examineBytes(evidence, truths, raw, strings),
    ...truths.flatMap(examineBlindness),
    ...exchanged.flatMap(({ truth, swaps }) => swaps.flatMap(({ leaks }) => leaks.map((leak) => `${truth.log.match}: ${leak}`))),
  ]
  const counts = {
    'answers compared': evidence.filed.length,
    'items of streams compared': sum(evidence.overheard.map(({ items }) => items.length)),
    'bytes searched': sum(raw.map(({ text }) => text.length)) + evidence.output.length,
    'entries that hid something from the seat': sum(truths.map(hidden)),
    'draws exchanged that the seat could not see': sum(exchanged.flatMap(({ swaps }) => swaps.map(({ unseen }) => unseen))),
    'strings that must not occur': strings.length,
  }
  return { failures: [...new Set(failures)], counts }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

function truthAbout({ truths }: Evidence, match: string): Truth {
  const truth = truths.get(match)
  if (!truth) throw new Error(`nothing is known about match ${match}`)
  return truth
}

const examineLog = ({ log, end }: Truth): string[] => {
  const verdict = verifyTranscript(log)
  return verdict.ok && (verdict.over || verdict.aborted) && end > 0
    ? []
    : [`${log.match}: the log does not verify: ${JSON.stringify(verdict)}`]
}

/** Without something to hide, nothing is shown by not finding it. */
const hidden = ({ game, log, viewerAt }: Truth): number =>
  log.entries.filter(({ version, events }) =>
    events.some(
      (event) => JSON.stringify(game.notice(event, viewerAt(version))) !== JSON.stringify(game.notice(event, 'referee')),
    ),
  ).length

function examineAnswer({ ask, match, version, status, headers, text }: Filed, truth: Truth): string[] {
  const where = `${match} at version ${version}: asked for ${ask.name}`
  try {
    const expected = ask.expect(truth)
    if (status !== expected.status) return [`${where}, the status is ${status}, not ${expected.status}: ${text.slice(0, 200)}`]
    const differs = difference(ask.read(JSON.parse(text)), JSON.parse(JSON.stringify(expected.body)))
    return [...(differs ? [`${where}, ${differs}`] : []), ...examineHeaders(where, headers, text, truth)]
  } catch (error) {
    return [`${where}: ${messageOf(error)}`]
  }
}

/** Every header that may come, and what it may say. */
const HEADERS: Readonly<Record<string, RegExp>> = {
  allow: /^[A-Z, ]+$/,
  'cache-control': /^(private, )?no-(cache|store)$/,
  connection: /^(keep-alive|close)$/,
  'content-length': /^\d+$/,
  'content-security-policy': /^default-src 'none'; frame-ancestors 'none'$/,
  'content-type': /^application\/(problem\+)?json; charset=utf-8$/,
  date: /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/,
  'keep-alive': /^timeout=\d+$/,
  'referrer-policy': /^no-referrer$/,
  'transfer-encoding': /^chunked$/,
  vary: /^authorization$/,
  'x-content-type-options': /^nosniff$/,
  'x-request-id': /^[0-9a-f-]{36}$/,
}

function examineHeaders(where: string, headers: Readonly<Record<string, string>>, text: string, { log }: Truth): string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (name === 'etag') return isTagOf(value, text, log) ? [] : [`${where}, the tag is ${value}`]
    return HEADERS[name]?.test(value) ? [] : [`${where}, the header ${name} says ${JSON.stringify(value)}`]
  })
}

/** The tag names version, viewer and head, which every notice tells, and is otherwise made of nothing but the body. */
function isTagOf(tag: string, text: string, { entries }: Truth['log']): boolean {
  const [, version, head, digest] = /^"v(\d+)-(?:s\d+|spectator)-([0-9a-f]{12})-([0-9a-f]{12})"$/.exec(tag) ?? []
  const entry = entries[Number(version) - 1]
  return entry?.hash.slice(0, 12) === head && createHash('sha256').update(text).digest('hex').slice(0, 12) === digest
}

function examineStream({ match, by, items, refused }: Overheard, truth: Truth): string[] {
  const { facts, game, end } = truth
  const mayNot = facts.seat === null && facts.visibility === 'private'
  if (mayNot || refused)
    return mayNot === refused && items.length === 0 ? [] : [`${match}: the ${by} was ${refused ? 'refused' : 'open'} to the seat`]
  const isGraphql = by.startsWith('GraphQL')
  const item = selectAll('NoticeItem', game)
  const expected = truth.items(0, end).map((one) => (isGraphql ? plain(item.project(one)) : one))
  const differs = difference(isGraphql ? items.map(plain) : items, JSON.parse(JSON.stringify(expected)))
  return differs ? [`${match}: in the ${by}, ${differs}`] : []
}

function examineBytes(
  { connections, output, tokens }: Evidence,
  truths: readonly Truth[],
  raw: readonly { at: number; text: string }[],
  strings: readonly string[],
): string[] {
  const needles = needlesOf(truths.map(({ log }) => log))
  const all = connections.map((portions) => Buffer.concat(portions.map(({ bytes }) => bytes)))
  return [
    ...raw.flatMap(({ at, text }) => findNeedles(text, at, needles).map((what) => `${what} was sent before the end`)),
    // A log is read by others, and kept: the end of a match changes nothing for it.
    ...findNeedles(output, Number.NEGATIVE_INFINITY, needles).map((what) => `${what} is in the server's log`),
    ...strings.flatMap((text) =>
      all.some((bytes) => bytes.includes(text)) ? [`${JSON.stringify(text)} was sent, which only the truth holds`] : [],
    ),
    ...strings.flatMap((text) => (output.includes(text) ? [`${JSON.stringify(text)} is in the server's log`] : [])),
    ...tokens.flatMap((token) =>
      all.some((bytes) => bytes.includes(token)) || output.includes(token) ? ['a token was sent or logged'] : [],
    ),
  ]
}

/** All that the viewer may have been shown of a match. */
function allowedTexts(truth: Truth): string[] {
  const { end, items, view, summary, legalMoves, facts } = truth
  const moves = facts.seat === null ? [] : versions(truth).map((version) => legalMoves(version, { first: 1000, after: 0 }))
  return [items(0, end), versions(truth).map(view), summary(end), moves].map((value) => JSON.stringify(value))
}

const versions = ({ end }: Truth): number[] => Array.from({ length: end }, (_, index) => index + 1)

const examineBlindness = (truth: Truth): string[] =>
  truth.facts.seat === null
    ? []
    : versions(truth).flatMap((version) =>
        truth.isBlind(version) ? [] : [`${truth.log.match} at version ${version}: the view depends on what the seat cannot know`],
      )

/** Where two JSON values begin to differ, in words; undefined if they do not. */
function difference(found: unknown, expected: unknown, path = ''): string | undefined {
  if (isObject(found) && isObject(expected)) {
    const keys = new Set([...Object.keys(found), ...Object.keys(expected)])
    for (const key of keys) {
      const deeper = difference(found[key], expected[key], path === '' ? key : `${path}.${key}`)
      if (deeper) return deeper
    }
    return Array.isArray(found) === Array.isArray(expected) ? undefined : `${path}: a list and an object`
  }
  return Object.is(found, expected) ? undefined : `${path || 'the whole'} is ${short(found)}, not ${short(expected)}`
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent'
  return text.length > 120 ? `${text.slice(0, 120)}...` : text
}
