/** A public and a private match, and every kind of caller there is, for the matrix of who may do what. */
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
  openMatch(place: Place): Promise<string>
  /** A match like those of `matches`, to be ended. */
  runningMatch(place: Place): Promise<string>
  /** One that is over. */
  endedMatch(place: Place): Promise<string>
  /** A player whom nobody needs. */
  sparePlayer(): Promise<string>
  /** A token of the holder that may only read. */
  spareToken(): Promise<string>
}

const SELF_SERVICE = ['read', 'play', 'host'] as const

export async function openWorld(app: TestApp, admin: string): Promise<World> {
  const as = (token: string): Call => caller(app.url, token)
  const [host, holder, other, leaver, stranger, blocked] = await Promise.all(
    ['Host', 'Holder', 'Other', 'Leaver', 'Stranger', 'Blocked'].map((name) => app.register(name)),
  )
  if (!host || !holder || !other || !leaver || !stranger || !blocked) throw new Error('not everybody could be registered')
  const made = async (token: string, path: string, body: object) => {
    const answer = await as(token)('POST', path, body)
    if (answer.status >= 300) throw new Error(JSON.stringify(answer.body))
    return answer.body
  }
  const issued = (token: string, scopes: readonly string[]) => made(token, '/v1/me/tokens', { scopes })
  // The holder begins: whoever sends a move for version 0 is too late for it.
  const options = { starter: 'seat0' }
  const openMatch = async (visibility: Place, joining = [holder]): Promise<string> => {
    const match = await made(host.token, '/v1/matches', { game: 'kingdoms', seats: 3, join: false, visibility, options })
    for (const { token } of joining)
      await made(token, `/v1/matches/${match.id}/join`, match.invitation ? { invitation: match.invitation } : {})
    return match.id
  }
  const running = async (place: Place): Promise<string> => {
    const match = await openMatch(place, [holder, other, leaver])
    await made(leaver.token, `/v1/matches/${match}/leave`, {})
    return match
  }
  const ordered = async (place: Place): Promise<string> => {
    const match = await running(place)
    const waiting = { moves: [{ type: 'drawTile' }], decision: 'placeDrawnTile' }
    await as(holder.token)('PUT', `/v1/matches/${match}/orders`, waiting)
    return match
  }
  // Whoever may have an inbox has something in it: a match that waits for them.
  for (const token of [host.token, holder.token, leaver.token, stranger.token, admin]) {
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
  const alone = async (scope: string): Promise<Who> => ({ token: (await issued(holder.token, [scope])).token, place: 'public' })
  const at = (place: Place, token?: string): Who => ({ place, token })
  return {
    matches: { public: await ordered('public'), private: await ordered('private') },
    holder: holder.player.id,
    openMatch,
    runningMatch: running,
    async endedMatch(place) {
      const match = await running(place)
      await made(other.token, `/v1/matches/${match}/leave`, {})
      return match
    },
    sparePlayer: async () => (await app.register(`Spare ${++spares}`)).player.id,
    spareToken: async () => (await issued(holder.token, ['read'])).id,
    callers: {
      nobody: at('public'),
      malformed: at('public', 'chy_nonsense'),
      expired: at('public', expired.token),
      revoked: at('public', revoked.token),
      blocked: at('public', blocked.token),
      read: await alone('read'),
      play: await alone('play'),
      host: await alone('host'),
      organise: { token: organise.token, place: 'public' },
      admin: at('public', (await issued(admin, ['admin'])).token),
      spectator: at('public', stranger.token),
      seat: at('public', holder.token),
      leaver: at('public', leaver.token),
      'private: nobody': at('private'),
      'private: outsider': at('private', stranger.token),
      'private: seat': at('private', holder.token),
      'private: leaver': at('private', leaver.token),
      'private: host': at('private', host.token),
      'private: administrator': at('private', admin),
    },
  }
}
