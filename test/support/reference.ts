/** The OpenAPI document as the sources say it now. */
import { readFileSync } from 'node:fs'
import { openapiDocument } from '../../src/api/rest/openapi.js'

export const documentText = (): Promise<string> =>
  openapiDocument({ errors: readFileSync('docs/errors.md', 'utf8'), examples: readFileSync('openapi/examples.json', 'utf8') })

interface Media {
  readonly schema: Readonly<Record<string, unknown>>
  readonly examples?: Readonly<Record<string, object>>
}

interface Content {
  readonly description?: string
  readonly content?: Readonly<Record<string, Media>>
  readonly headers?: Readonly<Record<string, object>>
  readonly $ref?: string
}

export interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly description?: string }[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

export interface Reference {
  readonly info: Readonly<Record<string, unknown>>
  readonly servers: readonly object[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly responses: Readonly<Record<string, Content>>; readonly schemas: object }
}

export const writtenDocument = async (): Promise<Reference> => JSON.parse(await documentText())
