/** Work on one match goes through one at a time; different matches do not wait for each other. */
export function turnstile(): <T>(match: string, work: () => Promise<T>) => Promise<T> {
  const tails = new Map<string, Promise<unknown>>()
  return (match, work) => {
    const before = tails.get(match)
    const run = before ? before.then(work, work) : work()
    const tail: Promise<unknown> = run.catch(() => undefined).then(() => tails.get(match) === tail && tails.delete(match))
    tails.set(match, tail)
    return run
  }
}
