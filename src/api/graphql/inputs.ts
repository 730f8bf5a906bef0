/** GraphQL knows no bounds and sends null for what was left out: inputs are parsed again, by the shapes they come from. */
import { z } from 'zod'
import { LONG_PAGE, PAGE } from '../../match/shapes.js'
import { readInput } from '../../platform/complaint.js'
import { notFound, Problem } from '../../platform/problem.js'
import { Wait } from '../http/waiting.js'
import { nullDropper } from './schema/nulls.js'

/** No input of ours means anything by null, so it is the same as nothing. What lies deeper is a game's own. */
const withoutNulls = (input: object): object => Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))

const first = (page: { readonly max: number; readonly standard: number }) => z.int().min(1).max(page.max).default(page.standard)
const cursor = z.string().max(200).optional()
const version = z.int().min(0)

export const ListPage = z.object({ first: first(PAGE), after: cursor })
export const InboxPage = z.object({ first: first(LONG_PAGE), after: cursor })
export const VersionPage = z.object({ first: first(LONG_PAGE), after: version.default(0) })
export const Look = z.object({ at: version.optional(), referee: z.boolean().default(false) })
export const Waiting = z.object({ wait: Wait })
export const Resume = z.object({ after: version.default(0) })
export const ResumeInbox = z.object({ after: cursor })

export function parse<T extends z.ZodType>(schema: T, input: object): z.output<T> {
  const read = readInput(schema, withoutNulls(input))
  if (!read.success) throw read.error
  return read.data
}

/** The same for an input that has parts of its own, in which null means nothing either. */
export function parseWhole<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const read = readInput(schema, nullDropper(schema)(input))
  if (!read.success) throw read.error
  return read.data
}

const uuid = z.uuid()
export const isUuid = (id: string): boolean => uuid.safeParse(id).success

/** A text that is no id is answered like an id that is not taken. */
export function requireUuid(id: string, what: string): string {
  if (!isUuid(id)) throw notFound(what)
  return id
}

/** Of a question whose answer may be null. */
export function nullIfNotFound(error: unknown): null {
  if (error instanceof Problem && error.code === 'NOT_FOUND') return null
  throw error
}
