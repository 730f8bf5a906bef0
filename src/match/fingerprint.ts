/** A name for the exact code of an engine: a snapshot written by other code is ignored. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { games } from '../games/registry.js'

const gamesFolder = new URL('../games/', import.meta.url)

function fingerprint(game: string): string {
  const hash = createHash('sha256')
  for (const folder of [gamesFolder, new URL(`${game}/`, gamesFolder)]) {
    const files = readdirSync(folder).filter((file) => /\.(js|ts)$/.test(file) && !file.endsWith('.d.ts'))
    for (const file of files.sort()) hash.update(file).update(readFileSync(new URL(file, folder)))
  }
  return hash.digest('base64url').slice(0, 16)
}

export const fingerprints: ReadonlyMap<string, string> = new Map(games.map(({ id }) => [id, fingerprint(id)]))
