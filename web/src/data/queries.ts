import { MutationCache, QueryClient, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { Output, Request, Route } from '#contract/route.ts'
import { CallFailed, type CallParams, call } from './api.ts'
import { markKeyAnswered } from './idempotency.ts'
import { toast } from './toasts.ts'

/** Data that a change elsewhere in the portal does not touch: who I am, what the portal is called. */
export const lastingData = { lasting: true } as const

export const queries: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      networkMode: 'always',
      // Twice more within two seconds; whoever has waited in vain is not made to wait again.
      retry: (failures, error) => failures < 2 && error instanceof CallFailed && error.passing && error.name !== 'TimeoutError',
      retryDelay: failures => 500 * (failures + 1),
    },
    mutations: { networkMode: 'always' },
  },
  mutationCache: new MutationCache({
    onSuccess: (_answer, _given, _before, { options }) => {
      toast.succeeded(String(options.mutationKey))
      return refresh()
    },
    onError: (error, _given, _before, { options }) => announce(error, String(options.mutationKey), options.meta?.inPlace === true),
  }),
})

/**
 * What did not succeed is said, until it does (`about` names it); and what is not as the screen has it any more is asked for again.
 * Where it was `said` in place already only what can be quoted is said here.
 */
export function announce(error: unknown, about?: string, said = false) {
  if (!(error instanceof CallFailed)) return
  if (error.status === 404 || error.status === 409) void refresh()
  if (!error.endsSession && (!said || error.status >= 500))
    toast.error(error.message, { requestId: error.status >= 500 ? error.requestId : undefined, about })
}

/** Asks anew for whatever is on the screen. */
export function refresh() {
  return queries.invalidateQueries({ predicate: query => !query.meta?.lasting })
}

/** A question to the server, for `useQuery`, `ensureQueryData` and their like. */
export const queryFor = <R extends Route>(route: R, given: Request<R> = {}) =>
  queryOptions({ queryKey: [route.path, given], queryFn: ({ signal }): Promise<Output<R>> => call(route, { ...given, signal }) })

export const useRouteQuery = <R extends Route>(route: R, given: Request<R> = {}) => useQuery(queryFor(route, given))

/** A change. It announces its success in `done`; failures are announced and screens refreshed once for all, above. */
export const useRouteMutation = <R extends Route>(route: R, done?: Done<R>) => useMutationOf(route, done, {})

/** A change that is asked for where its failures are said too, such as a form. */
export const useRouteMutationInPlace = <R extends Route>(route: R, done?: Done<R>) => useMutationOf(route, done, { inPlace: true })

type Done<R extends Route> = string | ((answer: Output<R>) => string)

function useMutationOf<R extends Route>(route: R, done: Done<R> | undefined, meta: { inPlace?: true }) {
  const action = useMutation({
    meta,
    mutationKey: [route.method, route.path],
    mutationFn: (given: CallParams<R>) => call(route, given),
    onSuccess: (answer, { idempotencyKey }) => {
      if (idempotencyKey) markKeyAnswered(idempotencyKey)
      if (done) toast.success(typeof done === 'string' ? done : done(answer))
    },
  })
  return action.mutateAsync
}
