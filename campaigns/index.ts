/** `npm run campaign -- kills|race|streams|rewind|leaks|plants|hostile|clocks|tournaments`: exit code 1 if anything went wrong that must not. */

import { exitWith } from '../src/platform/failure.js'
import { clocks } from './clocks.js'
import { type Campaign, type Flags, readFlags } from './flags.js'
import { closeGrounds } from './ground.js'
import { hostile } from './hostile/index.js'
import { kills } from './kills.js'
import { leaks } from './leaks/index.js'
import { plants } from './leaks/plants.js'
import { type Outcome, report, type Say } from './outcome.js'
import { race } from './race.js'
import { rewind } from './rewind.js'
import { streams } from './streams.js'
import { tournaments } from './tournaments.js'

const RUN: Readonly<Record<Campaign, (flags: Flags, say: Say) => Promise<Outcome>>> = {
  kills,
  race,
  streams,
  rewind,
  leaks,
  plants,
  hostile,
  clocks,
  tournaments,
}

async function main(args: readonly string[]): Promise<void> {
  const { campaign, flags } = readFlags(args)
  console.log(`${campaign}, seed ${flags.seed}`)
  const outcome = await RUN[campaign](flags, (line) => console.log(`  ${line}`))
  console.log(report(campaign, outcome))
  process.exitCode = outcome.failures.length === 0 ? 0 : 1
}

for (const [signal, exitCode] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => closeGrounds().finally(() => process.exit(exitCode)))

main(process.argv.slice(2)).catch(exitWith)
