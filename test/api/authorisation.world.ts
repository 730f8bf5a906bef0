/** A public and a private match, and every kind of caller there is, for the matrix of who may do what. */
import { randomUUID } from 'node:crypto'
import { administer } from '../support/administer.js'
import type { TestApp } from '../support/app.js'
import { type Call, caller } from './rest.js'

export type Place = 'public' | 'private'

export interface Who {
  readonly token: string | undefined
  /** Which of the two matches they ask for. */
  readonly place: Place
}

export interface World {
  readonly callers: Readonly<Record<string, Who>>
  readonly matches: Readonly<Record<Place, string>>
  /** The player whose seat, token and id are asked for. */
  readonly holder: string
  /** An open match in which the holder has a seat and others are free. */
  openMatch(place: Place, joining?: readonly []): Promise<string>
  /** A match like those of `matches`, to be ended. */
  runningMatch(place: Place): Promise<string>
  /** One in which the holder's seat is offered to the spectator and outsider. */
  offeredMatch(place: Place): Promise<string>
  /** One that is over. */
  endedMatch(place: Place): Promise<string>
  /** A pending one, from the host to the holder; for others than these always the same. */
  invitation(who: Who): Promise<string>
  /** One of the holder's, which waits; for others always the same. */
  spareSeek(who: Who): Promise<string>
  /** Of the holder, who has entered them: one that waits for entrants, one that runs, and one that is to be ended. */
  readonly tournaments: { readonly open: string; readonly running: string; readonly ending: string }
  /** One of the holder's, in which nobody plays; or the holder. */
  spareTournament(entered?: 'entered'): Promise<string>
  /** A player whom nobody needs. */
  sparePlayer(): Promise<string>
  /** A token of the holder that may only read. */
  spareToken(): Promise<string>
  /** Those of the holder, who may then make others. */
  deleteWebhooks(): Promise<unknown>
  /** A webhook of the holder, with something sent to it. */
  spareWebhook(): Promise<{ id: string; delivery: string }>
}

/** Nobody loses by this clock here. */
const DAYS = { kind: 'decision', seconds: 600_000 }
const SELF_SERVICE = ['read', 'play', 'host'] as const

