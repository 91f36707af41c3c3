import { redirect } from '@tanstack/react-router'
import type { Me } from '#contract/sessions.ts'
import { landing, session } from '../../identity/session/session.ts'
import { ownPath } from '../../navigation/ownPath.ts'
import { type Area, paths } from '../../navigation/paths.ts'

type At = { location: { pathname: string; href: string } }

/** A visitor who comes to a companies landing is told that it is not theirs to see; elsewhere they sign in, and return to where they wanted. */
const landings = new Set([paths.companies('admin'), paths.companies('staff')])

/** Before the shell: who is it? */
export async function signedIn({ location: { pathname, href } }: At): Promise<{ me: Me }> {
  const me = await session()
  if (me) return { me }
  throw landings.has(pathname)
    ? redirect({ to: paths.forbidden, search: { from: href } })
    : redirect({ to: paths.login, search: href === '/' ? {} : { from: href } })
}

const allowed: Record<Area, (me: Me) => boolean> = {
  admin: me => me.isAdmin || me.isDomainAdmin,
  staff: me => me.isAdmin || me.isStaff,
  account: me => me.isAdmin || !me.isStaff,
}

/** Before an area: is it theirs? */
export const only =
  (area: Area) =>
  ({ context, location }: At & { context: { me: Me } }) => {
    if (!allowed[area](context.me)) throw redirect({ to: paths.forbidden, search: { from: location.href } })
  }

/** Before the login: whoever is signed in has no business there. */
export async function signedOut({ search }: { search: { from?: string } }) {
  const me = await session().catch(() => null)
  if (me) throw redirect({ to: ownPath(search.from) ?? landing(me), replace: true })
}
