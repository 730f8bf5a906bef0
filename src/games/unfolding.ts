/**
 * The consequences of one command while they are being worked out: each event is recorded and applied at once, so that
 * the next rule looks at the table as it has become.
 */
export interface Unfolding<State, Event> {
  readonly state: State
  readonly events: readonly Event[]
  emit(event: Event): void
}

/** A plain field and no getter: each getter would cost a hidden class of its own, which keeps the whole position alive. */
export function unfolding<State, Event>(start: State, evolve: (state: State, event: Event) => State): Unfolding<State, Event> {
  const events: Event[] = []
  const play = {
    state: start,
    events,
    emit(event: Event): void {
      play.state = evolve(play.state, event)
      events.push(event)
    },
  }
  return play
}
