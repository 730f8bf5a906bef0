/** The example at the end of a rules page: a real view and a real move. */
import type { MidPlay } from './match/viewing/mid-play.js'
import { withPart } from './written-part.js'

const BEGIN = '<!-- Written by `npm run generate` from a seeded match. -->'
const WIDTH = 150

export const withExample = (page: string, example: MidPlay): string => withPart(page, BEGIN, section(example))

const section = ({ seats, version, seat, decision, view, move, label }: MidPlay): string => `
A match of ${seats} random players at version ${version}: seat ${seat} is awaited for the decision \`${decision}\` and sees

\`\`\`json
${inLines(view)}
\`\`\`

It then makes the move "${label}":

\`\`\`json
${inLines(move)}
\`\`\`
`

/** JSON with as much on a line as fits; the outermost object has a line for each field. */
function inLines(value: unknown, indent = ''): string {
  const short = JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ')
  if (typeof value !== 'object' || value === null || indent.length + short.length <= WIDTH) return short
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const name = (key: string): string => (Array.isArray(value) ? '' : `${JSON.stringify(key)}: `)
  const items = Object.entries(value).map(([key, one]) => name(key) + inLines(one, inner))
  const text = indent === '' ? items.join(`,\n${inner}`) : filled(items, inner)
  return `${open}\n${inner}${text}\n${indent}${close}`
}

/** Several items on a line where they are short. */
const filled = (items: readonly string[], indent: string): string =>
  items.reduce((text, item) => {
    const line = text.slice(text.lastIndexOf('\n') + 1)
    return `${text},${line.length + item.length < WIDTH - indent.length ? ' ' : `\n${indent}`}${item}`
  })
