/** Long texts, a page at a time: cut between lines, so that no page is longer than a reader can take. */
import { clipped } from '../../platform/complaint.js'
import { invalid } from '../../platform/problem.js'

/** In characters. */
const PAGE = 12_000
/** Of what is told in one piece: no view of a game is half as long. */
const LONGEST = 40_000

export function pageOf(text: string, page: number): string {
  const pages = pagesOf(text)
  const found = pages[page - 1]
  if (found === undefined) throw invalid(`page: there are ${pages.length}`)
  return pages.length === 1 ? found : `${found}\n\n(Page ${page} of ${pages.length}.)`
}

function pagesOf(text: string): string[] {
  const pages: string[] = []
  for (const line of text.split('\n').flatMap(pieces)) {
    const last = pages.at(-1)
    if (last !== undefined && last.length + line.length < PAGE) pages[pages.length - 1] = `${last}\n${line}`
    else pages.push(line)
  }
  return pages
}

/** A line that is longer than a page. */
const pieces = (line: string): string[] =>
  line.length <= PAGE
    ? [line]
    : Array.from({ length: Math.ceil(line.length / PAGE) }, (_, at) => line.slice(at * PAGE, (at + 1) * PAGE))

export const bounded = (text: string): string => clipped(text, LONGEST)
