/** The examples of the reference: real calls and what they were answered with, recorded by test/api/examples.test.ts in openapi/examples.json. */
import { z } from 'zod'
import { asProblem, problemDocument, unavailable } from '../http/errors.js'
import { serverClosing } from '../http/server.js'
import { requestTimeout } from '../http/wire.js'

const Call = z.strictObject({
  path: z.record(z.string(), z.string()).optional(),
  query: z.record(z.string(), z.string()).optional(),
  body: z.unknown().optional(),
  status: z.int(),
  type: z.string().optional(),
  answer: z.unknown().optional(),
  /** Long lists and texts of the answer were cut. */
  isCut: z.literal(true).optional(),
})
export type Call = z.infer<typeof Call>

export const Recording = z.strictObject({
  /** By operation and name of the example. */
  operations: z.record(z.string(), z.record(z.string(), Call)),
  /** By code. */
  problems: z.record(z.string(), z.unknown()),
})
export type Recording = z.infer<typeof Recording>

/** Nobody can ask for these; they are worded by the same code as when they happen. */
const ACCIDENTS = [requestTimeout(), asProblem(new Error('any')), unavailable(), serverClosing()]

export const problemExamples = ({ problems }: Recording): Readonly<Record<string, unknown>> => ({
  ...problems,
  ...Object.fromEntries(ACCIDENTS.map((problem) => [problem.code, problemDocument(problem, '/v1/matches')])),
})

const CUT = 'Long lists and texts are cut.'

export function withExamples(operation: Operation, calls: Readonly<Record<string, Call>>): Operation {
  const { parameters, requestBody, responses } = operation
  const all = Object.entries(calls)
  return {
    ...operation,
    ...(parameters && { parameters: parameters.map((one) => withValue(one, all)) }),
    ...(requestBody && { requestBody: { ...requestBody, content: mapped(requestBody.content, withBodies(all)) } }),
    responses: mapped(responses, (response, status) =>
      response.content ? { ...response, content: mapped(response.content, withAnswers(all, Number(status))) } : response,
    ),
  }
}

type Named = readonly (readonly [name: string, call: Call])[]

const NUMBERS: readonly unknown[] = ['integer', 'number']

/** Of the first call that gives one. Headers have none: a client that sent those of another match would be refused. */
function withValue(parameter: Parameter, calls: Named): Parameter {
  if (parameter.in === 'header') return parameter
  const texts = calls.map(([, { path = {}, query = {} }]) => (parameter.in === 'path' ? path : query)[parameter.name])
  const text = texts.find((one) => one !== undefined)
  if (text === undefined) return parameter
  return { ...parameter, example: NUMBERS.includes(parameter.schema.type) ? Number(text) : text }
}

const withBodies = (calls: Named) => (media: Media) => ({
  ...media,
  ...examplesOf(calls.flatMap(([name, { body }]) => (body === undefined ? [] : [[name, { value: body }]]))),
})

const withAnswers = (calls: Named, status: number) => (media: Media, type: string) => ({
  ...media,
  ...examplesOf(calls.flatMap(([name, call]) => (call.status === status && call.type === type ? [[name, shown(call)]] : []))),
})

const shown = ({ answer, isCut }: Call) => (isCut ? { summary: CUT, value: answer } : { value: answer })

/** Left out if there are none, which a test notices. */
const examplesOf = (examples: unknown[][]): object => (examples.length === 0 ? {} : { examples: Object.fromEntries(examples) })

/** As much of the document as is looked at here. */
export const Operation = z.looseObject({
  operationId: z.string(),
  parameters: z
    .array(z.looseObject({ name: z.string(), in: z.string(), schema: z.looseObject({ type: z.unknown().optional() }) }))
    .optional(),
  requestBody: z.looseObject({ content: z.record(z.string(), z.looseObject({})) }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: z.record(z.string(), z.looseObject({})).optional() })),
})
export type Operation = z.infer<typeof Operation>
type Parameter = NonNullable<Operation['parameters']>[number]
type Media = Record<string, unknown>

export const mapped = <T, U>(record: Readonly<Record<string, T>>, change: (value: T, key: string) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]))
