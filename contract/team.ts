import * as z from 'zod/mini'
import { admin } from './actor.ts'
import { Done, instant } from './fields.ts'
import { listOf, listQuery } from './paging.ts'
import { del, get, post } from './route.ts'
import {
  activationLink,
  invitationLimit,
  invitee,
  person,
  Removal,
  reminderLimit,
} from './users.ts'

export const TeamRole = z.enum(['staff', 'admin'])
export type TeamRole = z.output<typeof TeamRole>

/** A member of the vendor's team; operators of the installation are not members. */
export const Colleague = z.object({
  ...person,
  role: TeamRole,
  userRegistrationDate: instant,
  pending: z.boolean(),
  /** mails to the address come back, so none is sent */
  undeliverable: z.boolean(),
  secondFactor: z.boolean(),
})
export type Colleague = z.output<typeof Colleague>

export const TeamInvitation = z.object({ ...invitee, role: TeamRole })
export type TeamInvitation = z.output<typeof TeamInvitation>

const TeamList = listQuery([
  'name',
  'surname',
  'email',
  'phone',
  'role',
  'userRegistrationDate',
  'dateCreated',
])

export const team = {
  list: get('/admin/team', {
    allow: admin,
    about: "The vendor's own people",
    query: TeamList,
    returns: listOf('users', Colleague),
  }),
  invite: post('/admin/team', {
    allow: admin,
    changes: 'team',
    about: 'Invite a person to the team, as staff or as a domain administrator',
    body: TeamInvitation,
    recentAuthentication: ({ role }: TeamInvitation) => role === 'admin',
    returns: z.extend(Colleague, { activationLink }),
    creates: true,
    rateLimits: [invitationLimit],
  }),
  remind: post('/admin/team/:user/invitation', {
    allow: admin,
    changes: 'team',
    about: 'Send a pending invitation again; the link before it ends',
    recentAuthentication: true,
    returns: z.extend(Done, { activationLink }),
    rateLimits: [invitationLimit, reminderLimit],
  }),
  remove: del('/admin/team/:user', {
    allow: admin,
    changes: 'team',
    about:
      'Remove a user from the team, which ends their sessions; the body names their e-mail to prevent an accidental removal',
    recentAuthentication: true,
    body: Removal,
    returns: Done,
  }),
}
