/** The SDK's types are written from the schemas, and here the compiler says whether they are those that zod infers. */
import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import type { Player } from '../../src/accounts/caller.js'
import type { GameSummary, Me } from '../../src/api/rest/shapes.js'
import type { Shapes } from '../../src/client/generated/shapes.js'
import type * as Written from '../../src/client/generated/shared.js'
import type { Seen } from '../../src/client/index.js'
import type { AnyGame } from '../../src/games/contract.js'
import { type GamesById, games } from '../../src/games/registry.js'
import type { InboxItem } from '../../src/match/inbox-shapes.js'
import type { Seen as AnySeen } from '../../src/match/matches.js'
import type { Transcript } from '../../src/match/offline/transcript.js'
import type * as Shaped from '../../src/match/shapes.js'
import type { InputError } from '../../src/platform/complaint.js'
import { sdkTypes } from '../../src/sdk-types.js'

type Inferred<G extends keyof GamesById> = {
  [Part in Exclude<keyof GamesById[G]['schema'], 'event'>]: z.output<GamesById[G]['schema'][Part]>
}

test('every game has the types of its schemas', () => {
  expectTypeOf<keyof Shapes>().toEqualTypeOf<keyof GamesById>()
  expectTypeOf<Shapes['kingdoms']>().toEqualTypeOf<Inferred<'kingdoms'>>()
  expectTypeOf<Shapes['medieval-realms']>().toEqualTypeOf<Inferred<'medieval-realms'>>()
  expectTypeOf<Shapes['regents']>().toEqualTypeOf<Inferred<'regents'>>()
  expectTypeOf<Shapes['royals']>().toEqualTypeOf<Inferred<'royals'>>()
})

test('so has all that is the same for every game', () => {
  expectTypeOf<Written.AnyAccepted>().toEqualTypeOf<Shaped.Accepted>()
  expectTypeOf<Written.AnyCard>().toEqualTypeOf<Shaped.MatchCard>()
  expectTypeOf<Written.AnyLegalMove>().toEqualTypeOf<z.infer<typeof Shaped.LegalMove>>()
  expectTypeOf<Written.AnyLegalMovePage>().toEqualTypeOf<Shaped.LegalMovePage>()
  expectTypeOf<Written.AnyNoticeItem>().toEqualTypeOf<Shaped.NoticeItem>()
  expectTypeOf<Written.CreateMatch>().toEqualTypeOf<Shaped.CreateMatch>()
  expectTypeOf<Written.GameSummary>().toEqualTypeOf<z.infer<typeof GameSummary>>()
  expectTypeOf<Written.InboxItem>().toEqualTypeOf<InboxItem>()
  expectTypeOf<Written.InputError>().toEqualTypeOf<InputError>()
  expectTypeOf<Written.JoinMatch>().toEqualTypeOf<Shaped.JoinMatch>()
  expectTypeOf<Written.MatchFilter>().toEqualTypeOf<Shaped.MatchFilter>()
  expectTypeOf<Written.Me>().toEqualTypeOf<z.infer<typeof Me>>()
  expectTypeOf<Written.MoveCheck>().toEqualTypeOf<Shaped.MoveCheck>()
  expectTypeOf<Written.Player>().toEqualTypeOf<Player>()
  expectTypeOf<Written.Transcript>().toEqualTypeOf<Transcript>()
  expectTypeOf<Seen['viewer']>().toEqualTypeOf<AnySeen['viewer']>()
})

describe('writing', () => {
  const written = (schema: z.ZodType): string | undefined => {
    const chess = { ...games[0], id: 'chess', schema: { ...games[0]?.schema, view: schema } }
    // A cast: of this game nothing is asked but its schemas.
    return sdkTypes([chess as unknown as AnyGame])['src/client/generated/chess.ts']
  }
  const named = z.enum(['white', 'black']).meta({ id: 'ChessColour', description: 'A colour.' })

  test('what is used twice has a name without that of the game, what is used once has none', () => {
    expect(written(z.strictObject({ one: named }))).toContain("export type View = {\n  one: 'white' | 'black'\n}")
    const twice = written(z.strictObject({ one: named.describe('Yours.'), others: z.array(named.nullable()) }))
    expect(twice).toContain('export type View = {\n  /** Yours. */\n  one: Colour\n  others: (Colour | null)[]\n}')
    expect(twice).toContain("/** A colour. */\nexport type Colour = 'white' | 'black'")
  })

  test('a shape that it has no word for is an error, and so are two of one name', () => {
    expect(() => written(z.strictObject({ when: z.date() }))).toThrow('the types of the SDK have no word for date')
    const view = z.strictObject({}).meta({ id: 'Move' })
    expect(() => written(z.strictObject({ one: view, two: view }))).toThrow('two shapes would have the type Move in the SDK')
  })
})
