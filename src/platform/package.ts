import { readFileSync } from 'node:fs'
import { z } from 'zod'

const Package = z.object({ version: z.string() })

/** The version in a package.json. */
export const packageVersion = (file: string | URL): string => Package.parse(JSON.parse(readFileSync(file, 'utf8'))).version
