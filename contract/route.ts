import type * as z from 'zod/mini'
import type { Visitor } from './actor.ts'

/**
 * A rate limit of calls: `most` at once, then one more each time that its share of `seconds` has passed. Counted for each caller, or with `of` for
 * each id that the path has under this name. Calls whose limits have the same name count together.
 */
export type CallLimit = { name: string; most: number; seconds: number; of?: string }

type Spec = {
  /** Who may call it: a type guard, so that behind it the handler knows its actor. */
  allow: (who: Visitor) => boolean
  /** One line for the API's readers. */
  about: string
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** What leaves the server; a field it does not name never does. */
  returns: z.ZodMiniType
  /** Makes something new, so it takes an `Idempotency-Key`. */
  creates?: true
  /** It waits for more than the database, so its handler opens its own transactions. */
  detached?: true
  /** A refusal of it is kept in the audit, as those of administrators' areas are. */
  refusalsKept?: true
  /** The session must have shown the password or a code of the second factor within 15 minutes: for every body, or where this function says so of one. */
  recentAuthentication?: true | ((body: never) => boolean)
  /** How often it may be called. */
  rateLimits?: readonly CallLimit[]
  /** The request's body is a file's bytes. */
  upload?: true
  /** The answer is a file's bytes, of one of these media types. */
  download?: readonly string[]
  /** Anyone may call it, and is told 401 where what they say of themselves is wrong. */
  signsIn?: true
}
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Route<P extends string = string, S extends Spec = Spec, M extends Method = Method> = S & { method: M; path: P }

const verb =
  <M extends Method>(method: M) =>
  <const P extends string, S extends Spec>(path: P, spec: S): Route<P, S, M> => ({ method, path, ...spec })

/** Declare a call. Paths are below `/api/v1/domain/:domain`; `:name` is an id in the path. */
export const get = verb('GET')
export const post = verb('POST')
export const put = verb('PUT')
export const del = verb('DELETE')

type Names<P extends string> = P extends `${string}:${infer N}/${infer Rest}`
  ? N | Names<Rest>
  : P extends `${string}:${infer N}`
    ? N
    : never
type Of<S> = S extends z.ZodMiniType ? z.output<S> : undefined
type Given<S> = S extends z.ZodMiniType ? z.input<S> : undefined

type Guard<A extends Visitor> = (who: Visitor) => who is A
/** Who a route's handler is sure to deal with. */
export type Caller<R extends Route> = R['allow'] extends Guard<infer A> ? A : Visitor
/** What a handler is given, checked. */
export type Input<R extends Route> = { params: Record<Names<R['path']>, string>; query: Of<R['query']>; body: Of<R['body']> }
/** What a caller sends. */
export type Request<R extends Route> = { params?: Record<Names<R['path']>, string>; query?: Given<R['query']>; body?: Given<R['body']> }
/** What a caller gets. */
export type Output<R extends Route> = z.output<R['returns']>
/** What a handler may return: at least what the contract names; the rest is dropped on the way out. */
export type Returns<R extends Route> = z.input<R['returns']>

/** A route's path below the domain, its ids filled in. */
export const pathOf = (route: Route, params: Record<string, string> = {}) =>
  route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
