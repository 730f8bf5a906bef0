/** `chancery admin` on a running server: what each command asks, and how its answer is shown. */
import { z } from 'zod'
import { failure } from '../platform/failure.js'
import { ask, type Remote, readText, remoteOf } from './remote.js'
import { table } from './table.js'
import type { Io } from './terminal.js'
import { expected, json, UsageError, wholeNumber } from './usage.js'

/** Of the answers only what is shown is read: a newer server may tell more. */
const Player = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  createdAt: z.string(),
  blockedAt: z.string().nullable(),
  erasedAt: z.string().nullable(),
})
const Page = z.object({ items: z.array(Player), next: z.string().nullable() })
const Named = z.object({ name: z.string() })
const Acts = z.object({
  items: z.array(
    z.object({
      at: z.string(),
      act: z.string(),
      by: Named,
      player: Named.nullable(),
      match: z.string().nullish(),
      reason: z.string(),
    }),
  ),
  next: z.string().nullable(),
})
const Reset = z.object({ player: Player, token: z.string() })
const Registrations = z.object({
  items: z.array(
    z.object({ player: Named.nullable(), token: z.string().nullable(), problem: z.object({ code: z.string() }).nullable() }),
  ),
})

export interface Flags {
  readonly url?: string | undefined
  readonly 'token-file'?: string | undefined
  readonly find?: string | undefined
  readonly kind?: string | undefined
  readonly blocked: boolean
  readonly first?: string | undefined
  readonly after?: string | undefined
  readonly reason?: string | undefined
  readonly organise: boolean
  readonly key?: string | undefined
  readonly yes: boolean
  readonly json: boolean
}

interface Asked {
  readonly server: Remote
  readonly target: string
  readonly flags: Flags
}

/** What is shown: lines for people, and the whole answer for programs. */
interface Shown {
  readonly answer: unknown
  readonly lines: readonly string[]
  /** Not everything succeeded. */
  readonly failed?: boolean
}

