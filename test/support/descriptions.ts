/** How much of what is published explains itself: fields, input fields and enum values, counted with and without a description. */
import { type GraphQLSchema, isEnumType, isInputObjectType, isObjectType } from 'graphql'
import { MEANINGS } from '../../src/games/described.js'

export interface Tally {
  described: number
  /** Where a description is missing. */
  readonly missing: string[]
}
const tally = (): Tally => ({ described: 0, missing: [] })

export const share = ({ described, missing }: Tally): string => {
  const all = described + missing.length
  return `${described}/${all} (${all === 0 ? 0 : Math.floor((100 * described) / all)} %)`
}

function count(kept: Tally, name: string, description: unknown): void {
  if (typeof description === 'string' && description.trim() !== '') kept.described++
  else kept.missing.push(name)
}

export function ofGraphql(schema: GraphQLSchema): Record<'types' | 'outputFields' | 'inputFields' | 'enumValues', Tally> {
  const found = { types: tally(), outputFields: tally(), inputFields: tally(), enumValues: tally() }
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__') || ['String', 'Int', 'Float', 'Boolean', 'ID'].includes(type.name)) continue
    if (!/^(Query|Mutation|Subscription)$/.test(type.name)) count(found.types, type.name, type.description)
    if (isEnumType(type))
      for (const { name, description } of type.getValues()) count(found.enumValues, `${type.name}.${name}`, description)
    if (!isObjectType(type) && !isInputObjectType(type)) continue
    const kept = isInputObjectType(type) ? found.inputFields : found.outputFields
    for (const { name, description } of Object.values(type.getFields())) count(kept, `${type.name}.${name}`, description)
  }
  return found
}

type Json = Readonly<Record<string, unknown>>
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** Any JSON that holds JSON Schemas: every property and every word of an enum, wherever they stand. */
export function ofJsonSchema(schema: unknown, at = ''): Record<'fields' | 'enumValues', Tally> {
  const found = { fields: tally(), enumValues: tally() }
  walk(schema, at, found)
  return found
}

function walk(value: unknown, at: string, found: ReturnType<typeof ofJsonSchema>): void {
  if (!isJson(value)) return
  if (Array.isArray(value.enum)) countWords(value.enum, value[MEANINGS], at, found.enumValues)
  for (const [key, inner] of Object.entries(value)) {
    if (key !== 'properties' || !isJson(inner)) walk(inner, `${at}/${key}`, found)
    else
      for (const [name, field] of Object.entries(inner)) {
        count(found.fields, `${at}.${name}`, isJson(field) ? field.description : undefined)
        walk(field, `${at}.${name}`, found)
      }
  }
}

/** Numbers speak for themselves. */
function countWords(words: readonly unknown[], meanings: unknown, at: string, kept: Tally): void {
  for (const word of words)
    if (typeof word === 'string') count(kept, `${at}=${word}`, isJson(meanings) ? meanings[word] : undefined)
}
