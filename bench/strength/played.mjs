/**
 * What has been played, in a file beside this one: a line for each contest, with its sets so far and the print of its first set. Whoever plays that set again and
 * gets the same print has the same bots, however they were written; other prints mean other bots, and what those have played says nothing about these.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const FILE = fileURLToPath(new URL('./played.json', import.meta.url))

/** By the id of its contest: `{ print, sets }`. */
export const played = () => (existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {})

/** In the order of the contests, whatever was played first; a contest that is no more is forgotten. */
export function keep(all, contests) {
  const lines = contests.filter(({ id }) => all[id]).map(({ id }) => `${JSON.stringify(id)}: ${JSON.stringify(all[id])}`)
  writeFileSync(`${FILE}.new`, `{\n${lines.join(',\n')}\n}\n`)
  renameSync(`${FILE}.new`, FILE)
}

/** Its sets so far, if its first one goes as it did; otherwise that one alone. */
export const goingOn = (kept, first) => (kept?.print === first.print ? kept : { print: first.print, sets: [first.share] })
