/**
 * The consequences of one command while they are being worked out: each event is recorded and applied at once, so that
 * the next rule looks at the table as it has become.
 */
export interface Unfolding<State, Event> {
  readonly state: State
  readonly events: readonly Event[]
  emit(event: Event): void
}

export function unfolding<State, Event>(
  start: State,
  evolve: (state: State, event: Event) => State,
): Unfolding<State, Event> {
  let state = start
  const events: Event[] = []
  return {
    get state() {
      return state
    },
    events,
    emit(event) {
      state = evolve(state, event)
      events.push(event)
    },
  }
}
