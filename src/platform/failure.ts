/**
 * Why a process cannot start or go on, where the person who started it can put it right: the message says what to do, so it is printed
 * without a stack trace. Exit code 2 means that a setting or an argument is wrong, 1 that something else stands in the way.
 */
export interface Failure extends Error {
  readonly exitCode: 1 | 2
}

export function failure(message: string, exitCode: 1 | 2 = 1): Failure {
  return Object.assign(new Error(message), { exitCode })
}

/** A failure of another process, which has said why itself. */
export const toldAlready = (exitCode: 1 | 2): Failure => failure('', exitCode)

export function isFailure(error: unknown): error is Failure {
  return error instanceof Error && 'exitCode' in error
}

/** Ends the process. Anything but a `Failure` is a bug and is printed with its stack trace. */
export function exitWith(error: unknown): never {
  if (!isFailure(error)) console.error(error)
  else if (error.message !== '') console.error(error.message)
  process.exit(isFailure(error) ? error.exitCode : 1)
}
