/** The OpenAPI document: nothing that a reader needs is missing, and two linters with their recommended rules find nothing. */
import { readFileSync } from 'node:fs'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { beforeAll, describe, expect, test } from 'vitest'
import { documentText, type Operation, type Reference } from '../support/reference.js'

let text: string
let document: Reference
let operations: readonly Operation[]
beforeAll(async () => {
  text = await documentText()
  document = JSON.parse(text)
  operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
})

const resolved = (answer: Operation['responses'][string]) =>
  answer.$ref === undefined ? answer : (document.components.responses[answer.$ref.split('/').at(-1) ?? ''] ?? {})

/** What an operation lacks, in words. */
function lacking({ summary, description = '', parameters = [], requestBody, responses }: Operation): string[] {
  const missing: string[] = []
  if (description.length <= (summary ?? '').length / 2) missing.push('a description')
  for (const { name, description: said } of parameters) if (!said) missing.push(`a description of ${name}`)
  for (const [type, media] of Object.entries(requestBody?.content ?? {}))
    if (!media.examples) missing.push(`an example of its body (${type})`)
  for (const [status, answer] of Object.entries(responses)) missing.push(...lackingIn(status, resolved(answer)))
  if (!Object.keys(responses).some((status) => Number(status) >= 400)) missing.push('problems')
  return missing
}

function lackingIn(status: string, { description, content = {}, headers }: Operation['responses'][string]): string[] {
  const missing: string[] = []
  if (!description) missing.push(`a description of ${status}`)
  if (!headers?.['X-Request-Id']) missing.push(`headers of ${status}`)
  if (/X$/i.test(status)) missing.push(`single statuses in place of ${status}`)
  for (const [type, { schema, examples }] of Object.entries(content)) {
    if (Object.keys(examples ?? {}).length === 0) missing.push(`an example of ${status} (${type})`)
    if (Number(status) >= 400 && !/"code":\{"enum":\["/.test(JSON.stringify(schema))) missing.push(`codes of ${status}`)
  }
  return missing
}

test('every operation, body and answer has a description and an example, every problem its codes, every answer its headers', () => {
  expect(operations.length).toBeGreaterThan(25)
  expect(operations.map((one) => [one.operationId, lacking(one)]).filter(([, missing]) => missing?.length)).toEqual([])
})

test('what is missing is noticed', () => {
  const bare: Operation = { operationId: 'x', summary: 'Asks', responses: { '200': { content: { 'a/b': { schema: {} } } } } }
  expect(lacking(bare)).toEqual([
    'a description',
    'a description of 200',
    'headers of 200',
    'an example of 200 (a/b)',
    'problems',
  ])
})

test('it names version, licence, contact and servers', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(document.info).toMatchObject({ version, license: { identifier: 'MIT' }, contact: { name: expect.any(String) } })
  expect(document.servers).toHaveLength(1)
})

test('it is of a size that can be loaded', () => {
  expect(text.length).toBeLessThan(1_000_000)
})

async function redocly(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`)
}

async function spectralFinds(source: string): Promise<string[]> {
  const linter = new spectral.Spectral()
  // A cast, because its types ask for `extends` in every ruleset, which its own does not have.
  const recommended = { extends: [[rulesets.oas, 'recommended']] } as unknown as Parameters<typeof linter.setRuleset>[0]
  linter.setRuleset(recommended)
  return (await linter.run(JSON.parse(source))).map(({ code, message, path }) => `${code}: ${message} at ${path.join('/')}`)
}

describe.each([
  ['redocly lint', redocly],
  ['spectral', spectralFinds],
])('%s with its recommended rules', (_, lint) => {
  test('finds nothing', { timeout: 120_000 }, async () => {
    expect(await lint(text)).toEqual([])
  })

  test('finds what is wrong', { timeout: 60_000 }, async () => {
    const bare = { openapi: '3.1.0', info: { title: 'x', version: '1' }, paths: { '/x': { get: { responses: {} } } } }
    expect((await lint(JSON.stringify(bare))).length).toBeGreaterThan(2)
  })
})
