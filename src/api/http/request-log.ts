/** A request's own logger, made with its first line: most requests write none, and to make one takes a good part of what a small request costs. */
import type { FastifyBaseLogger } from 'fastify'

type Bindings = Parameters<FastifyBaseLogger['child']>[0]
type Options = Parameters<FastifyBaseLogger['child']>[1]
type Written = Parameters<FastifyBaseLogger['info']>

/** A class, because its methods are shared by all requests. */
class LoggerOnDemand implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger
  readonly #bindings: Bindings
  readonly #options: Options
  #made: FastifyBaseLogger | undefined

  constructor(parent: FastifyBaseLogger, bindings: Bindings, options: Options) {
    this.#parent = parent
    this.#bindings = bindings
    this.#options = options
  }

  get #own(): FastifyBaseLogger {
    this.#made ??= this.#parent.child(this.#bindings, this.#options)
    return this.#made
  }
  get level(): string {
    return (this.#made ?? this.#parent).level
  }
  set level(level: string) {
    this.#own.level = level
  }
  child(bindings: Bindings, options?: Options): FastifyBaseLogger {
    return this.#own.child(bindings, options)
  }
  fatal(...line: Written): void {
    this.#own.fatal(...line)
  }
  error(...line: Written): void {
    this.#own.error(...line)
  }
  warn(...line: Written): void {
    this.#own.warn(...line)
  }
  info(...line: Written): void {
    this.#own.info(...line)
  }
  debug(...line: Written): void {
    this.#own.debug(...line)
  }
  trace(...line: Written): void {
    this.#own.trace(...line)
  }
  silent(...line: Written): void {
    this.#own.silent(...line)
  }
}

export const requestLogger = (parent: FastifyBaseLogger, bindings: Bindings, options: Options): FastifyBaseLogger =>
  new LoggerOnDemand(parent, bindings, options)

const DETAILED: ReadonlySet<string> = new Set(['debug', 'trace'])

/** A line of the access log tells by its level whether it went well. */
export const levelOf = (status: number): 'error' | 'info' | 'debug' =>
  status >= 500 ? 'error' : status >= 400 ? 'info' : 'debug'

/** Most servers do not keep lines of what went well, and a move is to cost as little as it can. */
export const isKept = (log: Pick<FastifyBaseLogger, 'level'>, level: ReturnType<typeof levelOf>): boolean =>
  level !== 'debug' || DETAILED.has(log.level)
