/** Any operation of the REST API by its name in the description, with the types that were written from there. */
import type { Operations } from './generated/operations.js'

/** What the braces of an address name. */
type Addressed<O> = O extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [N in Name]: string | number } & Addressed<Rest>
  : unknown

/** What an operation takes: what its address names, its query, its `body` and its headers. */
export type Asked<O extends keyof Operations> = Addressed<O> &
  Omit<Operations[O], 'answer'> & { readonly signal?: AbortSignal | undefined }

/** Nothing need be given where nothing is required. */
export type Asking<O extends keyof Operations> = Record<never, never> extends Asked<O> ? [asked?: Asked<O>] : [asked: Asked<O>]
