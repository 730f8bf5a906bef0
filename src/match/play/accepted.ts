/** What is told of an accepted move. Some of it is worked out only for those who ask for it: most bots do not. */
import type { Clock } from '../../clocks/clock.js'
import type { AnyGame } from '../../games/contract.js'
import type { StoredEntry } from '../../log/log.js'
import { inWords, noticesOf } from '../offline/seen.js'
import type { Accepted } from '../shapes.js'
import { type Spans, withDeadlines } from '../viewing/clocks.js'
import { statusAfter } from '../viewing/redactor.js'

/** Of an entry, whether it has just been written or is answered for again. */
export interface Made extends Pick<StoredEntry, 'version' | 'hash' | 'command' | 'awaiting' | 'times'> {
  readonly events: readonly unknown[]
}

interface Played {
  readonly game: AnyGame
  readonly clock: Clock | null
}

/** A class: getters in an object of its own would be made anew for every move. They are on no copy; `whole` is. */
export class AcceptedMove implements Accepted {
  readonly game: string
  readonly version: number
  readonly head: string
  readonly status: Accepted['status']
  readonly yourTurn: boolean
  readonly notices: Accepted['notices']
  readonly #played: Played
  readonly #made: Made
  readonly #spans: Spans

  constructor(played: Played, made: Made, seat: number | null, spans: Spans) {
    const { version, hash, command, events, awaiting } = made
    this.game = played.game.id
    this.version = version
    this.head = hash
    this.status = statusAfter(awaiting, command.type === 'abort')
    this.yourTurn = awaiting.some((one) => one.seat === seat)
    this.notices = noticesOf(played.game, events, seat ?? 'spectator')
    this.#played = played
    this.#made = made
    this.#spans = spans
  }

  get awaiting(): Accepted['awaiting'] {
    return withDeadlines(this.#made.awaiting, { clock: this.#played.clock, times: this.#made.times }, this.#spans)
  }

  get text(): string[] {
    return inWords(this.#played.game, this.notices)
  }

  /** All of it, written out. */
  whole(): Accepted {
    const { game, version, head, status, awaiting, yourTurn, notices, text } = this
    return { game, version, head, status, awaiting, yourTurn, notices, text }
  }

  toJSON(): Accepted {
    return this.whole()
  }
}
