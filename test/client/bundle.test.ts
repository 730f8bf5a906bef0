import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const folder = fileURLToPath(new URL('../../dist/client/', import.meta.url))

test('what the SDK is at run time imports only itself, so that a browser can load it', () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.js'))
  const imports = files.flatMap((file) =>
    [...readFileSync(folder + file, 'utf8').matchAll(/(?:from|import)\s*\(?['"]([^'"]+)['"]/g)].map(([, path]) => path as string),
  )
  expect(imports.length).toBeGreaterThan(3)
  expect(imports.filter((path) => !/^\.\/[\w-]+\.js$/.test(path))).toEqual([])
})

test('it is small', () => {
  const bytes = readdirSync(folder)
    .filter((file) => file.endsWith('.js'))
    .reduce((sum, file) => sum + readFileSync(folder + file).length, 0)
  expect(bytes).toBeLessThan(27_500)
})

test('it is exported by the name that examples use', async () => {
  const { exports } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    exports: Record<string, { default: string }>
  }
  expect(exports['./client']?.default).toBe('./dist/client/index.js')
})
