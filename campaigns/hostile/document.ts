/** The published OpenAPI document, as far as a stranger needs it: what can be asked, with what, and how an answer must look. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../ground.js'
import { type Check, checker, isObject, isSchema, listOf, type Schema } from './fit.js'

export interface Parameter {
  readonly name: string
  readonly place: 'path' | 'query' | 'header'
  readonly schema: Schema
}

export interface Operation {
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly body?: Schema | undefined
  /** By status (`200`, `4XX`) and media type. */
  readonly answers: ReadonlyMap<string, ReadonlyMap<string, Check>>
}

export interface Published {
  readonly operations: readonly Operation[]
  readonly problem: Check
  resolve(schema: Schema): Schema
}

/** The document is read without a schema of its own: what is not as expected is left out, and the test counts what was found. */
const part = (value: unknown, name: string): Schema => {
  const found = isObject(value) ? value[name] : undefined
  return isSchema(found) ? found : {}
}

export function readPublished(): Published {
  const document: unknown = JSON.parse(readFileSync(join(ROOT, 'openapi', 'openapi.json'), 'utf8'))
  const schemas = part(part(document, 'components'), 'schemas')
  const named = (reference: string): Schema => part(schemas, reference.replace('#/components/schemas/', ''))
  const compile = checker(named)
  const shared = part(part(document, 'components'), 'responses')
  const operations = Object.entries(part(document, 'paths')).flatMap(([path, methods]) =>
    Object.entries(isObject(methods) ? methods : {}).map(([method, operation]) =>
      readOperation(method.toUpperCase(), path, operation, compile, shared),
    ),
  )
  const resolve = (schema: Schema): Schema => (typeof schema.$ref === 'string' ? resolve(named(schema.$ref)) : schema)
  return { operations, problem: compile(named('Problem')), resolve }
}

/** An answer that several operations have is referred to. */
const answerOf = (answer: Schema, shared: Schema): Schema =>
  typeof answer.$ref === 'string' ? part(shared, answer.$ref.replace('#/components/responses/', '')) : answer

function readOperation(
  method: string,
  path: string,
  operation: unknown,
  compile: (schema: Schema) => Check,
  shared: Schema,
): Operation {
  const body = part(part(part(operation, 'requestBody'), 'content'), 'application/json').schema
  const answers = Object.keys(part(operation, 'responses')).map((status) => {
    const content = part(answerOf(part(part(operation, 'responses'), status), shared), 'content')
    const media = Object.keys(content).map((type) => [type, compile(part(part(content, type), 'schema'))] as const)
    return [status, new Map(media)] as const
  })
  return {
    method,
    path,
    parameters: listOf(isObject(operation) ? operation.parameters : undefined).flatMap(readParameter),
    body: isSchema(body) ? body : undefined,
    answers: new Map(answers),
  }
}

function readParameter(parameter: unknown): Parameter[] {
  if (!isObject(parameter)) return []
  const { name, in: place, schema } = parameter
  if (place !== 'path' && place !== 'query' && place !== 'header') return []
  return [{ name: String(name), place, schema: isSchema(schema) ? schema : {} }]
}
