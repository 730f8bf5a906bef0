/** The shapes of players and tokens that go in or out. */
import { z } from 'zod'
import { words } from '../games/described.js'
import { Player, PlayerKind, SCOPES, Scope } from './caller.js'
import { hasInvisible, isOfCommonLetters, isOfOneAlphabet } from './names.js'

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
      .refine(isOfCommonLetters, 'Latin letters of languages, none of phonetics')
      .refine((name) => !hasInvisible(name), 'letters that can be seen')
      .meta({ minLength: 2, maxLength: 40 })
      .describe(
        'Shown to others. Refused if another is the same but for case or for letters that look alike: I l 1, O 0, VV W, rn m, and those of other alphabets.',
      ),
    kind: PlayerKind.refine((kind) => kind !== 'house', 'a person or a bot')
      .default('person')
      .describe('A person or a bot.'),
  })
  .meta({ id: 'RegisterPlayer', description: 'A new player.' })

/** Names that are registered in one request. */
const BULK = 1000

export const RegisterPlayers = z
  .strictObject({
    players: z
      .array(
        RegisterPlayer.extend({
          name: z.string().max(100).describe('As for a single player; each name is judged on its own.'),
        }).meta({
          id: 'NewPlayer',
          description: 'One of several new players.',
        }),
      )
      .min(1)
      .max(BULK)
      .describe(`Up to ${BULK}; each is answered on its own.`),
  })
  .meta({ id: 'RegisterPlayers', description: 'Several new players.' })
export type RegisterPlayers = z.infer<typeof RegisterPlayers>

export const Registration = z
  .strictObject({
    player: Player.nullable().describe('The new player; null if there is a problem.'),
    token: z
      .string()
      .nullable()
      .describe(
        'Its first token, shown this once; null if there is a problem, or if the token of an earlier answer no longer works.',
      ),
    problem: z
      .strictObject({ code: z.string().describe('Stable; for programs.'), message: z.string().describe('For people.') })
      .meta({ id: 'RegistrationProblem', description: 'Why a player was not registered.' })
      .nullable()
      .describe('Why it was not registered; null if it was.'),
  })
  .meta({ id: 'Registration', description: 'What became of one of several new players.' })
export type Registration = z.infer<typeof Registration>

export const EraseMe = z
  .strictObject({ name: z.string().describe('Your name, as a confirmation: this cannot be undone.') })
  .meta({ id: 'EraseMe', description: 'That you want your account to be erased.' })

const reason = z.string().trim().min(1).max(500).describe('Why, for other administrators: kept for ever, so name nobody.')
export const AdministerPlayer = z
  .strictObject({ reason })
  .meta({ id: 'AdministerPlayer', description: 'An act of an administrator on a player.' })
export type AdministerPlayer = z.infer<typeof AdministerPlayer>

export const ResetTokens = AdministerPlayer.extend({
  organise: z.boolean().default(false).describe('Whether the new token has the scope organise.'),
}).meta({ id: 'ResetTokens', description: 'A new token in the place of all that a player has.' })
export type ResetTokens = z.infer<typeof ResetTokens>

export const PlayerRecord = Player.extend({
  administrator: z.boolean().describe('Whether it runs the server.'),
  blockedAt: z.iso.datetime().nullable().describe('Since when its tokens are refused; null if they are not.'),
  erasedAt: z.iso.datetime().nullable().describe('When its name and tokens were erased; null if they were not.'),
}).meta({ id: 'PlayerRecord', description: 'A player as administrators see it.' })
export type PlayerRecord = z.infer<typeof PlayerRecord>

export const PlayerFilter = z
  .strictObject({
    name: z.string().min(1).max(40).optional().describe('Only players whose names begin so, whatever the case of the letters.'),
    kind: PlayerKind.optional().describe('Only persons, only bots, or the house.'),
    blocked: z.boolean().optional().describe('Only those who are blocked, or only those who are not.'),
  })
  .describe('Which players are listed: what is left out does not narrow the list.')
export type PlayerFilter = z.infer<typeof PlayerFilter>

const ACTS = ['block', 'unblock', 'erase', 'resetTokens', 'cancelMatch', 'abortMatch'] as const
export const ActKind = words(ACTS, {
  id: 'ActKind',
  description: 'What an administrator did.',
  values: {
    block: 'Refused the tokens of a player.',
    unblock: 'Accepted them again.',
    erase: 'Erased the name and the tokens of a player; by the player itself, if it asked for it.',
    resetTokens: 'Revoked all tokens of a player and made a new one.',
    cancelMatch: 'Cancelled an open match.',
    abortMatch: 'Ended a running match without a result.',
  },
})
export type ActKind = z.infer<typeof ActKind>

export const Act = z
  .strictObject({
    id: z.uuid().describe('Id of the act.'),
    at: z.iso.datetime().describe('When.'),
    by: Player.describe('Who did it.'),
    act: ActKind.describe('What.'),
    player: Player.nullable().describe('On whom; null if on a match.'),
    match: z.uuid().nullable().describe('On which match; null if on a player.'),
    reason: z.string().describe('Why.'),
  })
  .meta({ id: 'Act', description: 'Something that an administrator did.' })
export type Act = z.infer<typeof Act>

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
      .regex(
        /^\/v1\/(?:me\/stream|matches\/[0-9a-f-]{36}\/notices|tournaments\/[0-9a-f-]{36}\/records)$/,
        '/v1/me/stream, /v1/matches/{id}/notices or /v1/tournaments/{id}/records',
      )
      .describe('The stream to open, without a query: /v1/me/stream, /v1/matches/{id}/notices or /v1/tournaments/{id}/records.'),
  })
  .meta({ id: 'StreamTicketRequest', description: 'The stream that a ticket is for.' })

export const StreamTicket = z
  .strictObject({
    address: z.string().describe('Open this, once; a query such as `&after=12` may be added.'),
    expiresAt: z.iso.datetime().describe('The stream must be opened before; it may last longer.'),
  })
  .meta({ id: 'StreamTicket', description: 'An address that opens one stream once.' })
export type StreamTicket = z.infer<typeof StreamTicket>
