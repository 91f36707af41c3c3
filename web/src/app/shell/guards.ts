import { redirect } from '@tanstack/react-router'
import type { Me } from '#contract/sessions.ts'
import { landingPath, loadMe } from '../../identity/session/session.ts'
import { ownPath } from '../../navigation/ownPath.ts'
import { type Area, paths } from '../../navigation/paths.ts'

type GuardContext = { location: { pathname: string; href: string } }

/** Without a session these paths lead to 403; all others lead to the sign-in page, which returns there afterwards. */
const companyListPaths = new Set([paths.companies('admin'), paths.companies('staff')])

/** Guard of the pages of a session: adds the user to the route context, or redirects. */
export async function requireSession({ location: { pathname, href } }: GuardContext): Promise<{ me: Me }> {
  const me = await loadMe()
  if (me) return { me }
  throw companyListPaths.has(pathname)
    ? redirect({ to: paths.forbidden, search: { from: href } })
    : redirect({ to: paths.login, search: href === '/' ? {} : { from: href } })
}

const canEnter: Record<Area, (me: Me) => boolean> = {
  admin: me => me.isAdmin || me.isDomainAdmin,
  staff: me => me.isAdmin || me.isStaff,
  account: me => me.isAdmin || !me.isStaff,
}

/** Guard of an area: sends other roles to 403. */
export const requireArea =
  (area: Area) =>
  ({ context, location }: GuardContext & { context: { me: Me } }) => {
    if (!canEnter[area](context.me)) throw redirect({ to: paths.forbidden, search: { from: location.href } })
  }

/** Guard of the sign-in page: sends a signed-in user on. */
export async function redirectSignedIn({ search }: { search: { from?: string } }) {
  const me = await loadMe().catch(() => null)
  if (me) throw redirect({ to: ownPath(search.from) ?? landingPath(me), replace: true })
}
