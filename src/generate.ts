/** Writes the files that are generated from the schemas and tables; with `--check` it only tells whether they are up to date. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { schemaDocument } from './api/graphql/schema/document.js'
import { openapiDocument } from './api/rest/openapi.js'
import { readAuthorisation, withAuthorisation } from './authorisation.js'
import type { AnyGame } from './games/contract.js'
import { games } from './games/registry.js'
import { midPlay } from './match/viewing/mid-play.js'
import { withExample } from './rules-example.js'
import { sdkOperations } from './sdk-operations.js'
import { SHARED, sdkTypes } from './sdk-types.js'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

async function generated(): Promise<Readonly<Record<string, string>>> {
  const description = await openapiDocument({
    errors: onDisk('docs/errors.md') ?? '',
    examples: onDisk('openapi/examples.json') ?? '',
  })
  const types = sdkTypes(games)
  return {
    'schema.graphql': schemaDocument(games).text,
    'openapi/openapi.json': description,
    'SECURITY.md': withAuthorisation(onDisk('SECURITY.md') ?? '', readAuthorisation(onDisk('docs/authorisation.json') ?? '')),
    ...Object.fromEntries(games.map(rulesPageOf)),
    ...types,
    ...sdkOperations(description, { games: games.map(({ id }) => id), shared: types[SHARED] ?? '' }),
  }
}

function rulesPageOf(game: AnyGame): [file: string, text: string] {
  const file = `docs/games/${game.id}.md`
  return [file, withExample(onDisk(file) ?? '', midPlay(game))]
}

function onDisk(file: string): string | undefined {
  try {
    return readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n')
  } catch {
    return undefined
  }
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

const check = process.argv.includes('--check')
for (const [file, text] of Object.entries(await generated())) {
  if (onDisk(file) === text) continue
  if (check) {
    console.error(`${file} is not what the schemas and tables say: run \`npm run generate\` and commit it.`)
    process.exitCode = 1
  } else {
    write(file, text)
    console.log(`${file} written.`)
  }
}
