import type { Area } from '#contract/paths.ts'
import { users } from '#contract/people.ts'
import { usePortal } from '../data/portal.ts'
import { useCanAdminister } from '../identity/session/session.ts'

/** The calls by which an area lists, invites and reminds a company's users. */
export const userListRoute = (area: Area) => (area === 'admin' ? users.list : users.listForStaff)

export const inviteRoute = (area: Area) => (area === 'admin' ? users.invite : users.inviteForStaff)
export const remindRoute = (area: Area) => (area === 'admin' ? users.remind : users.remindForStaff)

/** Whether the user invites users of companies: staff only where the vendor lets them. */
export function useMayInvite(area: Area): boolean {
  const isAdministrator = useCanAdminister(users.invite, area)
  const isPermitted = usePortal()?.staffMayInvite ?? false
  return isAdministrator || (area === 'staff' && isPermitted)
}
