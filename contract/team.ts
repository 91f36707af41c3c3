import * as z from 'zod/mini'
import { admin } from './actor.ts'
import { Done, email, id, instant, limits, line } from './fields.ts'
import { listOf, listQuery } from './paging.ts'
import { del, get, post } from './route.ts'
import { invitationLimit, reminderLimit, stillPending } from './users.ts'

export const TeamRole = z.enum(['staff', 'admin'])
export type TeamRole = z.output<typeof TeamRole>

/** A member of the vendor's team; operators of the installation are not members. */
export const Colleague = z.object({
  _id: id,
  email: z.string(),
  name: z.string(),
  surname: z.string(),
  phone: z.string(),
  role: TeamRole,
  userRegistrationDate: instant,
  pending: z.boolean(),
  secondFactor: z.boolean(),
})
export type Colleague = z.output<typeof Colleague>

/** `activationLink` only if the installation sends no mail: the administrator passes it on. */
const InvitedColleague = z.extend(Colleague, { activationLink: z.optional(z.string()) })

export const TeamInvitation = z.object({
  email,
  name: line(limits.name),
  surname: line(limits.name),
  phone: z._default(line(limits.phone, 0), ''),
  role: TeamRole,
})
export type TeamInvitation = z.output<typeof TeamInvitation>

const TeamList = listQuery(['name', 'surname', 'email', 'phone', 'role', 'userRegistrationDate', 'dateCreated'])

export const team = {
  list: get('/admin/team', { allow: admin, about: "The vendor's own people", query: TeamList, returns: listOf('users', Colleague) }),
  invite: post('/admin/team', {
    allow: admin,
    about: 'Invite a person to the team, as staff or as a domain administrator',
    body: TeamInvitation,
    recentAuthentication: ({ role }: TeamInvitation) => role === 'admin',
    returns: InvitedColleague,
    creates: true,
    rateLimits: [invitationLimit],
  }),
  remind: post('/admin/team/:user/invitation', {
    allow: admin,
    about: 'Send a pending invitation again; the link before it ends',
    recentAuthentication: true,
    returns: z.object({ message: z.string(), activationLink: z.optional(z.string()) }),
    rateLimits: [invitationLimit, reminderLimit],
  }),
  remove: del('/admin/team/:user', {
    allow: admin,
    about: 'Remove a user from the team, which ends their sessions; the body names their e-mail to prevent an accidental removal',
    recentAuthentication: true,
    body: z.object({ email, pending: stillPending }),
    returns: Done,
  }),
}
