export function verdict(sets: readonly number[], seats: number, bar: number): boolean | undefined
export function interval(share: number, matches: number): [number, number]