export async function openWorld(app: TestApp, admin: string): Promise<World> {
  const as = (token: string): Call => caller(app.url, token)
  const [host, holder, other, leaver, former, stranger, blocked] = await Promise.all(
    ['Host', 'Holder', 'Other', 'Leaver', 'Former', 'Stranger', 'Blocked'].map((name) => app.register(name)),
  )
  if (!host || !holder || !other || !leaver || !former || !stranger || !blocked)
    throw new Error('not everybody could be registered')
  const made = async (token: string, path: string, body: object) => {
    const answer = await as(token)('POST', path, body)
    if (answer.status >= 300) throw new Error(JSON.stringify(answer.body))
    return answer.body
  }
  const issued = (token: string, scopes: readonly string[]) => made(token, '/v1/me/tokens', { scopes })
  // The holder begins: whoever sends a move for version 0 is too late for it.
  const options = { starter: 'seat0' }
  const openMatch = async (visibility: Place, joining: readonly { token: string }[] = [holder], seats = 3): Promise<string> => {
    const match = await made(host.token, '/v1/matches', { game: 'kingdoms', seats, join: false, visibility, options })
    for (const { token } of joining)
      await made(token, `/v1/matches/${match.id}/join`, match.invitation ? { invitation: match.invitation } : {})
    return match.id
  }
  const running = async (place: Place): Promise<string> => {
    const match = await openMatch(place, [holder, other, leaver, former], 4)
    await made(leaver.token, `/v1/matches/${match}/leave`, {})
    await made(former.token, `/v1/matches/${match}/hand-over`, {})
    return match
  }
  const ordered = async (place: Place): Promise<string> => {
    const match = await running(place)
    const waiting = { moves: [{ type: 'drawTile' }], decision: 'placeDrawnTile' }
    await as(holder.token)('PUT', `/v1/matches/${match}/orders`, waiting)
    return match
  }
  // Whoever may have an inbox has something in it: a match that waits for them.
  for (const token of [host.token, holder.token, leaver.token, former.token, stranger.token, admin]) {
    const match = await made(token, '/v1/matches', { game: 'kingdoms', seats: 2, options: { starter: 'seat0' } })
    await made(other.token, `/v1/matches/${match.id}/join`, {})
  }
  const expired = await issued(holder.token, SELF_SERVICE)
  await administer(app.databaseUrl, `update token set expires_at = now() - interval '1 hour' where id = $1`, [expired.id])
  const revoked = await issued(holder.token, SELF_SERVICE)
  await as(holder.token)('DELETE', `/v1/me/tokens/${revoked.id}`)
  await made(admin, `/v1/admin/players/${blocked.player.id}/block`, { reason: 'for the matrix' })
  let spares = 0
  // Only an administrator gives the scope organise; here the seat gets it beside its own token.
  const organise = await issued(holder.token, ['read'])
  await administer(app.databaseUrl, `update token set scopes = '{organise}' where id = $1`, [organise.id])
  const tournament = async (...entering: readonly { token: string }[]): Promise<string> => {
    const setting = { name: 'A tournament', format: 'swiss', games: [{ game: 'kingdoms', seats: 2 }], clock: DAYS }
    const { id } = await made(organise.token, '/v1/tournaments', setting)
    for (const { token } of entering) await made(token, `/v1/tournaments/${id}/enter`, {})
    return id
  }
  const started = await tournament(holder, other)
  await made(organise.token, `/v1/tournaments/${started}/start`, {})
  const alone = async (scope: string): Promise<Who> => ({ token: (await issued(holder.token, [scope])).token, place: 'public' })
  const at = (place: Place, token?: string): Who => ({ place, token })
  const invited = async (place: Place): Promise<string> =>
    (await made(host.token, `/v1/matches/${await openMatch(place, [])}/invitations`, { player: holder.player.id })).id
  const sought = async (): Promise<string> => (await made(holder.token, '/v1/me/seeks', { game: 'royals', seats: 5 })).id
  const kept = { invitation: await invited('private'), seek: await sought() }
  const play = await alone('play')
  /** More than these would be too many at a time. */
  const isOfThem = (token: string | undefined): boolean => [host.token, holder.token, play.token].includes(token ?? '')
  return {
    matches: { public: await ordered('public'), private: await ordered('private') },
    holder: holder.player.id,
    openMatch,
    runningMatch: running,
    async offeredMatch(place) {
      const match = await running(place)
      await made(holder.token, `/v1/matches/${match}/seat-offer`, { player: 'Stranger' })
      return match
    },
    async endedMatch(place) {
      const match = await running(place)
      for (const { token } of [other, holder]) await made(token, `/v1/matches/${match}/leave`, {})
      return match
    },
    invitation: async ({ token, place }) => (isOfThem(token) ? invited(place) : kept.invitation),
    spareSeek: async ({ token }) => (isOfThem(token) ? sought() : kept.seek),
    tournaments: { open: await tournament(holder), running: started, ending: await tournament(holder) },
    spareTournament: (entered) => (entered ? tournament(holder) : tournament()),
    sparePlayer: async () => (await app.register(`Spare ${++spares}`)).player.id,
    spareToken: async () => (await issued(holder.token, ['read'])).id,
    deleteWebhooks: () => administer(app.databaseUrl, 'delete from webhook where player_id = $1', [holder.player.id]),
    spareWebhook: () => storedWebhook(app.databaseUrl, holder.player.id),
    callers: {
      nobody: at('public'),
      malformed: at('public', 'chy_nonsense'),
      expired: at('public', expired.token),
      revoked: at('public', revoked.token),
      blocked: at('public', blocked.token),
      read: await alone('read'),
      play,
      host: await alone('host'),
      organise: { token: organise.token, place: 'public' },
      admin: at('public', (await issued(admin, ['admin'])).token),
      spectator: at('public', stranger.token),
      seat: at('public', holder.token),
      leaver: at('public', leaver.token),
      former: at('public', former.token),
      'private: nobody': at('private'),
      'private: outsider': at('private', stranger.token),
      'private: seat': at('private', holder.token),
      'private: leaver': at('private', leaver.token),
      'private: former': at('private', former.token),
      'private: host': at('private', host.token),
      'private: administrator': at('private', admin),
    },
  }
}

/** Without the bound on their number. */
async function storedWebhook(url: string, player: string): Promise<{ id: string; delivery: string }> {
  const [id, delivery] = [randomUUID(), randomUUID()]
  await administer(
    url,
    `insert into webhook (id, player_id, url, description, events, key) values ($1, $2, 'http://127.0.0.1:9/', 'spare', '{invitation}', '\\x00')`,
    [id, player],
  )
  await administer(
    url,
    `insert into webhook_delivery (id, webhook_id, event_id, type, body, status) values ($1, $2, 'msg_1', 'turn', '{}', 'failed')`,
    [delivery, id],
  )
  return { id, delivery }
}
