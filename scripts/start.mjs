// The server runs in this very process, so that a signal sent to it has no shell or parent in between.
import { setupOrExit } from './setup.mjs'

await setupOrExit()
await import('../dist/server.js')
