/** Which of the media types that we have a client would rather get. */
interface Wanted<Type> {
  readonly type: Type
  readonly q: number
}

/** The one with the highest q in an Accept header, the first named of equals; the first that we have if it names none of them. */
export function preferred<Type extends string>(
  accept: string | undefined,
  [standard, ...others]: readonly [Type, ...Type[]],
): Type {
  const known = [standard, ...others]
  const wanted = (accept ?? '').split(',').flatMap((range) => rangeOf(range, known))
  return wanted.reduce<Wanted<Type>>((best, one) => (one.q > best.q ? one : best), { type: standard, q: 0 }).type
}

function rangeOf<Type extends string>(range: string, known: readonly Type[]): Wanted<Type>[] {
  const [name = '', ...parameters] = range
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const type = known.find((one) => one === name)
  const q = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1)
  return type !== undefined && q > 0 ? [{ type, q }] : []
}
