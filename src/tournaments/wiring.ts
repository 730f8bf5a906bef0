/** How a server puts tournaments together. */
import type { Pool, PoolClient } from 'pg'
import { anonymous, type Player } from '../accounts/caller.js'
import type { BotName } from '../bots/names.js'
import type { Matches } from '../match/matches.js'
import type { TableMatches } from '../match/tables.js'
import type { Bus } from '../platform/bus.js'
import type { Logger } from '../platform/logger.js'
import { Problem } from '../platform/problem.js'
import type { TournamentNews } from './news.js'
import { type TournamentService, type TournamentServiceDeps, tournamentService } from './service.js'
import { TOURNAMENTS_CHANNEL } from './store/channel.js'

interface Parts {
  readonly pool: Pool
  readonly bus: Bus
  readonly matches: TableMatches & Pick<Matches, 'log'> & Pick<TournamentServiceDeps['matches'], 'begin'>
  readonly secrets: TournamentServiceDeps['secrets']
  readonly makeHouse: (bot: BotName) => Promise<void>
  readonly findPlayer: (named: string) => Promise<Player | null>
  readonly ratingOf: TournamentServiceDeps['ratingOf']
  /** Tells webhooks, in the transaction that it is about. */
  readonly tellWebhooks: (client: PoolClient, news: readonly TournamentNews[]) => Promise<void>
  readonly logger: Logger
}

const KINDS = { entered: 'tournamentEntered', round: 'tournamentRound', over: 'tournamentOver' } as const

export function wireTournaments({ bus, matches, tellWebhooks, logger, ...parts }: Parts): TournamentService {
  const service = tournamentService({
    ...parts,
    matches,
    exported: (match) => exported(matches, match),
    async tell(client, news) {
      if (news.length === 0) return
      await matches.tellOfTournament(
        client,
        news.map(({ player, kind, tournament }) => ({ player, kind: KINDS[kind], tournament })),
      )
      await tellWebhooks(client, news)
    },
    onError: (error) => logger.warn({ err: error }, 'a tournament goes on later'),
  })
  bus.subscribe(TOURNAMENTS_CHANNEL, service.wake)
  return service
}

/** As whoever has no token may have it. */
async function exported(matches: Pick<Matches, 'log'>, match: string): Promise<string | null> {
  const log = await matches.log(anonymous, match).catch(nullIfHidden)
  return log?.complete ? JSON.stringify(log.transcript) : null
}

function nullIfHidden(error: unknown): null {
  if (error instanceof Problem && error.status === 404) return null
  throw error
}
