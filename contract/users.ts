import * as z from 'zod/mini'
import { admin, vendorTeam } from './actor.ts'
import { Done, email, id, instant, limits, line } from './fields.ts'
import { listOf, listQuery } from './paging.ts'
import { type CallLimit, del, get, post } from './route.ts'

export const User = z.object({
  _id: id,
  email: z.string(),
  name: z.string(),
  surname: z.string(),
  phone: z.string(),
  department: z.string(),
  position: z.string(),
  userRegistrationDate: instant,
  /** has not set a password yet */
  pending: z.boolean(),
})
export type User = z.output<typeof User>

/** `activationLink` only if the installation sends no mail: the administrator passes it on. */
export const InvitedUser = z.extend(User, { activationLink: z.optional(z.string()) })

export const Invitation = z.object({
  email,
  name: line(limits.name),
  surname: line(limits.name),
  phone: z._default(line(limits.phone, 0), ''),
  department: z._default(line(limits.name, 0), ''),
  position: z._default(line(limits.name, 0), ''),
})
export type Invitation = z.output<typeof Invitation>

const UserList = listQuery(['name', 'surname', 'email', 'phone', 'department', 'position', 'userRegistrationDate', 'dateCreated'])

/** Limits the call to pending invitations: refused if the invitation was accepted meanwhile. */
export const stillPending = z.optional(z.literal(true))

export const invitationLimit: CallLimit = { name: 'invitations', max: 200, seconds: 3_600 }
/** Protects the mailbox of one invited person from repeated invitations. */
export const reminderLimit: CallLimit = { name: 'reminders', max: 20, seconds: 3_600, of: 'user' }

export const users = {
  list: get('/admin/company/:company/user', { allow: admin, about: "A company's users", query: UserList, returns: listOf('users', User) }),
  invite: post('/admin/company/:company/user', {
    allow: admin,
    about: 'Invite a user to a company',
    body: Invitation,
    returns: InvitedUser,
    creates: true,
    rateLimits: [invitationLimit],
  }),
  remind: post('/admin/company/:company/user/:user/invitation', {
    allow: admin,
    about: 'Send a pending invitation again; the link before it ends',
    returns: z.object({ message: z.string(), activationLink: z.optional(z.string()) }),
    rateLimits: [invitationLimit, reminderLimit],
  }),
  remove: del('/admin/company/:company/user/:user', {
    allow: admin,
    about: "End a user's membership; the body names the user's e-mail to prevent an accidental removal",
    body: z.object({ email, pending: stillPending }),
    returns: Done,
  }),
  listForStaff: get('/staff/company/:company/user', {
    allow: vendorTeam,
    about: "A company's users",
    query: UserList,
    returns: listOf('users', User),
  }),
}
