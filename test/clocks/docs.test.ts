import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startApp } from '../support/app.js'

const equipped = ['bash', 'curl', 'jq'].every((tool) => spawnSync(tool, ['--version']).status === 0)

test.skipIf(!equipped)('docs/clocks.md runs as printed', { timeout: 60_000 }, async () => {
  const script = [...readFileSync('docs/clocks.md', 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)]
    .map(([, block]) => block)
    .join('\n')
  const app = await startApp()
  try {
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
      env: { ...process.env, CHANCERY_URL: app.url },
    })
    const deadlines = [...stdout.matchAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g)].map(([moment]) => Date.parse(moment))
    const [first = 0] = deadlines
    expect(stdout).toContain('"bank": 86400')
    // Anne is away for a week, or for what is left of its first day and six more.
    expect((deadlines.at(-1) ?? 0) - first).toBeGreaterThan(6 * 86_400_000)
    expect(stdout.split('\n')).not.toContain('null')
  } finally {
    await app.close()
  }
})
