/**
 * An expression for a statement whose outcome may be lost in a crash of Postgres: its commit does not wait for the disk. Signs of life and what a server has
 * taken in hand are such: if they are lost, more time is given and the work is taken again.
 */
export const IN_HASTE = `set_config('synchronous_commit', 'off', true)`
