import { useRouteContext, useRouter } from '@tanstack/react-router'
import type { Actor, Role } from '#contract/actor.ts'
import type { Me, sessions } from '#contract/identity.ts'
import { type Area, paths } from '#contract/paths.ts'
import { buildRequest, type Route } from '#contract/route.ts'
import { canonicalAddress } from '#contract/text/addresses.ts'
import { localStore } from '../../browser/localStore.ts'
import {
  call,
  currentSession,
  endSessionScope,
  hasStatus,
  portalDomain,
  token,
} from '../../data/api.ts'
import { deleteDrafts, deleteOldDrafts, encryptPlainDrafts } from '../../data/drafts.ts'
import { deleteKeptPages } from '../../data/keptPages.ts'
import { portalQuery } from '../../data/portal.ts'
import { lastingData, queryClient, queryFor } from '../../data/queries.ts'

export const meQuery = {
  ...queryFor<typeof sessions.me>({ method: 'GET', path: '/user/me' }),
  staleTime: Number.POSITIVE_INFINITY,
  meta: lastingData,
}

/** Null without a session. @throws CallError when the server cannot tell */
export async function loadMe(): Promise<Me | null> {
  if (!token.read()) return null
  const scope = currentSession()
  try {
    const me = await queryClient.ensureQueryData(meQuery)
    scope.user = me
    await encryptPlainDrafts(me._id).catch(() => {}) // repeated by the next call
    return me
  } catch (error) {
    if (hasStatus(error, 401)) return null
    throw error
  }
}

/** The signed-in user. Only below the shell, whose guard loads them. */
export function useMe(): Me {
  const { me } = useRouteContext({ strict: false })
  if (!me) throw new Error('This page is not below a guard that loads the user.')
  return me
}

export const roleOf = (me: Me): Role =>
  me.isAdmin ? 'operator' : me.isDomainAdmin ? 'admin' : me.isStaff ? 'staff' : 'customer'

/** Whether the user may make an administrator's call in an area, by the role that
 * its `allow` reads: in the areas of staff and accounts nobody administers. */
export function useCanAdminister(route: Route, area: Area = 'admin') {
  const role = roleOf(useMe())
  return area === 'admin' && route.allow({ role } as Actor)
}

const logout = { method: 'POST', path: '/user/logout' } as const

/** Ends the session of the stored token; without the call it expires. */
const endAtServer = () => call<typeof sessions.logout>(logout).catch(() => null)

/** Begins a session with its token; ends another one, drops its data and aborts its tasks. */
export async function startLocalSession(sessionToken: string): Promise<Me> {
  const previous = token.read()
  if (previous && previous !== sessionToken) void endAtServer()
  queryClient.removeQueries({ predicate: query => query.queryKey[0] !== portalQuery.queryKey[0] })
  void deleteKeptPages() // of a session that ended while no page was open
  deleteOldDrafts() // first, as the storage may be full
  token.write(sessionToken)
  endSessionScope()
  const scope = currentSession()
  const me = await queryClient.fetchQuery(meQuery)
  scope.user = me
  return me
}

/** Ends the session in this tab: its tasks, what its pages have shown
 * and the visitor's choice of language do not reach the next user. */
export function endLocalSession() {
  endSessionScope()
  void deleteKeptPages()
  localStore.remove('languageChosen')
}

/** Ends the session in this browser at once, and at the server
 * concurrently. Unsent input stays, readable for its user only. */
export function endCurrentSession() {
  void queryClient.cancelQueries() // the server would refuse those under way
  const ended = endAtServer()
  token.remove()
  endLocalSession()
  return ended
}

/** Ends at the server a session that the browser did not store, while its page closes. */
export function endVolatileSession() {
  if (!localStore.isVolatile('token')) return
  const { path, request } = buildRequest<typeof sessions.logout>(
    { domain: portalDomain(), token: token.read() },
    logout,
  )
  fetch(path, { ...request, keepalive: true }).catch(() => {})
}

/** Ends the session, and deletes the user's unsent input. */
export function useSignOut() {
  const router = useRouter()
  const me = useMe()
  return async () => {
    const ended = endCurrentSession()
    deleteDrafts(me._id)
    await router.navigate({ to: paths.login })
    queryClient.clear()
    await ended
  }
}

export const hasAddress = (me: Me, mail: string | undefined) =>
  canonicalAddress(me.email) === canonicalAddress(mail ?? '')

export const areaOf = (me: Me): Area =>
  me.isAdmin || me.isDomainAdmin ? 'admin' : me.isStaff ? 'staff' : 'account'

/** Where a user goes on after sign-in, as they have chosen. */
export function landingPath(me: Me) {
  const area = areaOf(me)
  if (me.startPage === 'home') return paths.home
  if (me.startPage === 'tickets' && area !== 'account') return paths.allTickets(area)
  return paths.companies(area)
}
