/** Players who make, join and leave matches before they begin. Each change is one transaction; the start is not part of it (see starting.ts). */
import type { Pool, PoolClient } from 'pg'
import type { Player } from '../../accounts/caller.js'
import { houseOf } from '../../accounts/house-ids.js'
import { transaction } from '../../platform/database.js'
import { invalid, keyReused } from '../../platform/problem.js'
import { requestHash } from '../play/idempotency.js'
import type { CreateMatch, JoinMatch } from '../shapes.js'
import type { Secrets } from '../store/secrets.js'
import { lockPlayers } from './acceptance.js'
import { inviteAll, type OnInvited } from './invitations.js'
import { makeMatch } from './making.js'
import { requireRateable } from './rateable.js'
import { giveUpSeat, requireAccount, takeSeat } from './seats.js'

interface Inviting {
  readonly guests: readonly Player[]
  readonly onInvited: OnInvited
}

export interface Lobby {
  /** The id of the match made, now or when the same key was used before. */
  create(player: string, input: CreateMatch, key: string | undefined, inviting?: Inviting): Promise<string>
  join(player: string, match: string, input: JoinMatch, key: string | undefined): Promise<void>
  /** True if the seat was given up; false if the match has begun and the player must resign instead. */
  leave(player: string, match: string): Promise<boolean>
}

const NOBODY: Inviting = { guests: [], onInvited: async () => {} }

export function lobby(pool: Pool, secrets: Secrets): Lobby {
  return {
    create: (player, input, key, { guests, onInvited } = NOBODY) =>
      transaction(pool, async (client) => {
        // Before anything refers to them: erasing a player would wait for that, while this waits for the erasing.
        if (guests.length > 0) await lockPlayers(client, [player, ...guests.map(({ id }) => id)])
        await requireAccount(client, player)
        return once(client, player, key, { create: input }, async () => {
          const match = await makeAndJoin(client, secrets, player, input)
          await inviteAll(client, onInvited, player, guests, match)
          return match
        })
      }),
    async join(player, match, input, key) {
      await transaction(pool, async (client) => {
        await requireAccount(client, player)
        return once(client, player, key, { join: match, ...input }, () => takeSeat(client, secrets, player, match, input))
      })
    },
    leave: (player, match) => transaction(pool, (client) => giveUpSeat(client, player, match)),
  }
}

/** The same key and request give the same match or seek again; the key is written in the transaction that it stands for. */
export async function once(
  client: PoolClient,
  player: string,
  key: string | undefined,
  request: object,
  act: () => Promise<string>,
): Promise<string> {
  if (key === undefined) return act()
  const hash = requestHash(request)
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${player} ${key}`])
  const { rows } = await client.query<{ request: string; match_id: string }>(
    'select request, match_id from request_key where player_id = $1 and key = $2',
    [player, key],
  )
  if (rows[0] && rows[0].request !== hash) throw keyReused()
  if (rows[0]) return rows[0].match_id
  const match = await act()
  await client.query('insert into request_key (player_id, key, request, match_id) values ($1, $2, $3, $4)', [
    player,
    key,
    hash,
    match,
  ])
  return match
}

async function makeAndJoin(client: PoolClient, secrets: Secrets, player: string, input: CreateMatch): Promise<string> {
  const unused = input.join ? undefined : (['seat', 'colour'] as const).find((field) => input[field] !== undefined)
  if (unused) throw invalid(`${unused}: there is nobody to give it to where join is false`)
  const bots = (input.bots ?? []).map((one) => ({ who: houseOf(one.bot), ...one }))
  const sitting = input.join ? [{ who: player, seat: input.seat, colour: input.colour }, ...bots] : bots
  const { id, invitation: code } = await makeMatch(client, secrets, player, input)
  requireRateable(
    input,
    sitting.map(({ who }) => who),
  )
  const invitation = code ?? undefined
  const sit = (who: string, { seat, colour }: Pick<JoinMatch, 'seat' | 'colour'>) =>
    takeSeat(client, secrets, who, id, { seat, colour, invitation })
  // Whoever takes any seat that is free leaves the others those they have chosen.
  const inOrder = [...sitting.filter(({ seat }) => seat !== undefined), ...sitting.filter(({ seat }) => seat === undefined)]
  for (const { who, ...chosen } of inOrder) await sit(who, chosen)
  return id
}
