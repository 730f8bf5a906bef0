/**
 * What a text may look like, found out in time that grows with its length alone: nothing that passes is costly to validate. GraphQL's own rules are
 * quadratic in fields that are asked for again and again at one place, and in fragments that hold each other.
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  visit,
} from 'graphql'
import { type Limits, limitError } from './limits.js'

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

export const fragmentsOf = (document: DocumentNode): Fragments =>
  new Map(document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [])))

export const operationsOf = (document: DocumentNode): OperationDefinitionNode[] =>
  document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION)

/** Questions about the schema itself have a depth rule of their own, among the rules of validation. */
export const isIntrospection = ({ name }: FieldNode): boolean => name.value.startsWith('__')

/** The names of its root fields, in the order of the alphabet. The document is valid, so they are fields of the schema and no fragment holds itself. */
export function rootFieldsOf({ selectionSet }: OperationDefinitionNode, document: DocumentNode): string[] {
  const fragments = fragmentsOf(document)
  const names = new Set<string>()
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const one of selections) {
      if (one.kind === Kind.FIELD) names.add(one.name.value)
      else if (one.kind === Kind.INLINE_FRAGMENT) collect(one.selectionSet)
      else collect(fragments.get(one.name.value)?.selectionSet ?? EMPTY)
    }
  }
  collect(selectionSet)
  return [...names].sort()
}

const EMPTY: SelectionSetNode = { kind: Kind.SELECTION_SET, selections: [] }

export function checkForm(document: DocumentNode, limits: Limits): GraphQLError | undefined {
  const { aliases, longestName, nul, nesting } = countForm(document)
  if (nul) return limitError('INVALID_INPUT', 'Text may not hold NUL.')
  if (nesting > limits.nesting) return limitError('INVALID_INPUT', `A value is nested deeper than ${limits.nesting} levels.`)
  if (longestName > limits.name)
    return limitError('QUERY_TOO_LONG', `A name in this query has more than ${limits.name} characters.`)
  if (aliases > limits.aliases)
    return limitError('TOO_MANY_ALIASES', `This query has ${aliases} aliases; ${limits.aliases} are allowed.`)
  const { depth, isEndless } = unfold(document, limits)
  if (isEndless)
    return limitError(
      'QUERY_TOO_COSTLY',
      'This query asks for too many fields, or for the same ones too often, by its fragments.',
    )
  return depth > limits.depth ? limitError('QUERY_TOO_DEEP', `This query goes deeper than ${limits.depth} levels.`) : undefined
}

interface Form {
  aliases: number
  longestName: number
  nul: boolean
  /** Levels of the deepest literal. */
  nesting: number
}

/** JSON bodies are looked at before they are parsed; what is written inside the query is not. */
function countForm(document: DocumentNode): Form {
  const form: Form = { aliases: 0, longestName: 0, nul: false, nesting: 0 }
  let open = 0
  const nested = {
    enter: () => {
      form.nesting = Math.max(form.nesting, ++open)
    },
    leave: () => {
      open--
    },
  }
  visit(document, {
    Field: ({ alias }) => {
      if (alias) form.aliases++
    },
    Name: ({ value }) => {
      form.longestName = Math.max(form.longestName, value.length)
    },
    StringValue: ({ value }) => {
      if (value.includes('\0')) form.nul = true
    },
    ListValue: nested,
    ObjectValue: nested,
  })
  return form
}

/** How often a place of the answer is asked for, and the places below it. */
interface Place {
  asked: number
  readonly below: Map<string, Place>
}

interface Unfolded {
  depth: number
  /** Selections looked at, fragments spread out. */
  size: number
  /** Pairs of fields for the same place: validation compares each. */
  pairs: number
  isEndless: boolean
}

/** Spreads all fragments out, as running the query would, and stops where that gets too long. */
function unfold(document: DocumentNode, { unfolded, pairs }: Limits): Unfolded {
  const found: Unfolded = { depth: 0, size: 0, pairs: 0, isEndless: false }
  const fragments = fragmentsOf(document)
  const inside = new Set<string>()

  const ofFragment = (name: string, place: Place, depth: number): void => {
    const fragment = fragments.get(name)
    // A fragment that holds itself is refused by validation; here it must only come to an end.
    if (!fragment || inside.has(name)) return
    inside.add(name)
    ofSelections(fragment.selectionSet, place, depth)
    inside.delete(name)
  }
  const ofField = (field: FieldNode, parent: Place, depth: number): void => {
    const name = field.alias?.value ?? field.name.value
    const place = parent.below.get(name) ?? { asked: 0, below: new Map() }
    parent.below.set(name, place)
    found.pairs += place.asked++
    found.depth = Math.max(found.depth, depth)
    if (field.selectionSet) ofSelections(field.selectionSet, place, isIntrospection(field) ? Number.NEGATIVE_INFINITY : depth + 1)
  }
  const ofSelections = ({ selections }: SelectionSetNode, place: Place, depth: number): void => {
    for (const one of selections) {
      found.isEndless ||= ++found.size > unfolded || found.pairs > pairs
      if (found.isEndless) return
      if (one.kind === Kind.FIELD) ofField(one, place, depth)
      else if (one.kind === Kind.INLINE_FRAGMENT) ofSelections(one.selectionSet, place, depth)
      else ofFragment(one.name.value, place, depth)
    }
  }
  for (const { selectionSet } of operationsOf(document)) ofSelections(selectionSet, { asked: 0, below: new Map() }, 1)
  return found
}
