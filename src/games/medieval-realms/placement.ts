/** The secret placement of a round: what makes one complete and right. */
import type { Refusal } from '../contract.js'
import { landsInPlay, SECTIONS } from './content.js'
import type { Placement } from './schema.js'
import { buffersOf, playerAt, type State } from './state.js'

/** Why this placement cannot stand; undefined if it can. */
export function placementFault(state: State, seat: number, placement: Placement): Refusal | undefined {
  return wrongNumber(state, seat, placement) ?? wrongLand(state, placement) ?? besideBuffer(placement)
}

function wrongNumber(state: State, seat: number, placement: Placement): Refusal | undefined {
  const { mayor, admiral, general } = playerAt(state, seat).leaders
  return (
    miscount('mayor', placement.mayors.length, mayor) ??
    miscount('admiral', placement.admirals.length, admiral) ??
    miscount('general', placement.generals.length, general) ??
    bufferMiscount(placement.buffers.length, buffersOf(state))
  )
}

function miscount(name: string, placed: number, owned: number): Refusal | undefined {
  const code = name.toUpperCase()
  if (placed < owned)
    return no(`${code}_NOT_PLACED`, `You own ${owned} of this kind and placed ${placed}: every ${name} must be placed.`)
  return placed > owned ? no(`TOO_MANY_${code}S`, `You placed ${placed} of this kind and own ${owned} (${name}).`) : undefined
}

const bufferMiscount = (placed: number, owned: number): Refusal | undefined =>
  owned === 0 && placed > 0 ? no('NO_BUFFERS', 'Buffer mayors are used with two seats only.') : miscount('buffer', placed, owned)

function wrongLand(state: State, { admirals, generals, buffers }: Placement): Refusal | undefined {
  const last = landsInPlay(state.players.length)
  const outside = [...admirals, ...generals, ...buffers].find((land) => land > last)
  return outside
    ? no('LAND_NOT_IN_PLAY', `Land ${outside} is used with five seats only; here the lands are 1 to ${last}.`)
    : undefined
}

function besideBuffer({ admirals, generals, buffers }: Placement): Refusal | undefined {
  const shared = buffers.find((land) => admirals.includes(land) || generals.includes(land))
  return shared
    ? no('BUFFER_BESIDE_MILITARY', `A buffer stands only where you have no admiral or general: not on land ${shared}.`)
    : undefined
}

/** In one fixed order, so that a placement tells where leaders stand and nothing else. */
export const inOrder = ({ mayors, admirals, generals, buffers }: Placement): Placement => ({
  mayors: mayors.toSorted((a, b) => SECTIONS.indexOf(a) - SECTIONS.indexOf(b)),
  admirals: rising(admirals),
  generals: rising(generals),
  buffers: rising(buffers),
})

const rising = (lands: readonly number[]): number[] => lands.toSorted((a, b) => a - b)

const no = (code: string, message: string): Refusal => ({ code, message })
