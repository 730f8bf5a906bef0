/** The command as a process of its own, from the compiled code that `npm test` has made. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const BIN = fileURLToPath(new URL('../../bin/chancery.mjs', import.meta.url))

const chancery = (...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((resolve) =>
    execFile(process.execPath, [BIN, ...argv], (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    ),
  )

test('chancery simulate prints its lines on standard output and nothing else', async () => {
  const { code, stdout } = await chancery('simulate', 'kingdoms', '--seats', '2', '--matches', '2', '--seed', '1', '--json')
  expect(code).toBe(0)
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).match),
  ).toEqual([1, 2])
})

test('a mistake is one line on standard error, exit code 2, no stack', async () => {
  const { code, stdout, stderr } = await chancery('simulate', 'chess')
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(/^chancery: game: expected one of .*, got "chess"$/)
  expect(stderr).not.toMatch(/^\s+at /m)
})