export interface Command {
  /** The name of its one argument; undefined if it takes none. */
  readonly takes?: string
  readonly about: string
  /** Cannot be undone: asks for --yes. */
  readonly forGood?: true
  run(asked: Asked): Promise<Shown>
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const day = (moment: string | null): string => moment?.slice(0, 16).replace('T', ' ') ?? ''
const rowsOf = (players: readonly z.infer<typeof Player>[]): string[] =>
  table(
    ['ID', 'NAME', 'KIND', 'CREATED', 'BLOCKED', 'ERASED'],
    players.map((one) => [one.id, one.name, one.kind, day(one.createdAt), day(one.blockedAt), day(one.erasedAt)]),
  )

function reasonOf({ reason }: Flags): string {
  if (!reason) throw expected('--reason', 'why, for other administrators', reason)
  return reason
}

const pageOf = ({ first, after }: Flags): [string, string | undefined][] => [
  ['first', first === undefined ? undefined : String(wholeNumber('--first', first, 1, 100))],
  ['after', after],
]

const queryOf = (given: readonly [string, string | undefined][]): string =>
  String(new URLSearchParams(given.filter((one): one is [string, string] => one[1] !== undefined)))

const more = (next: string | null): string[] => (next === null ? [] : [`more with --after ${next}`])

/** An act on one thing by its id, told with a reason. */
const act = (about: string, address: (id: string) => string, done: string, forGood = false): Command => ({
  takes: 'ID',
  about,
  ...(forGood && { forGood: true as const }),
  async run({ server, target, flags }) {
    if (!UUID.test(target)) throw expected('ID', 'an id', target)
    const answer = await ask(server, { method: 'POST', path: address(target), body: { reason: reasonOf(flags) } })
    return { answer, lines: [`${target}: ${done}`] }
  },
})

const onPlayer = (what: string) => (id: string) => `/v1/admin/players/${id}/${what}`
const onMatch = (what: string) => (id: string) => `/v1/admin/matches/${id}/${what}`

export const COMMANDS: Readonly<Record<string, Command>> = {
  players: {
    about: 'list players by name; --find NAME or ID, --kind person|bot, --blocked',
    async run({ server, flags }) {
      const { find, kind, blocked } = flags
      if (find !== undefined && UUID.test(find)) {
        const answer = await ask(server, { method: 'GET', path: `/v1/admin/players/${find}` })
        return { answer, lines: rowsOf([Player.parse(answer)]) }
      }
      const query = queryOf([['name', find], ['kind', kind], ['blocked', blocked ? 'true' : undefined], ...pageOf(flags)])
      const answer = await ask(server, { method: 'GET', path: `/v1/admin/players?${query}` })
      const { items, next } = Page.parse(answer)
      return { answer, lines: [...rowsOf(items), ...more(next)] }
    },
  },
  block: act("refuse a player's tokens; the seats stay", onPlayer('block'), 'blocked'),
  unblock: act("accept a player's tokens again", onPlayer('unblock'), 'unblocked'),
  erase: act("erase a player's name and tokens; it leaves its matches", onPlayer('erase'), 'erased', true),
  'reset-tokens': {
    takes: 'ID',
    about: "revoke all of a player's tokens and print a new one; --organise gives it that scope",
    forGood: true,
    async run({ server, target, flags }) {
      if (!UUID.test(target)) throw expected('ID', 'an id', target)
      const body = { reason: reasonOf(flags), organise: flags.organise }
      const answer = await ask(server, { method: 'POST', path: onPlayer('reset-tokens')(target), body })
      return { answer, lines: [Reset.parse(answer).token] }
    },
  },
  acts: {
    about: 'list what administrators have done; --find ID for one player',
    async run({ server, flags }) {
      const answer = await ask(server, {
        method: 'GET',
        path: `/v1/admin/acts?${queryOf([['player', flags.find], ...pageOf(flags)])}`,
      })
      const { items, next } = Acts.parse(answer)
      const rows = items.map((one) => [day(one.at), one.act, one.player?.name ?? one.match ?? '', one.by.name, one.reason])
      return { answer, lines: [...table(['WHEN', 'ACT', 'ON', 'BY', 'REASON'], rows), ...more(next)] }
    },
  },
  register: {
    takes: 'FILE',
    about:
      'register the players of FILE: a name on each line (bots; --kind person), or JSON; with --key KEY a repeat registers nobody twice, but prints new tokens that replace the first ones',
    async run({ server, target, flags }) {
      const players = playersIn(readText('FILE', target), flags.kind ?? 'bot')
      const headers = flags.key === undefined ? {} : { 'idempotency-key': flags.key }
      const answer = await ask(server, { method: 'POST', path: '/v1/players/bulk', body: { players }, headers })
      const { items } = Registrations.parse(answer)
      const rows = items.map((one, index) => [nameOf(players[index]), one.token ?? one.problem?.code ?? 'no token'])
      return { answer, lines: table(['NAME', 'TOKEN'], rows), failed: items.some(({ problem }) => problem !== null) }
    },
  },
  cancel: act('cancel an open match', onMatch('cancel'), 'cancelled', true),
  abort: act('end a running match without a result', onMatch('abort'), 'aborted', true),
}

/** Those that need no server are not among the commands above. */
export const NAMES: readonly string[] = ['token', 'ratings', ...Object.keys(COMMANDS)]

const nameOf = (given: unknown): string => Named.safeParse(given).data?.name ?? ''

function playersIn(text: string, kind: string): unknown[] {
  if (text.trimStart().startsWith('[')) {
    const given = json('FILE', text)
    if (Array.isArray(given)) return given
  }
  const names = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (names.length === 0) throw new UsageError('FILE: expected a name on each line, or a list in JSON')
  return names.map((name) => ({ name, kind }))
}

/** Runs one command and gives the exit code: 0 done, 1 refused or not all of it done. */
export async function administer(name: string, [target, ...surplus]: readonly string[], flags: Flags, io: Io): Promise<number> {
  const command = COMMANDS[name]
  if (!command) throw expected('admin', `one of ${NAMES.join(', ')}`, name)
  if ((target === undefined) !== (command.takes === undefined) || surplus.length > 0)
    throw expected(`admin ${name}`, command.takes === undefined ? 'no argument' : `one ${command.takes}`, surplus[0] ?? target)
  if (command.forGood && !flags.yes) throw failure(`admin ${name} cannot be undone: add --yes if you mean it.`, 2)
  const { answer, lines, failed } = await command.run({ server: remoteOf(flags), target: target ?? '', flags })
  for (const line of flags.json ? [JSON.stringify(answer)] : lines) io.out(line)
  return failed ? 1 : 0
}
