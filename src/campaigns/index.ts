/** `npm run campaign -- kills|race|streams|leaks`: exit code 1 if anything was lost, doubled, out of order or told to the wrong seat. */
import { exitWith } from '../platform/failure.js'
import { kills } from './kills.js'
import { leaks } from './leaks.js'
import { type Campaign, type Options, readOptions } from './options.js'
import { type Outcome, report, type Say } from './outcome.js'
import { race } from './race.js'
import { streams } from './streams.js'

const RUN: Readonly<Record<Campaign, (options: Options, say: Say) => Promise<Outcome>>> = { kills, race, streams, leaks }

async function main(args: readonly string[]): Promise<void> {
  const { campaign, options } = readOptions(args)
  console.log(`${campaign}, seed ${options.seed}`)
  const outcome = await RUN[campaign](options, (line) => console.log(`  ${line}`))
  console.log(report(campaign, outcome))
  process.exitCode = outcome.failures.length === 0 ? 0 : 1
}

main(process.argv.slice(2)).catch(exitWith)
