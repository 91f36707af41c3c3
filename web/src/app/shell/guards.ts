import { redirect } from '@tanstack/react-router'
import type { Me } from '#contract/identity.ts'
import { type Area, paths } from '#contract/paths.ts'
import type { SearchParams } from '../../browser/searchParams.ts'
import { token } from '../../data/api.ts'
import { hasAddress, landingPath, loadMe } from '../../identity/session/session.ts'
import { language, loadPortalMessages, setLanguage } from '../../messages/current.ts'
import { ownPath } from '../../navigation/ownPath.ts'
import { loadRestoring, restoreUnsent } from './restoreUnsent.ts'

export type GuardContext = {
  context: { me?: Me }
  search: SearchParams
  location: { href: string }
  matches: { routeId: string }[]
}

/** Guards a session's pages: adds the user to the route context. A visitor signs
 * in first and returns; an unknown path is 404 for both, and the companies pages
 * of the team refuse a visitor without a session, who signs in from there. */
export async function requireSession({
  location: { href },
  matches,
}: GuardContext): Promise<{ me: Me }> {
  const hadSession = token.read() !== null
  if (hadSession) loadRestoring().catch(() => {}) // beside the user
  const me = await loadMe()
  if (me) {
    await Promise.all([loadPortalMessages(), restoreUnsent(me)])
    return { me }
  }
  const routeId = matches.at(-1)?.routeId ?? ''
  if (routeId.endsWith('/$')) throw redirect({ to: paths.notFound, replace: true })
  const isCompanies = (['admin', 'staff'] as const).some(area =>
    routeId.endsWith(`${paths.companies(area)}/`),
  )
  if (isCompanies && !hadSession)
    throw redirect({ to: paths.forbidden, search: { from: href }, replace: true })
  throw redirect({ to: paths.login, search: href === '/' ? {} : { from: href } })
}

/** Adds the user, where there is one, to the route context of a page that any visitor opens. */
export async function loadUser(): Promise<{ me?: Me }> {
  const me = await loadMe().catch(() => null)
  return me ? { me } : {}
}

const canEnter: Record<Area, (me: Me) => boolean> = {
  admin: me => me.isAdmin || me.isDomainAdmin,
  staff: me => me.isAdmin || me.isStaff,
  account: me => me.isAdmin || !me.isStaff,
}

const requireAreaOf =
  (...areas: Area[]) =>
  ({ context: { me }, location: { href } }: GuardContext) => {
    if (me && areas.some(area => canEnter[area](me))) return
    throw redirect({ to: paths.forbidden, search: { from: href } })
  }

/** Guard of an area: sends other roles to 403. */
export const requireArea = (area: Area) => requireAreaOf(area)

/** Guard of a page that staff and administrators share. */
export const requireTeam = requireAreaOf('admin', 'staff')

/** Guard of the sign-in page: sends a signed-in user on,
 * unless a link has led here that is for another one. */
export async function redirectSignedIn({ search }: GuardContext): Promise<{ me?: Me }> {
  const { me } = await loadUser()
  if (!me) return {}
  if (search.mail && !hasAddress(me, search.mail)) return { me }
  throw redirect({ to: ownPath(search.from) ?? landingPath(me), replace: true })
}

/** Guard of a page that a mail leads to: the visitor reads on in
 * the language of the mail. Adds the user as `loadUser` does. */
export async function showLanguageOfMail({ search: { language: next } }: GuardContext) {
  // it is readable in the other one too
  if ((next === 'tr' || next === 'en') && next !== language) await setLanguage(next).catch(() => {})
  return loadUser()
}
