/** The file of a tournament that is run without a server: its setting and who plays, in YAML or JSON. Whatever is wrong in it is told with the line. */
import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import { findGame, games } from '../../games/registry.js'
import { readOptions } from '../../match/offline/transcript.js'
import { clipped } from '../../platform/complaint.js'
import { BOUNDS, TournamentGame, TournamentSetting } from '../setting.js'
import { FileEntrant, type LocalEntrant, unknownKeys } from './file-entrant.js'

export const TournamentFile = TournamentSetting.extend({
  entrants: z.array(FileEntrant).min(1).max(BOUNDS.entrants).describe('Who plays.'),
})

export interface Planned {
  readonly setting: TournamentSetting
  readonly entrants: readonly LocalEntrant[]
}

export interface Complaint {
  /** From 1. */
  readonly line: number
  /** Such as `games.0.seats`; empty for the whole. */
  readonly path: string
  readonly message: string
}

export type ReadFile =
  | { readonly ok: true; readonly planned: Planned }
  | { readonly ok: false; readonly complaints: readonly Complaint[] }

export function readTournamentFile(text: string): ReadFile {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const [error] = document.errors
  if (error) return { ok: false, complaints: [{ line: lines.linePos(error.pos[0]).line, path: '', message: error.message }] }
  const given = contentOf(document)
  if (!given.ok) return { ok: false, complaints: [{ line: 1, path: '', message: given.problem }] }
  const parsed = TournamentFile.safeParse(given.value)
  const faults = parsed.success ? misfits(parsed.data) : parsed.error.issues.flatMap(faultsOf)
  if (!parsed.success || faults.length > 0)
    return { ok: false, complaints: faults.map((fault) => complaintOf(fault, document, lines)) }
  const { entrants, ...setting } = parsed.data
  return { ok: true, planned: { setting, entrants } }
}

/** Aliases that stand for very much are refused when they are resolved. */
function contentOf(document: Document): { ok: true; value: unknown } | { ok: false; problem: string } {
  try {
    return { ok: true, value: document.toJS() }
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) }
  }
}

type Path = readonly PropertyKey[]

interface Fault {
  readonly path: Path
  readonly message: string
  /** The key of an object at the path that should not be there. */
  readonly key?: string
}

function faultsOf(issue: z.core.$ZodIssue): Fault[] {
  const { path, message } = issue
  if (issue.code !== 'unrecognized_keys') return [{ path, message }]
  const known = knownKeys(path)
  return issue.keys.map((key) => ({ path, key, message: known ? unknownKeys([key], known) : message }))
}

/** Of the object at the path; undefined where the message of the schema must do. */
function knownKeys([field, , ...rest]: Path): readonly string[] | undefined {
  if (field === undefined) return Object.keys(TournamentFile.shape)
  return field === 'games' && rest.length === 0 ? Object.keys(TournamentGame.shape) : undefined
}

/** What is well-formed and cannot be played nevertheless. */
const misfits = ({ games: played, entrants, format, rounds }: z.infer<typeof TournamentFile>): Fault[] => [
  // Nobody is there who could end it.
  ...(format === 'ladder' && rounds === undefined
    ? [{ path: ['rounds'], message: 'expected a number: without it a ladder goes on for ever' }]
    : []),
  ...played.flatMap((one, index) => misfitsOfGame(one, ['games', index])),
  ...doubledNames(entrants),
]

function misfitsOfGame({ game: id, seats, options }: TournamentGame, path: Path): Fault[] {
  const game = findGame(id)
  if (!game) return [{ path: [...path, 'game'], message: `expected one of ${games.map((known) => known.id).join(', ')}` }]
  const { min, max } = game.seats
  const read = readOptions(game, options)
  return [
    ...(seats < min || seats > max ? [{ path: [...path, 'seats'], message: `expected ${min} to ${max} for ${id}` }] : []),
    ...(read.ok ? [] : [{ path: [...path, 'options', ...read.field.split('.').filter(Boolean)], message: read.problem }]),
  ]
}

/** Tables and crosstables name entrants: two of one name could not be told apart. */
function doubledNames(entrants: readonly LocalEntrant[]): Fault[] {
  const label = ({ name, version }: LocalEntrant): string => JSON.stringify([name, version])
  const first = new Map(entrants.map((one, index): [string, number] => [label(one), index]).reverse())
  return entrants.flatMap((one, index) =>
    first.get(label(one)) === index
      ? []
      : [{ path: ['entrants', index], message: 'another entrant has the same name and version: expected a `name` of its own' }],
  )
}

function complaintOf({ path, message, key }: Fault, document: Document, lines: LineCounter): Complaint {
  const found = document.getIn(path)
  const got =
    isNode(found) || found === undefined || message.includes('received') ? '' : `, got ${clipped(JSON.stringify(found), 60)}`
  return {
    line: lineOf(document, lines, path, key),
    path: path.map(String).join('.'),
    message: `${message}${key === undefined ? got : ''}`,
  }
}

/** Of what is at the path, or of the nearest around it that is there. */
function lineOf(document: Document, lines: LineCounter, path: Path, key: string | undefined): number {
  const node = document.getIn(path, true)
  if (isMap(node) && key !== undefined) {
    const named = node.items.find((pair) => isScalar(pair.key) && pair.key.value === key)
    if (isScalar(named?.key) && named.key.range) return lines.linePos(named.key.range[0]).line
  }
  if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
  return path.length === 0 ? 1 : lineOf(document, lines, path.slice(0, -1), key)
}
