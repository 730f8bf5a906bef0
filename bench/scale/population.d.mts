export const LIGHT: number
export const HEAVY: number
export const EVERYWHERE: number
export function playerOf(number: number): { readonly id: string; readonly name: string; readonly token: string }
