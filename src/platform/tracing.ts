/** Traces of requests for OpenTelemetry. Whoever has work to show is handed this object, or nothing if traces are off. */
/** Names, kinds and numbers of our own. Neither tokens nor moves nor anything of a match but its id belong here. */
export type Attributes = Readonly<Record<string, string | number>>

export interface Span {
  add(attributes: Attributes): void
  end(failed: boolean): void
}

/** What a span is known by to others, so that they can point to it. */
export interface Mark {
  /** Points from the marked span to the one that is under way. */
  link(): void
}

export interface Tracing {
  /** A request from outside; `traceparent` is the header of the W3C, with which a caller makes it a part of their own trace. */
  begin(name: string, attributes: Attributes, traceparent: unknown): Span
  /** What the work does, and what that does in turn, is a part of the span. */
  within<T>(span: Span, work: () => T): T
  /** What the work does belongs to no span: it lasts for too long, or serves many. */
  outside<T>(work: () => T): T
  /** Shows the work as a part of what is under way. Where nothing is, or it is not sampled, the work is done and nothing shown. */
  part<T>(name: string, attributes: Attributes, work: () => T): T
  /** The span under way, for those who will serve it together with others. */
  mark(): Mark | undefined
  /** Work for several at once: a part of the first of them, and linked with the others in both directions. */
  shared<T>(name: string, attributes: Attributes, marks: readonly Mark[], work: () => T): T
  /** Sends what has not been sent yet, but waits no longer than a moment. */
  close(): Promise<void>
}
