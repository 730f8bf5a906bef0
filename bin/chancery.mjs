#!/usr/bin/env node
import { existsSync } from 'node:fs'

// An installed package has no sources and needs no set-up. Progress goes to stderr: stdout belongs to the command.
if (existsSync(new URL('../src', import.meta.url))) {
  const { setupOrExit } = await import('../scripts/setup.mjs')
  await setupOrExit()
}
await import('../dist/cli/index.js')
