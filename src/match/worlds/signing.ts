/**
 * States that leave the server and come back. A state is trusted because of the signature of the server that made it: nobody else can make one, so engines
 * meet none that their own rules did not lead to. It names the very code of the engine, because another may keep its states otherwise.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { Problem } from '../../platform/problem.js'

interface Engine {
  readonly game: string
  readonly fingerprint: string
}

const FORMAT = 'world1'

export const signed = (key: Uint8Array, { game, fingerprint }: Engine, state: unknown): string => {
  const text = JSON.stringify(state)
  const head = `${FORMAT} ${game} ${fingerprint}`
  return `${head} ${signatureOf(key, head, text)} ${text}`
}

const signatureOf = (key: Uint8Array, head: string, text: string): string =>
  createHmac('sha256', key).update(`${head} ${text}`).digest('base64url')

const PARTS = /^(\w+ ([\w-]+) ([\w-]+)) ([\w-]{43}) /

/** Undefined if this key has not signed it. Throws if it is good and cannot be used here any more. */
export function readSigned(key: Uint8Array, { game, fingerprint }: Engine, given: string): { state: unknown } | undefined {
  const [whole = '', head = '', named, code, signature = ''] = PARTS.exec(given) ?? []
  const text = given.slice(whole.length)
  if (whole === '' || !timingSafeEqual(Buffer.from(signatureOf(key, head, text)), Buffer.from(signature))) return undefined
  if (named !== game) throw new Problem(422, 'WRONG_GAME', `This is a state of ${named}, not of ${game}.`)
  if (code !== fingerprint)
    throw new Problem(
      422,
      'STATE_OUTDATED',
      'The server plays by other code now than when it gave this state: imagine or begin anew.',
    )
  return { state: JSON.parse(text) }
}

export const notSigned = (): Problem =>
  new Problem(422, 'STATE_NOT_SIGNED', 'This is no state that the server gave: send one back as it was, every character of it.')
