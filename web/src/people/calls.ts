import type { Area } from '#contract/paths.ts'
import { users } from '#contract/people.ts'

/** The call by which an area lists a company's users. */
export const userListRoute = (area: Area) => (area === 'admin' ? users.list : users.listForStaff)
