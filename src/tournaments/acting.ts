/** What is done about a tournament by its organiser and those who enter it. */
import { randomInt, randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { type Caller, type Player, requireOrganiser, requirePlayer } from '../accounts/caller.js'
import { houseOf } from '../accounts/house-ids.js'
import { type BotName, isBotName } from '../bots/names.js'
import { games } from '../games/registry.js'
import { checkedGame } from '../match/checked-game.js'
import { once } from '../match/once.js'
import { transaction } from '../platform/database.js'
import { forbidden, invalid, notFound, Problem } from '../platform/problem.js'
import { type Candidate, checkSetting, type Decided, end, enter, pause, resume, start, withdraw } from './deciding.js'
import { newsOf, type Tell } from './news.js'
import { accepted, notOrganiser, problemOf } from './problems.js'
import type { TournamentRecord } from './record.js'
import { refusing } from './refusals.js'
import { commitmentOf } from './secrets.js'
import { TournamentSetting } from './setting.js'
import { type ChangeTournament, type CreateTournament, type EntrantCard, isTournamentId, type TournamentCard } from './shapes.js'
import { afterAll, type Entrant, newTournament, playing, type Tournament, type TournamentStatus } from './state.js'
import { accountOf, type Kept, type TournamentLog } from './store/log.js'
import type { Tournaments } from './tournaments.js'

export interface ActingDeps {
  readonly pool: Pool
  readonly log: TournamentLog
  readonly tell: Tell
  readonly secrets: { create(client: PoolClient, tournament: string): Promise<Uint8Array> }
  /** Sees to it that the player is there whom the bot is. */
  readonly makeHouse: (bot: BotName) => Promise<void>
  /** How a player is rated in the games of a tournament; null if it is not. */
  readonly ratingOf: (player: string, setting: TournamentSetting) => Promise<number | null>
  readonly actedCard: (caller: Caller, tournament: string) => Promise<TournamentCard>
  readonly entrantCards: (entrants: readonly Entrant[]) => Promise<EntrantCard[]>
  /** There may be something to do. */
  readonly nudge: (tournament: string) => void
}

type Acts = Pick<Tournaments, 'create' | 'change' | 'start' | 'pause' | 'resume' | 'end' | 'enter' | 'enterHouse' | 'withdraw'>

export function acting(deps: ActingDeps): Acts {
  const { log, actedCard } = deps
  /** `done`: where it changes nothing, so that whoever has lost the answer can ask again. */
  const asOrganiser = async (
    caller: Caller,
    id: string,
    decide: (tournament: Tournament) => Decided,
    done: readonly TournamentStatus[],
  ): Promise<TournamentCard> => {
    requireOrganiser(caller)
    await act(deps, id, (kept) => {
      requireOwn(caller, kept)
      return done.includes(kept.tournament.status) ? [] : accepted(decide(kept.tournament))
    })
    return actedCard(caller, id)
  }
  return {
    async create(caller, input, key) {
      const organiser = requireOrganiser(caller)
      return actedCard(caller, await create(deps, organiser, input, key))
    },
    async change(caller, id, input) {
      requireOrganiser(caller)
      for (let tries = 0; tries < TRIES; tries++) {
        const kept = await found(log, id)
        requireOwn(caller, kept)
        if (await log.change(kept, changed(kept.tournament, input))) return actedCard(caller, id)
      }
      throw tooManyWriters()
    },
    start: (caller, id) => asOrganiser(caller, id, start, ['running', 'paused']),
    pause: (caller, id) => asOrganiser(caller, id, pause, ['paused']),
    resume: (caller, id) => asOrganiser(caller, id, resume, ['running']),
    end: (caller, id) => asOrganiser(caller, id, end, ['over']),
    ...entering(deps),
  }
}

function entering(deps: ActingDeps): Pick<Acts, 'enter' | 'enterHouse' | 'withdraw'> {
  const { log, ratingOf, entrantCards } = deps
  return {
    async enter(caller, id, { version = null }) {
      const { id: player } = requirePlayer(caller, 'play')
      const { setting } = (await found(log, id)).tournament
      const rating = await ratingOf(player, setting)
      const { after } = await act(deps, id, ({ tournament }) => {
        const entered = own(tournament, player)[0]
        if (entered?.version === version) return []
        if (entered) throw otherVersion(entered)
        return accepted(enter(tournament, { name: '', version, who: { kind: 'player', player }, rating }, isBotName))
      })
      return (await entrantCards(own(after, player)))[0] ?? noEntrant()
    },
    async enterHouse(caller, id, { bot }) {
      requireOrganiser(caller)
      const candidate = await house(deps, bot, (await found(log, id)).tournament.setting)
      const { after } = await act(deps, id, (kept) => {
        requireOwn(caller, kept)
        return accepted(enter(kept.tournament, candidate, isBotName))
      })
      const entrant = after.entrants.filter(({ who }) => who.kind === 'house' && who.bot === bot)
      return (await entrantCards(entrant.slice(-1)))[0] ?? noEntrant()
    },
    async withdraw(caller, id, { entrant, reason }) {
      const who = caller.scopes.has('play') ? requirePlayer(caller, 'play') : requireOrganiser(caller)
      let numbers: number[] = []
      const { after } = await act(deps, id, (kept) => {
        numbers = withdrawnBy(caller, who, kept, entrant)
        const why = reason ?? (isOrganiserOf(caller, kept) ? 'withdrawn by the organiser' : 'of its own accord')
        return numbers.flatMap((number) => accepted(withdraw(kept.tournament, number, why)))
      })
      return entrantCards(after.entrants.filter(({ number }) => numbers.includes(number)))
    },
  }
}

const noEntrant = (): never => {
  throw notFound('entrant')
}

async function house({ makeHouse, ratingOf }: ActingDeps, bot: BotName, setting: TournamentSetting): Promise<Candidate> {
  await makeHouse(bot)
  return { name: bot, version: null, who: { kind: 'house', bot }, rating: await ratingOf(houseOf(bot), setting) }
}

/** Entrants of this account that have not withdrawn. */
const own = (tournament: Tournament, player: string): Entrant[] =>
  playing(tournament).filter(({ who }) => accountOf(who) === player)

/** An account has one seat at a table, so that two of its versions could not meet. */
const otherVersion = ({ version }: Entrant): Problem =>
  new Problem(
    409,
    'ALREADY_ENTERED',
    `You play in it ${version === null ? 'without a version' : `with version ${version}`}: withdraw first, or enter the other version by an account of its own.`,
  )

function withdrawnBy(caller: Caller, { id }: Player, kept: Kept, entrant: number | undefined): number[] {
  const mine = own(kept.tournament, id).map(({ number }) => number)
  if (entrant !== undefined && (mine.includes(entrant) || isOrganiserOf(caller, kept))) return [entrant]
  if (entrant !== undefined) throw notOrganiser()
  if (mine.length === 0) throw forbidden('NOT_ENTERED', 'You do not play in this tournament.')
  return mine
}

const isOrganiserOf = (caller: Caller, { organiser }: Kept): boolean =>
  caller.scopes.has('admin') || (caller.scopes.has('organise') && caller.player?.id === organiser)

function requireOwn(caller: Caller, kept: Kept): void {
  if (!isOrganiserOf(caller, kept)) throw notOrganiser()
}

async function create(deps: ActingDeps, organiser: Player, input: CreateTournament, key: string | undefined): Promise<string> {
  const { bots, ...chosen } = input
  const setting = checked({ ...chosen, seed: chosen.seed ?? randomInt(2 ** 32) })
  const entered: TournamentRecord[] = []
  for (const bot of bots) {
    const candidate = await house(deps, bot, setting)
    entered.push(...accepted(enter(afterAll(newTournament(setting), entered), candidate, isBotName)))
  }
  return transaction(deps.pool, (client) =>
    once(client, organiser.id, key, { createTournament: input }, async () => {
      const id = randomUUID()
      const secret = await deps.secrets.create(client, id)
      await deps.log.create(client, { id, organiser: organiser.id, setting, commitment: commitmentOf(secret, id) }, entered)
      return id
    }),
  )
}

function changed({ status, setting, entrants }: Tournament, input: ChangeTournament): TournamentSetting {
  if (status !== 'open') throw problemOf(refusing('ALREADY_STARTED', 'The setting is fixed: the tournament has started.'))
  const next = checked({ ...input, seed: input.seed ?? setting.seed })
  if (!next.clock && entrants.some(({ who, until }) => who.kind === 'player' && until === null))
    throw new Problem(409, 'CLOCK_NEEDED', 'Players have entered: their tables need a clock.')
  return next
}

/** Whether there can be a tournament of this setting. */
function checked(setting: TournamentSetting): TournamentSetting {
  for (const played of setting.games) checkedGame(played)
  const refusal = checkSetting(setting, games)
  if (refusal) throw problemOf(refusal)
  if (setting.clock && setting.clock.onExpiry !== 'leave')
    throw invalid('clock.onExpiry: a seat whose time is up leaves (`leave`), so that nobody plays in the place of an entrant')
  return TournamentSetting.parse(setting)
}

async function found(log: TournamentLog, id: string): Promise<Kept> {
  const kept = isTournamentId(id) ? await log.read(id) : undefined
  if (!kept) throw notFound('tournament')
  return kept
}

/** How often is decided again when others came first, before it is given up. */
const TRIES = 50

interface Acted {
  readonly after: Tournament
}

/** Decided by what is recorded, and decided anew if there is more by the time it is to be written. No records: there is nothing to do. */
async function act(deps: ActingDeps, id: string, decide: (kept: Kept) => readonly TournamentRecord[]): Promise<Acted> {
  for (let tries = 0; tries < TRIES; tries++) {
    const kept = await found(deps.log, id)
    const records = decide(kept)
    if (records.length === 0) return { after: kept.tournament }
    const told = (client: PoolClient, after: Tournament) => deps.tell(client, newsOf(kept, records, after))
    if (await deps.log.append(kept, records, told)) {
      deps.nudge(id)
      return { after: afterAll(kept.tournament, records) }
    }
  }
  throw tooManyWriters()
}

const tooManyWriters = (): Problem =>
  new Problem(503, 'TOO_MANY_WRITERS', 'Others kept changing this tournament at the same moment; try again.', 1)
