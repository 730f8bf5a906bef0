/** Variables that are no settings of ours but look like one: whoever writes REGISTRATIONS=closed believes that registration is closed. */
type Environment = Readonly<Record<string, string | undefined>>

/** One sentence that names them with the nearest setting, or undefined if there are none. Values are not repeated: they may be secrets. */
export function strangeSettings(env: Environment, known: readonly string[]): string | undefined {
  const strange = Object.keys(env).flatMap((name) => {
    const nearest = isCandidate(name, env, known) ? nearestTo(name, known) : undefined
    // Where the setting itself is set as well, its lookalike belongs to somebody else.
    return nearest === undefined || env[nearest] ? [] : [`${name} (did you mean ${nearest}?)`]
  })
  return strange.length === 0 ? undefined : `Not settings of this server, and without effect: ${strange.sort().join(', ')}.`
}

/** Of libpq, OpenTelemetry and npm, of Node itself, and what Kubernetes sets for each of its services, one of which may be called chancery. */
const OF_OTHERS = /^(?:PG[A-Z]+$|OTEL_|NPM_|NODE_|KUBERNETES_)|_SERVICE_(?:HOST|PORT)|_PORT_\d+_(?:TCP|UDP)/

const isCandidate = (name: string, env: Environment, known: readonly string[]): boolean =>
  /^[A-Z][A-Z0-9_]*$/.test(name) &&
  Boolean(env[name]) &&
  !known.includes(name) &&
  !OF_OTHERS.test(name) &&
  !/^tcp:/.test(env[name] ?? '')

const OURS = 'CHANCERY_'
/** Shorter names are too like each other: HOSTS, SORT and PORTS belong to anybody. */
const SHORTEST = 7

function nearestTo(name: string, known: readonly string[]): string | undefined {
  if (name.startsWith(OURS)) return closest(name.slice(OURS.length), known, Number.POSITIVE_INFINITY)
  const long = known.filter((one) => one.length >= SHORTEST)
  const same = long.find((one) => stem(one) === stem(name) || (one.includes('_') && name.startsWith(`${one}_`)))
  return same ?? closest(name, long, name.length >= 10 ? 2 : 1)
}

/** TRUSTED_PROXIES and TRUST_PROXY are the same words. */
const stem = (name: string): string =>
  name
    .split('_')
    .map((word) => word.replace(/IES$/, 'Y').replace(/(?:ED|S)$/, ''))
    .join('')

/** The known name that takes the fewest changes of a letter, but no more than `most`. */
function closest(name: string, known: readonly string[], most: number): string | undefined {
  const [first] = known.map((one) => ({ one, changes: changesBetween(name, one) })).sort((a, b) => a.changes - b.changes)
  return first && first.changes <= most ? first.one : undefined
}

/** Levenshtein's distance. */
function changesBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...to].entries())
      next.push(Math.min((row[j] ?? 0) + (letter === other ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    row = next
  }
  return row[to.length] ?? 0
}
