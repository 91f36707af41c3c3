import {
  MutationCache,
  onlineManager,
  type Query,
  QueryCache,
  QueryClient,
  queryOptions,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import type { Output, Request, Route, RouteAddress } from '#contract/route.ts'
import { CallError, type CallParams, call, describeError, isAbort } from './api.ts'
import { markKeyAnswered } from './idempotency.ts'
import { followQuery, isRestored, restoreQuery } from './keptPages.ts'
import { toast } from './toasts.ts'

/** `meta` of queries that no change in the portal affects: the user, the portal. */
export const lastingData = { lasting: true } as const

/** Of what goes with a thing that is deleted: fetched anew
 * whenever it is asked for, and not again once it is gone. */
export const askedOnce = { meta: lastingData, staleTime: 0, gcTime: 0 } as const

export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      networkMode: 'always',
      persister: restoreQuery,
      // Two retries, after 0.5 s and 1 s. After a timeout the user has waited long enough.
      retry: (failures, error) =>
        failures < 2 &&
        error instanceof CallError &&
        error.isTransient &&
        error.name !== 'TimeoutError',
      retryDelay: failures => 500 * (failures + 1),
      // What could not be fetched without a network, as after an event that still arrived.
      refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : false),
    },
    mutations: { networkMode: 'always' },
  },
  queryCache: new QueryCache({
    // the screen shows it, too
    onError: (error, { queryKey }) => console.info(String(queryKey[0]), error.name, error.message),
  }),
  mutationCache: new MutationCache({
    onSuccess: (_data, _variables, _context, { options }) => {
      toast.dismissErrorsOf(String(options.mutationKey))
      return refresh()
    },
    onError: (error, _variables, _context, { options }) =>
      announceError(error, { mutationKey: String(options.mutationKey), ...options.meta }),
  }),
})

// It assumes a network, and would ignore that a page opened without one has it now.
onlineManager.setOnline(navigator.onLine)

queryClient.getQueryCache().subscribe(event => {
  if (event.type !== 'updated') return
  const { query, action } = event
  if (action.type !== 'success' && action.type !== 'error') return
  const isAnswered = action.type === 'success' && !action.manual && !isRestored(query)
  followQuery(query)
  if (isAnswered) void refetchUnreached()
})

/** The server answers again: what it could not be asked for is fetched, also without an `online`
 * event, which a browser with a weak network does not fire. */
const refetchUnreached = () =>
  queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state: { error, fetchStatus } }) =>
      fetchStatus === 'idle' && error instanceof CallError && error.isTransient,
  })

type MutationMeta = { inPlace?: true; describe?: (reason: string) => string }
type Announcement = MutationMeta & { mutationKey?: string }

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: MutationMeta
  }
}

/** Shows a failed call as a toast until a mutation with `mutationKey` succeeds;
 * refetches after 404 and 409, as the screen is stale. Repeats an error shown in
 * place only where the user needs its request number (status 500 and above). */
export function announceError(
  error: unknown,
  { mutationKey, inPlace, describe = reason => reason }: Announcement = {},
) {
  if (isAbort(error)) return // cancelled by the user
  if (!(error instanceof CallError)) {
    if (!inPlace) toast.error(describe(describeError(error)), { mutationKey })
    return
  }
  if (error.status === 404 || error.status === 409) void refresh()
  if (!error.isSessionEnded && (!inPlace || error.status >= 500))
    toast.error(describe(error.message), {
      requestId: error.status >= 500 ? error.requestId : undefined,
      mutationKey,
    })
}

export function refresh() {
  return queryClient.invalidateQueries({ predicate: isRefreshable })
}

/** Whether a change in the portal may affect a query. */
export const isRefreshable = ({ meta }: Query) => !meta?.lasting

export const refetchFailed = () =>
  queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })

export const queryFor = <R extends Route>(route: R | RouteAddress<R>, params: Request<R> = {}) =>
  queryOptions({
    queryKey: [route.path, params],
    queryFn: ({ signal }): Promise<Output<R>> => call(route, { ...params, signal }),
  })

type QueryOptions<R extends Route> = Omit<ReturnType<typeof queryFor<R>>, 'queryKey' | 'queryFn'>

export const useRouteQuery = <R extends Route>(
  route: R,
  params: Request<R> = {},
  options: QueryOptions<R> = {},
) => useQuery({ ...queryFor(route, params), ...options })

type SuccessMessage<R extends Route> = string | ((response: Output<R>) => string)

/** A mutation with a toast for its success; the mutation cache
 * announces failures and refetches. The same `scope` runs in series. */
export function useRouteMutation<R extends Route>(
  route: R | RouteAddress<R>,
  successMessage?: SuccessMessage<R>,
  { scope, ...meta }: MutationMeta & { scope?: string } = {},
) {
  const mutation = useMutation({
    meta,
    ...(scope && { scope: { id: scope } }),
    mutationKey: [route.method, route.path],
    mutationFn: (params: CallParams<R>) => call(route, params),
    onSuccess: (response, { idempotencyKey }) => {
      if (idempotencyKey) markKeyAnswered(idempotencyKey)
      if (successMessage)
        toast.success(
          typeof successMessage === 'string' ? successMessage : successMessage(response),
        )
    },
  })
  return mutation.mutateAsync
}

/** A mutation whose caller shows its errors in place, such as a form. */
export const useRouteMutationInPlace = <R extends Route>(
  route: R,
  successMessage?: SuccessMessage<R>,
) => useRouteMutation(route, successMessage, { inPlace: true })
