/**
 * The compiled server and command line, each with all its packages, in a few files: Node loads them in half the time that it takes for some thousand.
 * For tests that need any process of ours; `test/platform/first-start.test.ts` and `test/cli/process.test.ts` start the files that are shipped.
 */
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url))

type Program = 'server' | 'command'

const SHIPPED: Readonly<Record<Program, string>> = { server: join(DIST, 'server.js'), command: join(DIST, 'cli', 'index.js') }

export const shipped = (program: Program): string => SHIPPED[program]

/** The bundle of this run; what is shipped, where there is none. */
export const bundled = (program: Program): string =>
  process.env.BUNDLE === undefined ? shipped(program) : join(process.env.BUNDLE, `${program}.mjs`)

/** Files look for others, such as migrations and pages, from where they lay before. */
const whereItWas: Plugin = {
  name: 'where it was',
  transform: {
    filter: { code: /import\.meta\.url|__dirname/ },
    handler(code, id) {
      const addressed = code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      // Prisma's client gives itself a name that CommonJS would give.
      return id.startsWith(DIST) ? addressed : addressed.replaceAll('__dirname', JSON.stringify(dirname(id)))
    },
  },
}

/** Written into the folder, for all processes that this one starts. A run within a run is given that of the outer one. */
export async function bundlePrograms(folder: string): Promise<void> {
  if (process.env.BUNDLE !== undefined) return
  const bundle = await rolldown({ input: SHIPPED, platform: 'node', logLevel: 'silent', plugins: [whereItWas] })
  await bundle.write({ dir: folder, entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' })
  await bundle.close()
  process.env.BUNDLE = folder
}
