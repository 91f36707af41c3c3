import type * as z from 'zod/mini'
import type { Visitor } from './actor.ts'

/** A token bucket of `max` calls that refills within `seconds`, for each caller or, with
 * `of`, for each id of that name in the path. Limits of the same name share a bucket. */
export type CallLimit = { name: string; max: number; seconds: number; of?: string }

type Spec = {
  /** Authorises the caller; as a type guard it narrows the handler's actor. */
  allow: (caller: Visitor) => boolean
  about: string
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** A field that this schema does not name never leaves the server. */
  returns: z.ZodMiniType
  /** Whose open pages show its change: the team's, or also those of
   * customers whom the company or machine of its path concerns. */
  changes?: 'team' | 'customers'
  /** Creates a record, so the call accepts an `Idempotency-Key`. */
  creates?: true
  /** The handler waits for more than the database, so it opens its own transactions. */
  detached?: true
  /** Writes no audit entry, although it is not a `GET`. A detached call writes its own. */
  audited?: false
  /** Refusals are audited, as in the administrators' areas. */
  auditRefusals?: true
  /** Requires a password or code within the last 15 minutes:
   * for every body, or for those that the function selects. */
  recentAuthentication?: true | ((body: never) => boolean)
  rateLimits?: readonly CallLimit[]
  /** Each answer is a part of what may be long: a vendor reads one at a time (record 0024). */
  batch?: true
  /** The request's body is a file's bytes. */
  upload?: true
  /** The answer of a `GET` has a secret, so it is never compressed, as no write's is. */
  secret?: true
  /** media types */
  download?: readonly string[]
  /** The response stays open: its duration is not measured. */
  stream?: true
  /** A public call that answers 401 to wrong credentials. */
  signsIn?: true
}
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Route<
  P extends string = string,
  S extends Spec = Spec,
  M extends Method = Method,
> = S & { method: M; path: P }

/** What a request needs of a route. A client that must not load the
 * route's schemas writes these two, checked against the route's type. */
export type RouteAddress<R extends Route> = Pick<R, 'method' | 'path'>

const verb =
  <M extends Method>(method: M) =>
  <const P extends string, S extends Spec>(path: P, spec: S): Route<P, S, M> => ({
    method,
    path,
    ...spec,
  })

/** Declares a call. Paths are below `/api/v1/domain/:domain`; `:name` is an id in the path. */
export const get = verb('GET')
export const post = verb('POST')
export const put = verb('PUT')
export const del = verb('DELETE')

type PathParams<P extends string> = P extends `${string}:${infer N}/${infer Rest}`
  ? N | PathParams<Rest>
  : P extends `${string}:${infer N}`
    ? N
    : never
type OutputOf<S> = S extends z.ZodMiniType ? z.output<S> : undefined
type InputOf<S> = S extends z.ZodMiniType ? z.input<S> : undefined

type Guard<A extends Visitor> = (caller: Visitor) => caller is A
/** The actor type that a route's guard guarantees. */
export type Caller<R extends Route> = R['allow'] extends Guard<infer A> ? A : Visitor
/** A handler's input, validated. */
export type Input<R extends Route> = {
  params: Record<PathParams<R['path']>, string>
  query: OutputOf<R['query']>
  body: OutputOf<R['body']>
}
/** A call's input as the client sends it. */
export type Request<R extends Route> = {
  params?: Record<PathParams<R['path']>, string>
  query?: InputOf<R['query']>
  body?: InputOf<R['body']>
}
/** A call's answer as the client receives it. */
export type Output<R extends Route> = z.output<R['returns']>
/** A handler's result; fields that the contract does not name are dropped. */
export type Returns<R extends Route> = z.input<R['returns']>

/** A route's path below the domain with its ids filled in. */
export const pathOf = (route: RouteAddress<Route>, params: Record<string, string> = {}) =>
  route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

/** The query of an address, without empty and undefined values. */
export const queryString = (query: unknown) =>
  new URLSearchParams(
    Object.entries(query ?? {}).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  ).toString()

/** A call's path with its query, and what `fetch` needs for it. */
export function buildRequest<R extends Route>(
  { domain, token }: { domain: string; token: string | null },
  route: R | RouteAddress<R>,
  { params, query, body }: Request<R> = {},
  headers: Record<string, string> = {},
) {
  const search = queryString(query)
  return {
    path: `/api/v1/domain/${domain}${pathOf(route, params)}${search && `?${search}`}`,
    request: {
      method: route.method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    },
  }
}
