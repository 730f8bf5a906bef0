import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Begun first, so that no worker is still busy with one of them when all others have finished: the longest, those that mostly wait
 * beside those that mostly compute.
 */
const LONGEST = [
  'test/platform/embedded',
  'test/campaigns/short/hostile',
  'test/platform/start',
  'test/laws/replay',
  'test/cli/play/whole',
  'test/ratings/killed',
  'test/campaigns/',
  'test/api/whole-matches',
  'test/api/reference',
  'test/laws/',
  'test/match/',
  'test/client/',
  'test/platform/',
  'test/api/authorisation',
  'test/log/',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.findIndex((start) => moduleId.includes(`/${start}`))
      return found === -1 ? LONGEST.length : found
    }
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  // Vite would give our code the .mjs of graphql and packages the .js: two libraries that refuse each other's schemas.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/cpu-of-file.ts'],
    pool: 'forks',
    // One more than the cores of a small machine: many tests wait for Postgres, for processes or for time to pass.
    maxWorkers: 3,
    // Files share the modules of their worker: loading them anew for each file took longer than most of the tests.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
  },
})
