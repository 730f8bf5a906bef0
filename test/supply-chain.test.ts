/** What a production install brings: few packages, each with a reason, under licences that were looked at; and the bill of it all. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const bill = json('dist/sbom.cdx.json')
const lock = json('package-lock.json')

interface Component {
  readonly 'bom-ref': string
  readonly name: string
  readonly purl: string
  readonly version: string
  readonly hashes: readonly { readonly alg: string; readonly content: string }[]
  readonly licenses: readonly {
    readonly expression?: string
    readonly license?: { readonly id?: string; readonly name?: string }
  }[]
}
const components: readonly Component[] = bill.components

const ACCEPTED = [
  ...['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'Unlicense', '0BSD', 'BSL-1.0'],
  ...['MIT and ISC', 'Apache-2.0 AND BSL-1.0'],
]
/** Named in docs/decisions/0013-what-is-shipped.md. */
const EXCEPTIONS: Readonly<Record<string, string>> = { elkjs: 'EPL-2.0', argparse: 'Python-2.0' }

const licenceOf = ({ licenses: [first] }: Component): string | undefined =>
  first?.expression ?? first?.license?.id ?? first?.license?.name

test('every production dependency has its reason in the decision, and no other is named there', () => {
  const decision = readFileSync('docs/decisions/0013-what-is-shipped.md', 'utf8')
  const named = [...decision.matchAll(/^\| `([^`]+)` \| \S/gm)].map(([, name]) => name)
  expect(named.toSorted()).toEqual(Object.keys(json('package.json').dependencies).toSorted())
})

test('every licence was looked at', () => {
  const strange = components.filter((one) => !ACCEPTED.includes(licenceOf(one) ?? '') && EXCEPTIONS[one.name] !== licenceOf(one))
  expect(strange.map((one) => `${one.purl}: ${licenceOf(one)}`)).toEqual([])
})

test('the bill names every package of a production install, with its hash', () => {
  expect([bill.bomFormat, bill.specVersion, bill.metadata.component.name]).toEqual(['CycloneDX', '1.6', 'chancery'])
  const places = Object.keys(lock.packages).filter((path) => path !== '' && lock.packages[path].dev !== true)
  expect(components.map((one) => one['bom-ref'])).toEqual(places)
  for (const one of components) {
    expect(one.hashes, one.purl).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }])
    expect(one.version).toBe(lock.packages[one['bom-ref']].version)
  }
})

test('the bill tells what stands on what, down to the last package', () => {
  const edges = new Map<string, string[]>(
    bill.dependencies.map((one: { ref: string; dependsOn: string[] }) => [one.ref, one.dependsOn]),
  )
  const reached = new Set<string>()
  const visit = (ref: string): void => {
    if (reached.has(ref)) return
    reached.add(ref)
    for (const next of edges.get(ref) ?? []) visit(next)
  }
  visit('chancery')
  expect([...reached].toSorted()).toEqual(['chancery', ...components.map((one) => one['bom-ref'])].toSorted())
})
