/**
 * Whether a value fits an input type at first sight: a quick yes for what honest clients send. Where it says no, GraphQL's own way through the value
 * finds what is wrong, if anything is.
 */
import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql'

export type Fits = (value: unknown) => boolean

const made = new WeakMap<GraphQLInputType, Fits>()

/** Made once for each type. */
export function fitting(type: GraphQLInputType): Fits {
  const fits = made.get(type) ?? fitsOf(type)
  made.set(type, fits)
  return fits
}

function fitsOf(type: GraphQLInputType): Fits {
  if (isNonNullType(type)) {
    const fits = presentFits(type.ofType)
    return (value) => value !== null && value !== undefined && fits(value)
  }
  const fits = presentFits(type)
  return (value) => value === null || fits(value)
}

function presentFits(type: GraphQLInputType): Fits {
  if (isNonNullType(type)) return fitting(type)
  if (isListType(type)) {
    const item = fitting(type.ofType)
    return (value) => Array.isArray(value) && value.every(item)
  }
  return isInputObjectType(type) ? objectFits(type) : leafFits(type)
}

/** The fields are looked up with the first value: a type may hold itself. */
function objectFits(type: GraphQLInputObjectType): Fits {
  let fields: ReadonlyMap<string, Fits> | undefined
  let required: readonly string[] = []
  const prepare = (): ReadonlyMap<string, Fits> => {
    const all = Object.values(type.getFields())
    required = all.filter(isRequiredInputField).map(({ name }) => name)
    fields = new Map(all.map((field) => [field.name, fitting(field.type)]))
    return fields
  }
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    const known = fields ?? prepare()
    const entries = Object.entries(value)
    for (const [name, item] of entries) if (!known.get(name)?.(item)) return false
    if (type.isOneOf) return entries.length === 1 && entries[0]?.[1] !== null
    return required.every((name) => Object.hasOwn(value, name))
  }
}

function leafFits(type: GraphQLLeafType): Fits {
  return (value) => {
    try {
      return type.parseValue(value) !== undefined
    } catch {
      return false
    }
  }
}
