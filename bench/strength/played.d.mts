interface Played {
  readonly print: string
  readonly sets: number[]
}
export function goingOn(kept: Played | undefined, first: { readonly print: string; readonly share: number }): Played
