/** The shapes of players and tokens that go in or out. */
import { z } from 'zod'
import { PlayerKind, SCOPES, Scope } from './caller.js'
import { hasInvisible, isOfOneAlphabet } from './names.js'

/** Of one player: tokens that work, and tokens that no longer do and are still listed. */
export const TOKENS = { living: 50, dead: 100 } as const
export interface TokenPage {
  readonly first: number
  /** The id of the last token of the page before. */
  readonly after?: string | undefined
}

/** Ids of players and tokens. */
export const isId = (text: string): boolean => z.uuid().safeParse(text).success

const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,38}[\p{L}\p{N}]$/u
const NAME_RULE = '2 to 40 letters, digits, spaces, dots, dashes or underscores, the first and last a letter or digit'

export const RegisterPlayer = z
  .strictObject({
    name: z
      .string()
      // No `regex`, which would be published: few clients read its \p without a flag that JSON Schema cannot carry.
      .refine((name) => NAME.test(name), NAME_RULE)
      .refine(isOfOneAlphabet, 'letters of one alphabet: Latin, Greek and Cyrillic ones look alike')
      .refine((name) => !hasInvisible(name), 'letters that can be seen')
      .meta({ minLength: 2, maxLength: 40 })
      .describe(
        'Shown to others; no other looks the same, whatever the case of its letters or their alphabet, of which it has one.',
      ),
    kind: PlayerKind.default('person').describe('A person or a bot.'),
  })
  .meta({ id: 'RegisterPlayer', description: 'A new player.' })

export const IssueToken = z
  .strictObject({
    label: z.string().max(80).default('').describe('What you call it, for your own list.'),
    scopes: z
      .array(Scope)
      .min(1)
      .max(SCOPES.length)
      .refine((scopes) => new Set(scopes).size === scopes.length, 'name each scope once')
      .describe('At most those of the token you ask with, each once.'),
    expiresInDays: z.int().min(1).max(3650).optional().describe('Left out, it does not expire.'),
    replace: z
      .boolean()
      .optional()
      .describe('Takes the place of the token you ask with, which is revoked, and with it all that it made.'),
  })
  .meta({ id: 'IssueToken', description: 'Another token for yourself.' })

export const TokenCard = z
  .strictObject({
    id: z.uuid().describe('Id of the token, not the token itself.'),
    label: z.string().describe('What you called it.'),
    scopes: z.array(Scope).describe('What it allows.'),
    createdAt: z.iso.datetime().describe('When it was made.'),
    expiresAt: z.iso.datetime().nullable().describe('When it expires; null if never.'),
    revokedAt: z.iso.datetime().nullable().describe('When it was revoked; null if it was not.'),
  })
  .meta({ id: 'TokenCard', description: 'A token without its secret.' })
export type TokenCard = z.infer<typeof TokenCard>

export const IssuedToken = TokenCard.extend({ token: z.string().describe('Shown this once.') }).meta({
  id: 'IssuedToken',
  description: 'A new token.',
})
export type IssuedToken = z.infer<typeof IssuedToken>

export const StreamTicketRequest = z
  .strictObject({
    address: z
      .string()
      .regex(/^\/v1\/(?:me\/stream|matches\/[0-9a-f-]{36}\/notices)$/, '/v1/me/stream or /v1/matches/{id}/notices')
      .describe('The stream to open, without a query: /v1/me/stream or /v1/matches/{id}/notices.'),
  })
  .meta({ id: 'StreamTicketRequest', description: 'The stream that a ticket is for.' })

export const StreamTicket = z
  .strictObject({
    address: z.string().describe('Open this, once; a query such as `&after=12` may be added.'),
    expiresAt: z.iso.datetime().describe('The stream must be opened before; it may last longer.'),
  })
  .meta({ id: 'StreamTicket', description: 'An address that opens one stream once.' })
export type StreamTicket = z.infer<typeof StreamTicket>
