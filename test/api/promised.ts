/** Whether an answer is what the OpenAPI document promises of its operation: status, headers, media type and shape. */
import { checker, type Schema } from '../../campaigns/hostile/fit.js'
import type { Operation, Reference } from '../support/reference.js'

/** Of HTTP itself, or the same for every answer and of no use to a program. */
const UNTOLD = new Set([
  ...['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding'],
  ...['content-security-policy', 'referrer-policy', 'x-content-type-options'],
])

/** What is wrong with an answer; undefined if it is as promised. */
export type Promised = (operation: Operation, response: Response, answer: unknown) => string | undefined

export function promisedBy({ components }: Reference): Promised {
  const schemas = components.schemas as Readonly<Record<string, Schema>>
  const compile = checker((reference) => schemas[reference.split('/').at(-1) ?? ''] ?? {})
  return (operation, { status, headers }, answer) => {
    const told = operation.responses[status]
    const promise = told?.$ref === undefined ? told : components.responses[told.$ref.split('/').at(-1) ?? '']
    if (!promise) return `${operation.operationId}: status ${status} is not published`
    const names = new Set(Object.keys(promise.headers ?? {}).map((name) => name.toLowerCase()))
    const untold = [...headers.keys()].filter((name) => !names.has(name) && !UNTOLD.has(name))
    if (untold.length > 0) return `${operation.operationId}: ${status} is sent with ${untold}, which it does not declare`
    const type = headers.get('content-type')?.split(';', 1)[0]
    if (type === undefined) return promise.content ? `${operation.operationId}: ${status} has no content` : undefined
    const media = promise.content?.[type]
    return media ? compile(media.schema)(answer, operation.operationId) : `${operation.operationId}: ${type} is not published`
  }
}
