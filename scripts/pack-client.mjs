/**
 * Makes the package `@chancery/client` from what tsc has made of src/client: one file of JavaScript, one of types, README and licence.
 * Writes the tarball below `build/`, or into the folder that is named, and prints its path.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { gzip } from './deflate.mjs'
import { root, setupOrExit } from './setup.mjs'

const compiled = join(root, 'dist', 'client')
const read = (...parts) => readFileSync(join(...parts), 'utf8').replaceAll('\r\n', '\n')

/** Types that are written by hand, in the order in which they are read, and types that are written from the schemas. */
const OWN = ['client', 'contract', 'games', 'problem']
const WRITTEN = ['generated/operations', 'generated/shared', 'generated/shapes']

const pascal = (id) => id.replace(/(?:^|-)(.)/g, (_, letter) => letter.toUpperCase())

/** Node and browsers load one file. Minified: types and comments take most of what the package may weigh. */
async function code() {
  const bundle = await rolldown({ input: join(compiled, 'index.js'), logLevel: 'warn' })
  const { output } = await bundle.generate({ minify: true })
  return output[0].code.replaceAll('/* @__PURE__ */ ', '')
}

const withoutComments = (text) => text.replace(/^ *\/\*\*[\s\S]*?\*\/\n/gm, '')
const withoutFieldComments = (text) => text.replace(/^ +\/\*\*.*\*\/\n/gm, '')
const withoutImports = (text) => text.replace(/^import [^;]*;\n/gm, '').replace(/^(?:export \{\};|\/\/.*)\n?/gm, '')
/** The line at the top of a file is for its readers here. */
const withoutHead = (text) => text.replace(/^\/\*\*[^\n]*\*\/\n(?=import )/, '')
const declarations = (file) => withoutImports(withoutHead(read(compiled, `${file}.d.ts`)))

/** Its types under its name. What fields mean is said by the JSON Schemas of `client.game(id)`: here it would double the package. */
function namespaceOf(id) {
  const types = withoutComments(declarations(`generated/${id}`)).replace(/^export (?:declare )?/gm, '')
  return `/** Types of a game. */\nexport declare namespace ${pascal(id)} {\n${types}}\n`
}

/** Files in one, so that no type is looked for elsewhere: what index.ts does not name is not exported. */
function types() {
  const index = read(compiled, 'index.d.ts')
  const exported = new Set(
    [...index.matchAll(/\{([^}]*)\}/g)].flatMap(([, names]) => names.split(',').map((name) => name.trim())),
  )
  const hide = (line, name) => (exported.has(name) ? line : line.slice(line.indexOf('export ') + 'export '.length))
  const own = [...OWN, ...WRITTEN]
    .map((file) => withoutFieldComments(declarations(file)))
    .join('')
    .replace(/^(?:\/\*\*.*\*\/\n)?export (?:declare )?(?:type|interface|const|function|class) (\w+)/gm, hide)
  const games = [...read(compiled, 'generated', 'index.d.ts').matchAll(/from '\.\/([\w-]+)\.js'/g)].map(([, id]) => id)
  return compact(`${own}${games.map(namespaceOf).join('')}export {};\n`)
}

/** Editors show types in their own way, so nobody misses these spaces; without them a tenth more fits into the package. */
const compact = (text) =>
  text
    .split(/(^ *\/\*\*[\s\S]*?\*\/\n)/m)
    .map((part) => (part.includes('/**') ? part.replace(/^ +/gm, '') : squeezed(part)))
    .join('')

const squeezed = (text) =>
  text
    .replace(/^ +/gm, '')
    .replace(/;\n/g, '\n')
    .replace(/^readonly (?=\w+\??:)/gm, '')
    .replace(/ (=>|[=|&?]|\{) /g, '$1')
    .replace(/([:,|=]) /g, '$1')
    .replace(/ \{$/gm, '{')
    .replace(/\{\n/g, '{')
    .replace(/\n\}/g, '}')

function manifest() {
  const { version, license, engines } = JSON.parse(read(root, 'package.json'))
  return {
    name: '@chancery/client',
    version,
    description: 'Play board games on a Chancery server, from Node or a browser.',
    license,
    type: 'module',
    sideEffects: false,
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    types: './index.d.ts',
    files: ['index.js', 'index.d.ts'],
    engines,
    publishConfig: { access: 'public' },
  }
}

async function pack(folder) {
  const made = mkdtempSync(join(tmpdir(), 'chancery-client-'))
  const put = (file, text) => writeFileSync(join(made, file), text)
  try {
    put('package.json', `${JSON.stringify(manifest())}\n`)
    put('index.js', await code())
    put('index.d.ts', types())
    put('README.md', read(root, 'src', 'client', 'README.md'))
    put('LICENSE', read(root, 'LICENSE'))
    mkdirSync(folder, { recursive: true })
    const shell = process.platform === 'win32'
    const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
    const [{ filename }] = JSON.parse(execFileSync(shell ? 'npm.cmd' : 'npm', args, { cwd: made, encoding: 'utf8', shell }))
    const file = join(folder, filename)
    writeFileSync(file, gzip(gunzipSync(readFileSync(file))))
    return file
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

await setupOrExit()
console.log(await pack(resolve(process.argv[2] ?? join(root, 'build'))))
