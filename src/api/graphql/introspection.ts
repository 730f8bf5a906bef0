/** How long an answer about the schema would be. Nothing is guessed: the schema's own resolvers say what each list holds. */
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  Kind,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
} from 'graphql'

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>
/** How many values the answer to `__schema` or `__type` would hold; Infinity beyond `most`. */
export type CountNodes = (field: FieldNode) => number

const EVERYTHING = { includeDeprecated: true }

/** Each part of a query meets each part of the schema once, however often the query leads there. */
export function introspectionNodes(schema: GraphQLSchema, fragments: Fragments, most: number): CountNodes {
  // The resolvers of introspection look at nothing of it but the schema.
  const info = { schema } as GraphQLResolveInfo
  const known = new Map<SelectionSetNode, Map<object, number>>()
  let work = 0

  const ofValue = (value: unknown, below: SelectionSetNode | undefined, type: GraphQLNamedType): number => {
    if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + ofValue(one, below, type), 1)
    if (typeof value !== 'object' || value === null || !below) return 1
    const before = known.get(below)?.get(value)
    if (before !== undefined) return before
    const nodes = 1 + ofSelections(value, below, type)
    known.set(below, (known.get(below) ?? new Map<object, number>()).set(value, nodes))
    return nodes
  }
  const ofSelections = (value: object, { selections }: SelectionSetNode, type: GraphQLNamedType): number => {
    let nodes = 0
    for (const one of selections) {
      if (++work > most) return Number.POSITIVE_INFINITY
      if (one.kind === Kind.FIELD) nodes += ofField(value, one, type)
      else {
        const { selectionSet } =
          one.kind === Kind.INLINE_FRAGMENT ? one : (fragments.get(one.name.value) ?? { selectionSet: undefined })
        if (selectionSet) nodes += ofSelections(value, selectionSet, type)
      }
    }
    return nodes
  }
  const ofField = (value: object, { name, selectionSet }: FieldNode, type: GraphQLNamedType): number => {
    const field = isObjectType(type) ? type.getFields()[name.value] : undefined
    if (!field?.resolve) return 1
    return ofValue(field.resolve(value, EVERYTHING, undefined, info), selectionSet, getNamedType(field.type))
  }
  return ({ name, selectionSet, arguments: given }) => {
    if (name.value === SchemaMetaFieldDef.name) return ofValue(schema, selectionSet, getNamedType(SchemaMetaFieldDef.type))
    const asked = given?.[0]?.value
    const types = asked?.kind === Kind.STRING ? [schema.getType(asked.value)] : Object.values(schema.getTypeMap())
    return Math.max(1, ...types.map((type) => ofValue(type, selectionSet, getNamedType(TypeMetaFieldDef.type))))
  }
}
