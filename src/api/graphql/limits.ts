/** What a query may ask for: each limit has a code of its own. Counted once per text, for the text is remembered. */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
  isOutputType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql'
import { LONG_PAGE, PAGE } from '../../match/shapes.js'

export interface Limits {
  readonly tokens: number
  readonly depth: number
  readonly aliases: number
  readonly cost: number
}

export const LIMITS: Limits = { tokens: 2000, depth: 12, aliases: 30, cost: 10_000 }

/** Fields that are work for the database or the engine, beyond the one point of any field. */
const WEIGHTS: Readonly<Record<string, number>> = {
  'Query.match': 10,
  'Query.matches': 10,
  'Query.checkMove': 20,
  'Query.player': 10,
  'Match.view': 10,
  'Match.legalMoves': 20,
  'Match.notices': 20,
  'Match.log': 1000,
  'Me.tokens': 10,
  'Me.inbox': 50,
  'Me.inboxCursor': 10,
  // One at a time: aliases would be a way around the limit of registrations.
  'Mutation.registerPlayer': 6000,
  'Mutation.issueToken': 1000,
}
const ANY_MUTATION = 50
/** The whole schema is a long answer; once or twice in a query is enough for anybody. */
const INTROSPECTION: Readonly<Record<string, number>> = { __schema: 3000, __type: 100 }

export const limitError = (code: string, message: string): GraphQLError => new GraphQLError(message, { extensions: { code } })

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

const fragmentsOf = (document: DocumentNode): Fragments =>
  new Map(document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [])))

export const operationsOf = (document: DocumentNode): OperationDefinitionNode[] =>
  document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION)

/** Looks at the text alone and takes linear time: what passes is small enough to be validated. */
export function checkForm(document: DocumentNode, limits: Limits): GraphQLError | undefined {
  const { aliases, nul } = countForm(document)
  if (nul) return limitError('INVALID_INPUT', 'Text may not hold NUL.')
  if (aliases > limits.aliases)
    return limitError('TOO_MANY_ALIASES', `This query has ${aliases} aliases; ${limits.aliases} are allowed.`)
  const measure = depths(fragmentsOf(document))
  const depth = Math.max(0, ...operationsOf(document).map(({ selectionSet }) => measure(selectionSet)))
  if (depth > limits.depth) return limitError('QUERY_TOO_DEEP', `This query goes deeper than ${limits.depth} levels.`)
  return undefined
}

function countForm(document: DocumentNode): { aliases: number; nul: boolean } {
  let aliases = 0
  let nul = false
  visit(document, {
    Field: ({ alias }) => {
      if (alias) aliases++
    },
    // JSON bodies are looked at before they are parsed; strings inside the query are not.
    StringValue: ({ value }) => {
      if (value.includes('\0')) nul = true
    },
  })
  return { aliases, nul }
}

/** Questions about the schema itself have a depth rule of their own, among the rules of validation. */
const isIntrospection = ({ name }: FieldNode): boolean => name.value.startsWith('__')

function depths(fragments: Fragments): (selections: SelectionSetNode) => number {
  const known = new Map<string, number>()
  const ofFragment = (name: string): number => {
    const before = known.get(name)
    if (before !== undefined) return before
    // A fragment that holds itself is refused by validation; here it must only come to an end.
    known.set(name, 0)
    const fragment = fragments.get(name)
    const depth = fragment ? ofSelections(fragment.selectionSet) : 0
    known.set(name, depth)
    return depth
  }
  const ofSelection = (selection: SelectionNode): number => {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(selection.name.value)
    if (selection.kind === Kind.INLINE_FRAGMENT) return ofSelections(selection.selectionSet)
    return isIntrospection(selection) ? 1 : 1 + (selection.selectionSet ? ofSelections(selection.selectionSet) : 0)
  }
  const ofSelections = ({ selections }: SelectionSetNode): number =>
    selections.reduce((deepest, one) => Math.max(deepest, ofSelection(one)), 0)
  return ofSelections
}

/** The cost of a valid query: one point a field, its weight, and everything below a page as often as the page is long. */
export function checkCost(schema: GraphQLSchema, document: DocumentNode, limits: Limits): GraphQLError | undefined {
  const costOf = costs(schema, fragmentsOf(document))
  const cost = Math.max(
    0,
    ...operationsOf(document).map(({ operation, selectionSet }) =>
      costOf(selectionSet, schema.getRootType(operation) ?? undefined),
    ),
  )
  if (cost <= limits.cost) return undefined
  return limitError(
    'QUERY_TOO_COSTLY',
    `This query may cost ${cost} points; ${limits.cost} are allowed. Ask for shorter pages or fewer fields.`,
  )
}

type Parent = GraphQLOutputType | undefined

function costs(schema: GraphQLSchema, fragments: Fragments): (selections: SelectionSetNode, parent: Parent) => number {
  const known = new Map<string, number>()
  const typed = (name: string | undefined, parent: Parent): Parent => {
    if (name === undefined) return parent
    const type = schema.getType(name)
    return isOutputType(type) ? type : undefined
  }

  const ofFragment = (name: string): number => {
    const before = known.get(name)
    if (before !== undefined) return before
    const fragment = fragments.get(name)
    if (!fragment) return 0
    const cost = ofSelections(fragment.selectionSet, typed(fragment.typeCondition.name.value, undefined))
    known.set(name, cost)
    return cost
  }
  const ofField = (node: FieldNode, parent: Parent): number => {
    const field = isObjectType(parent) ? parent.getFields()[node.name.value] : undefined
    if (isIntrospection(node)) return INTROSPECTION[node.name.value] ?? 1
    if (!field) return 1
    const below = node.selectionSet ? ofSelections(node.selectionSet, getNamedType(field.type)) : 0
    return (
      1 +
      weightOf(`${parent}`, node.name.value) +
      below * pageLength(node, field.args.find(({ name }) => name === 'first')?.defaultValue)
    )
  }
  const ofSelections = ({ selections }: SelectionSetNode, parent: Parent): number => {
    let always = 0
    // A value of a union is only one of its members, so only the costliest counts.
    const byMember = new Map<string, number>()
    for (const one of selections) {
      if (one.kind === Kind.FIELD) {
        always += ofField(one, parent)
        continue
      }
      const isSpread = one.kind === Kind.FRAGMENT_SPREAD
      const member = isSpread ? fragments.get(one.name.value)?.typeCondition.name.value : one.typeCondition?.name.value
      const cost = isSpread ? ofFragment(one.name.value) : ofSelections(one.selectionSet, typed(member, parent))
      if (isAbstractType(parent) && isObjectType(typed(member, undefined)))
        byMember.set(`${member}`, (byMember.get(`${member}`) ?? 0) + cost)
      else always += cost
    }
    return always + Math.max(0, ...byMember.values())
  }
  return ofSelections
}

const weightOf = (type: string, field: string): number => WEIGHTS[`${type}.${field}`] ?? (type === 'Mutation' ? ANY_MUTATION : 0)

/** A length given by a variable is not known yet, so it counts as the longest of its kind. */
function pageLength({ arguments: given }: FieldNode, standard: unknown): number {
  if (typeof standard !== 'number') return 1
  const value = given?.find(({ name }) => name.value === 'first')?.value
  if (value === undefined) return standard
  const longest = standard === PAGE.standard ? PAGE.max : LONG_PAGE.max
  return value.kind === Kind.INT ? Math.max(1, Math.min(longest, Number(value.value))) : longest
}
