/**
 * A process or command that cannot go on, for a reason that the person who started it can mend: the message is all that is shown, without a
 * stack trace. What a request cannot have is a `Problem` instead (see problem.ts).
 * Exit code 2 means that the command was given wrongly, 1 that it could not be done.
 */
export interface Failure extends Error {
  readonly exitCode: 1 | 2
}

export function failure(message: string, exitCode: 1 | 2 = 1): Failure {
  return Object.assign(new Error(message), { exitCode })
}

export function isFailure(error: unknown): error is Failure {
  return error instanceof Error && 'exitCode' in error
}

/** The end of a process that could not start. */
export function exitWith(error: unknown): never {
  console.error(isFailure(error) ? error.message : error)
  process.exit(isFailure(error) ? error.exitCode : 1)
}
