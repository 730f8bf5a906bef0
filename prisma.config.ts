import { defineConfig } from 'prisma/config'

/**
 * These commands never start the schema engine, yet refuse to run when it is neither there nor downloadable. Naming any
 * executable lets them work offline. `migrate` needs the real engine and must not be fooled.
 */
const NEEDS_NO_ENGINE = ['generate', 'validate', 'format']

if (process.argv.some((arg) => NEEDS_NO_ENGINE.includes(arg))) {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath
}

const url = process.env.DATABASE_URL

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  ...(url === undefined ? {} : { datasource: { url } }),
})
