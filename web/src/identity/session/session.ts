import { useQuery } from '@tanstack/react-query'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import type { Actor, Role } from '#contract/actor.ts'
import type { Route } from '#contract/route.ts'
import { type Me, sessions } from '#contract/sessions.ts'
import { localStore } from '../../browser/localStore.ts'
import { CallFailed, call, currentSession, endSessionScope, token } from '../../data/api.ts'
import { deleteDrafts, deleteOldDrafts, encryptPlainDrafts } from '../../data/drafts.ts'
import { lastingData, queries, queryFor } from '../../data/queries.ts'
import { type Area, paths } from '../../navigation/paths.ts'

const meQuery = { ...queryFor(sessions.me), staleTime: Number.POSITIVE_INFINITY, meta: lastingData }

/**
 * Who is signed in, or null.
 * @throws CallFailed when that cannot be known now
 */
export async function session(): Promise<Me | null> {
  if (!token.read()) return null
  const held = currentSession()
  try {
    const me = await queries.ensureQueryData(meQuery)
    held.user = me
    await encryptPlainDrafts(me._id).catch(() => {}) // they are, as soon as the code for it can be loaded
    return me
  } catch (error) {
    if (error instanceof CallFailed && error.status === 401) return null
    throw error
  }
}

/** A session that is ended elsewhere, at whatever copy of the server, is over here within seconds, though nobody touches the page. */
export const useStillSignedIn = () => useQuery({ ...meQuery, refetchInterval: 10_000, refetchOnWindowFocus: 'always' })

/** The user whose session this is. Only below the shell, which waits for it. */
export const useMe = () => (useRouteContext({ strict: false }) as { me: Me }).me

const roleOf = (me: Me): Role => (me.isAdmin ? 'operator' : me.isDomainAdmin ? 'admin' : me.isStaff ? 'staff' : 'customer')

/** Whether the reader may make a call, as its own `allow` says; that looks at nothing but the role. */
export function useIsAllowed(route: Route) {
  const role = roleOf(useMe())
  return route.allow({ role } as Actor)
}

/** Begins a session with its token; whatever was loaded for somebody else is forgotten, and what they were still doing stops. */
export async function beginSession(value: string): Promise<Me> {
  queries.removeQueries({ predicate: query => query.queryKey[0] !== sessions.portal.path })
  token.keep(value)
  endSessionScope()
  deleteOldDrafts()
  const held = currentSession()
  const me = await queries.fetchQuery(meQuery)
  held.user = me
  return me
}

/** What this tab still does or knows for whose session is over is not for whoever signs in next. */
export function endSessionHere() {
  endSessionScope()
  localStore.forget('languageChosen')
}

/** Ends the session here at once, with everything that the user has typed and not sent, and at the server as soon as it hears of it. */
export function useSignOut() {
  const router = useRouter()
  const me = useMe()
  return async () => {
    const ending = call(sessions.logout).catch(() => null) // it ends by itself in time
    token.forget()
    endSessionHere()
    deleteDrafts(me._id)
    await router.navigate({ to: paths.login })
    queries.clear()
    await ending
  }
}

/** The area a role works in. */
export const areaOf = (me: Me): Area => (me.isAdmin || me.isDomainAdmin ? 'admin' : me.isStaff ? 'staff' : 'account')

/** The page that each role starts its work on. */
export const landing = (me: Me) => paths.companies(areaOf(me))
