/** Tokens: `chy_` and 256 random bits. Only their hash is kept. */
import { createHash, randomBytes } from 'node:crypto'

const SHAPE = /^chy_[A-Za-z0-9_-]{43}$/

export const newToken = (): string => `chy_${randomBytes(32).toString('base64url')}`
export const isToken = (text: string): boolean => SHAPE.test(text)
/** A plain hash is enough: there is nothing to guess in 256 random bits. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url')
