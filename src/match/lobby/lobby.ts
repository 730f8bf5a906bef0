/** Players who make, join and leave matches before they begin. Each change is one transaction; the start is not part of it (see starting.ts). */
import type { Pool, PoolClient } from 'pg'
import type { Player } from '../../accounts/caller.js'
import { houseOf } from '../../accounts/house-ids.js'
import { transaction } from '../../platform/database.js'
import { invalid } from '../../platform/problem.js'
import { once } from '../once.js'
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
