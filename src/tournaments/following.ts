/** The stream of a tournament: every record after a number, once and in order. */
import { WentBack } from '../match/went-back.js'
import type { Sleepers } from '../platform/sleepers.js'
import type { Reading } from './reading.js'
import type { RecordCard } from './shapes.js'
import type { TournamentLog } from './store/log.js'
import type { Tournaments } from './tournaments.js'

interface FollowingDeps extends Pick<Reading, 'found' | 'recordCards'> {
  readonly log: TournamentLog
  readonly asleep: Pick<Sleepers, 'next'>
}

const AT_ONCE = 200

export function following({ found, recordCards, log, asleep }: FollowingDeps): Pick<Tournaments, 'follow' | 'requireFollowable'> {
  return {
    async requireFollowable(caller, id) {
      await found(caller, id)
    },
    async *follow(caller, id, after, signal): AsyncGenerator<RecordCard> {
      await found(caller, id)
      let told = after
      // Listening begins before the look, so that what is written in between is not missed.
      let wakeUp = asleep.next(id, signal)
      while (!signal.aborted) {
        const stored = await log.page(id, told, AT_ONCE)
        const kept = await found(caller, id)
        if (told > kept.newest) throw new WentBack(kept.newest, `tournament has gone back to record ${kept.newest}`)
        for (const card of await recordCards(kept, stored)) {
          yield card
          told = card.number
        }
        if (kept.tournament.status === 'over' && told === kept.newest) return
        if (stored.length > 0) continue
        await wakeUp
        wakeUp = asleep.next(id, signal)
      }
    },
  }
}
