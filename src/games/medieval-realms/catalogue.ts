/** The cards, lands and start resources of a match: the standard ones, or the host's own. */
import { unique } from '../lists.js'
import type { Amount, CardRow, Content, Effect, LandRow, Moment } from './cards.js'
import { DECK, LANDS, START_RESOURCES } from './content.js'

/** A card as the rules read it: its row, with the effects apart that each moment calls for. */
export interface Face extends CardRow {
  readonly at: Readonly<Record<Moment, readonly Effect[]>>
}

export interface Catalogue {
  readonly rows: readonly CardRow[]
  /** Every single card in the order of the box: `fortress/1`, `fortress/2`, ... */
  readonly cards: readonly string[]
  readonly faces: ReadonlyMap<string, Face>
  /** Land 1 first. */
  readonly lands: readonly LandRow[]
  readonly start: readonly Amount[]
}

/** Whether the host has replaced nothing. */
export const isStandard = ({ deck, lands, start }: Content): boolean => deck.length + lands.length + start.length === 0

const STANDARD_ROWS: readonly CardRow[] = DECK.map(({ source: _, ...row }) => row)

/** With the standard rows in place of each empty list. */
export const completed = ({ deck, lands, start }: Content): Content => ({
  deck: deck.length > 0 ? deck : STANDARD_ROWS,
  lands: lands.length > 0 ? lands : LANDS,
  start: start.length > 0 ? start : START_RESOURCES,
})

/** Field by field: V8 keeps what was spread apart from the object, and every rule looks into these. */
function compiledRow(row: CardRow): Face {
  const at = (moment: Moment): Effect[] => row.effects.filter(({ when }) => when === moment)
  const { id, family, kind, colour, cost, name, copies, effects, personality } = row
  const byMoment = { played: at('played'), cardPlayed: at('cardPlayed'), production: at('production'), end: at('end') }
  return { id, family, kind, colour, cost, name, copies, effects, personality, at: byMoment }
}

function compile(content: Content): Catalogue {
  const { deck, lands, start } = completed(content)
  const faces = new Map(
    deck
      .map(compiledRow)
      .flatMap((face) => Array.from({ length: face.copies }, (_, index) => [unique(`${face.id}/${index + 1}`), face] as const)),
  )
  return { rows: deck, cards: [...faces.keys()], faces, lands: lands.toSorted((a, b) => a.land - b.land), start }
}

const standard = compile({ deck: [], lands: [], start: [] })
const compiled = new WeakMap<Content, Catalogue>()
/** The newest catalogues by the text of their content, the oldest first: a state read from a snapshot has a content of its own that says the same. */
const newest = new Map<string, Catalogue>()
const REMEMBERED = 16

function shared(content: Content): Catalogue {
  const text = JSON.stringify(content)
  const catalogue = newest.get(text) ?? compile(content)
  newest.delete(text)
  newest.set(text, catalogue)
  for (const oldest of newest.keys()) if (newest.size > REMEMBERED) newest.delete(oldest)
  return catalogue
}

/** What was asked for last: every rule that looks at a card asks for the same again. */
let latest: { readonly content: Content | undefined; readonly catalogue: Catalogue } = { content: undefined, catalogue: standard }

export function catalogueOf({ content }: { readonly content: Content }): Catalogue {
  if (content !== latest.content) latest = { content, catalogue: known(content) }
  return latest.catalogue
}

/** Compiled once for each content. */
function known(content: Content): Catalogue {
  if (isStandard(content)) return standard
  const before = compiled.get(content)
  if (before) return before
  const fresh = shared(content)
  compiled.set(content, fresh)
  return fresh
}
