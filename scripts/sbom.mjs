/**
 * The bill of materials of what is shipped, in CycloneDX 1.6: every package that a production install brings, from package-lock.json alone, so that the same
 * lock file gives the same bill.
 */

const LICENCE_ID = /^[\w.+-]+$/
const EXPRESSION = / (AND|OR|WITH) /

/** The production packages by their place in node_modules. What is only for other platforms belongs to it: another platform may be shipped to. */
export const shipped = ({ packages }) => Object.entries(packages).filter(([path, { dev, link }]) => path !== '' && !dev && !link)

const nameOf = (path, { name }) => name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

const purlOf = (name, version) => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`

/** npm writes `sha512-` and base64; CycloneDX wants the name of the algorithm and hexadecimal. */
function hashesOf({ integrity = '' }) {
  const [algorithm, digest] = integrity.split('-')
  if (algorithm !== 'sha512' || !digest) return []
  return [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }]
}

/** An identifier of SPDX, an expression of several, or else whatever the package says. */
function licencesOf({ license }) {
  if (!license) return []
  if (EXPRESSION.test(license)) return [{ expression: license }]
  return [{ license: LICENCE_ID.test(license) ? { id: license } : { name: license } }]
}

function componentOf([path, entry]) {
  const name = nameOf(path, entry)
  const [scope, plain] = name.startsWith('@') ? name.split('/') : [undefined, name]
  return {
    type: 'library',
    'bom-ref': path,
    ...(scope && { group: scope }),
    name: plain,
    version: entry.version,
    scope: entry.optional ? 'optional' : 'required',
    hashes: hashesOf(entry),
    licenses: licencesOf(entry),
    purl: purlOf(name, entry.version),
  }
}

/** As Node finds it: in the package's own node_modules, or in that of whatever holds it. */
function placeOf(name, from, known) {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('node_modules/')))) {
    const place = `${base.replace(/\/$/, '')}${base === '' ? '' : '/'}node_modules/${name}`
    if (known.has(place)) return place
    if (base === '') return undefined
  }
}

function edgesOf([path, { dependencies = {}, optionalDependencies = {}, peerDependencies = {} }], known) {
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
  const places = names.map((name) => placeOf(name, path, known)).filter((place) => place !== undefined)
  return { ref: path || 'chancery', dependsOn: [...new Set(places)].sort() }
}

export function billOfMaterials(lock) {
  const entries = shipped(lock)
  const known = new Set(entries.map(([path]) => path))
  const { name, version, license, dependencies } = lock.packages['']
  const root = {
    type: 'application',
    'bom-ref': name,
    name,
    version,
    licenses: licencesOf({ license }),
    purl: purlOf(name, version),
  }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: root },
    components: entries.map(componentOf),
    dependencies: [['', { dependencies }], ...entries].map((entry) => edgesOf(entry, known)),
  }
}
