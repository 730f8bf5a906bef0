/** A copy of the compiled project in which a leak has been planted: the campaign must find it. */
import { spawn } from 'node:child_process'
import { chmod, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Plant {
  /** Below `dist`. */
  readonly file: string
  readonly from: string
  readonly to: string
}

/** The folder of the copy; whoever asked for it removes it. */
export async function leakyServer(plants: readonly Plant[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'chancery-leaky-'))
  await chmod(folder, 0o755)
  await cp(join(root, 'dist'), join(folder, 'dist'), { recursive: true })
  for (const shared of ['node_modules', 'prisma', 'package.json']) await symlink(join(root, shared), join(folder, shared))
  try {
    for (const plant of plants) await dig(folder, plant)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  return folder
}

/** Runs the campaign of the copy against the server of the copy: both have the leak in them. */
export async function campaignWith(
  plants: readonly Plant[],
  args: readonly string[],
): Promise<{ code: number | null; output: string }> {
  const folder = await leakyServer(plants)
  try {
    return await run(join(folder, 'dist', 'campaigns', 'index.js'), args)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function dig(folder: string, { file, from, to }: Plant): Promise<void> {
  const path = join(folder, 'dist', file)
  const text = await readFile(path, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`)
  await writeFile(path, text.replaceAll(from, to))
}

function run(file: string, args: readonly string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.once('close', (code) => resolve({ code, output }))
  })
}
