/** Completes the OpenAPI document: the headers of answers, the problems of each operation, and examples. */
import { z } from 'zod'
import type { ErrorCode } from './error-codes.js'
import { mapped, Operation, problemExamples, type Recording, withExamples } from './examples.js'
import { type Noted, problemAnswers } from './problem-answers.js'
import { everyAnswer, headersNamed, RESPONSE_HEADERS } from './response-headers.js'

export interface Sources {
  readonly codes: readonly ErrorCode[]
  readonly recording: Recording
  /** Names of the games: the headings of their codes. */
  readonly games: readonly string[]
  /** What the routes said, by operation. */
  readonly noted: ReadonlyMap<string, Noted>
}

const Document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.looseObject({}),
})
type Document = z.infer<typeof Document>

export function completed(written: unknown, sources: Sources): Document {
  const document = Document.parse(written)
  const examples = problemExamples(sources.recording)
  const paths = mapped(document.paths, (methods) => mapped(methods, (operation) => whole(operation, sources, examples)))
  const { paths: shared, responses } = sharing(paths)
  const used = Object.keys(examples).filter((code) => JSON.stringify([shared, responses]).includes(`/examples/${code}"`))
  return {
    ...document,
    paths: shared,
    components: {
      ...document.components,
      headers: RESPONSE_HEADERS,
      responses,
      examples: Object.fromEntries(used.sort().map((code) => [code, { value: examples[code] }])),
    },
  }
}

function whole(operation: Operation, { codes, recording, games, noted }: Sources, examples: object): Operation {
  const note = noted.get(operation.operationId)
  if (!note) throw new Error(`${operation.operationId} is in the document, but no route has its name`)
  const sent = withExamples(
    withHeaders(withDescriptions(operation, note), note),
    recording.operations[operation.operationId] ?? {},
  )
  const problems = problemAnswers(note, codes, games, Object.keys(examples))
  return {
    ...sent,
    security: sent.security ?? [],
    ...(note.schema.repeatable && { 'x-repeatable': true }),
    responses: { ...sent.responses, ...Object.fromEntries(problems.map(({ status, answer }) => [status, answer])) },
  }
}

/** Fastify's writer loses what is said of a parameter whose schema has a name. */
function withDescriptions(operation: Operation, { schema: { querystring } }: Noted): Operation {
  const said = (name: string): unknown =>
    querystring instanceof z.ZodObject ? z.globalRegistry.get(querystring.shape[name])?.description : undefined
  const parameters = operation.parameters?.map((one) => ({ ...one, description: one.description ?? said(one.name) }))
  return { ...operation, ...(parameters && { parameters }) }
}

const UNCHANGED = { description: 'Nothing has changed since the answer that had this ETag.' }

function withHeaders(operation: Operation, { isCounted, schema: { sends = [] } }: Noted): Operation {
  const headers = headersNamed([...everyAnswer(isCounted), ...sends])
  const responses = mapped(operation.responses, (response) => ({ ...response, headers }))
  return { ...operation, responses: sends.includes('ETag') ? { ...responses, 304: { ...UNCHANGED, headers } } : responses }
}

/** A problem that several operations answer with is written once and referred to. */
function sharing(paths: Document['paths']) {
  const problems = (operation: Operation) => Object.entries(operation.responses).filter(([status]) => Number(status) >= 400)
  const counts = new Map<string, number>()
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods)))
    for (const [, answer] of problems(operation)) {
      const text = JSON.stringify(answer)
      counts.set(text, (counts.get(text) ?? 0) + 1)
    }
  const responses: Record<string, unknown> = {}
  const shared = (answer: Operation['responses'][string]) => {
    if ((counts.get(JSON.stringify(answer)) ?? 0) < 2) return answer
    const name = nameOf(answer)
    responses[name] = answer
    return { $ref: `#/components/responses/${name}` }
  }
  const share = (operation: Operation): Operation => ({
    ...operation,
    responses: mapped(operation.responses, (answer, status) => (Number(status) >= 400 ? shared(answer) : answer)),
  })
  return {
    paths: mapped(paths, (methods) => mapped(methods, share)),
    responses: Object.fromEntries(Object.entries(responses).sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

const Titled = z.looseObject({ description: z.string(), headers: z.looseObject({}) })
const pascal = (code: string): string => code.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase())

/** By its codes, `TokenInvalidOrTokenExpired`; without limits on rates, where its answers tell of none. */
function nameOf(answer: unknown): string {
  const { description, headers } = Titled.parse(answer)
  const codes = [...description.matchAll(/^- `([A-Z_]+)`/gm)].map(([, code = '']) => pascal(code))
  return `${codes.join('Or')}${'RateLimit' in headers ? '' : 'Unlimited'}`
}
