/** Several ways to do the same, by name, each of which is run for so many seconds. */
const ROUNDS = 5
const WARM_UP_SECONDS = 2

/** All in turns, so that whatever else the machine does meets every one; the first round only warms up. */
export async function inRounds(ways, seconds) {
  const rounds = []
  for (let n = 0; n <= ROUNDS; n++) {
    const round = {}
    for (const [name, run] of Object.entries(ways)) round[name] = await run(n === 0 ? WARM_UP_SECONDS : seconds)
    if (n > 0) rounds.push(round)
  }
  return rounds
}
