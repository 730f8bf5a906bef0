/** The cards, lands and start resources of a match: the standard ones, or the host's own. */
import type { Amount, CardRow, LandRow } from './cards.js'
import { DECK, LANDS, START_RESOURCES } from './content.js'
import type { Options } from './schema.js'

export interface Catalogue {
  readonly rows: readonly CardRow[]
  /** Every single card in the order of the box: `fortress/1`, `fortress/2`, ... */
  readonly cards: readonly string[]
  readonly faces: ReadonlyMap<string, CardRow>
  /** Land 1 first. */
  readonly lands: readonly LandRow[]
  readonly start: readonly Amount[]
}

type Content = Options['content']

function compile({ deck, lands, start }: Content): Catalogue {
  const rows = deck.length > 0 ? deck : DECK.map(({ source: _, ...row }) => row)
  const faces = new Map(
    rows.flatMap((row) => Array.from({ length: row.copies }, (_, index) => [`${row.id}/${index + 1}`, row] as const)),
  )
  return {
    rows,
    cards: [...faces.keys()],
    faces,
    lands: (lands.length > 0 ? lands : LANDS).toSorted((a, b) => a.land - b.land),
    start: start.length > 0 ? start : START_RESOURCES,
  }
}

const standard = compile({ deck: [], lands: [], start: [] })
const compiled = new WeakMap<Content, Catalogue>()

export function catalogueOf({ content }: Options): Catalogue {
  if (content.deck.length + content.lands.length + content.start.length === 0) return standard
  const known = compiled.get(content)
  if (known) return known
  const fresh = compile(content)
  compiled.set(content, fresh)
  return fresh
}
