/** Runs one command line in silence and prints how long it took: {seconds, cpuSeconds}. */
import { main } from '../dist/cli/main.js'

const began = performance.now()
const code = await main(process.argv.slice(2), { out() {}, complain: console.error })
const { user, system } = process.cpuUsage()
console.log(JSON.stringify({ seconds: (performance.now() - began) / 1000, cpuSeconds: (user + system) / 1e6 }))
process.exit(code)
