import * as z from 'zod/mini'
import { admin, vendorTeam } from './actor.ts'
import {
  Done,
  email,
  emailIfAny,
  emailOfAccount,
  emailOfUser,
  id,
  instant,
  line,
  personDetails,
  somethingToChange,
  validEmailOfAccount,
} from './fields.ts'
import { limits } from './limits.ts'
import { listOf, listQuery } from './paging.ts'
import { type CallLimit, del, get, post } from './route.ts'

/** The fields of a person's account in a list. */
export const person = {
  _id: id,
  email: z.string(),
  name: z.string(),
  surname: z.string(),
  phone: z.string(),
}

export const User = z.object({
  ...person,
  department: z.string(),
  position: z.string(),
  userRegistrationDate: instant,
  /** invited, and has not set a password yet */
  pending: z.boolean(),
  /** cannot sign in, as nobody has invited them; only these can be without an e-mail */
  contact: z.boolean(),
  /** mails to the address come back, so none is sent */
  undeliverable: z.boolean(),
})
export type User = z.output<typeof User>

/** Only if the installation sends no mail: the administrator passes it on. */
export const activationLink = z.optional(z.string())

export const invitee = {
  email,
  ...personDetails,
  phone: z._default(personDetails.phone, ''),
  /** Of the invitation. Empty: of most of the company's people; of
   * one on the team, and of a company's first, the inviter's. */
  language: z._default(z.enum(['', 'tr', 'en']), ''),
}
export const Invitation = z.object({
  ...invitee,
  department: z._default(line(limits.name, 0), ''),
  position: z._default(line(limits.name, 0), ''),
})
export type Invitation = z.output<typeof Invitation>

/** A person of a company who cannot sign in. */
export const NewContact = z
  .object({
    ...personDetails,
    phone: z._default(personDetails.phone, ''),
    email: z._default(emailIfAny, ''),
  })
  .check(
    z.refine(({ phone, email }) => phone !== '' || email !== '', {
      error: 'phoneOrEmail',
      path: ['phone'],
    }),
  )
export type NewContact = z.output<typeof NewContact>

/** What the form has; an address of an earlier version may stay as it is. */
export const UserDetails = z.object({
  ...personDetails,
  email: validEmailOfAccount,
  department: line(limits.name, 0),
  position: line(limits.name, 0),
})
/** Of one without a login, who is reached by telephone, e-mail or both. */
export const ContactDetails = z.extend(UserDetails, { email: emailIfAny })
/** Omitted fields keep their value; an empty e-mail is for a contact. */
export const UserChange = z
  .partial(z.object({ ...UserDetails.shape, email: emailIfAny }))
  .check(somethingToChange)
export type UserChange = z.output<typeof UserChange>

/** Of a contact without one, who is invited there. */
const Reminder = z.optional(z.object({ email: z.optional(email) }))

const UserList = listQuery(
  [
    'name',
    'surname',
    'email',
    'phone',
    'department',
    'position',
    'userRegistrationDate',
    'dateCreated',
  ],
  { user: z.optional(id) },
)
export type UserQuery = z.output<typeof UserList>

/** With `pending`, refused if the invitation was accepted meanwhile. */
const ColleagueRemoval = z.object({ email: emailOfAccount, pending: z.optional(z.literal(true)) })
const UserRemoval = z.extend(ColleagueRemoval, { email: emailOfUser })
export type Removal = z.output<typeof UserRemoval>

const contactLimit: CallLimit = { name: 'contacts', max: 200, seconds: 3_600 }
export const invitationLimit: CallLimit = { name: 'invitations', max: 200, seconds: 3_600 }
/** Protects the mailbox of one invited person from repeated invitations. */
export const reminderLimit: CallLimit = { name: 'reminders', max: 20, seconds: 3_600, of: 'user' }
/** Protects the mailboxes of one person from repeated changes of their address. */
const correctionLimit: CallLimit = { name: 'corrections', max: 60, seconds: 3_600, of: 'user' }

const hasEmail = ({ email }: { email?: string | undefined }) => email !== undefined
const emailAbout =
  'Another e-mail is that of a pending person at once, who is invited anew, and of a contact; an active one confirms it by a link that it gets'

const list = { about: "A company's users", query: UserList, returns: listOf('users', User) }

const invite = {
  changes: 'team',
  about: 'Invite a user to a company',
  body: Invitation,
  returns: z.extend(User, { activationLink }),
  creates: true,
  rateLimits: [invitationLimit],
} as const
const remind = {
  changes: 'team',
  about:
    'Invite a contact, or send a pending invitation again; the link before it ends. The body may name the e-mail of a contact without one',
  body: Reminder,
  returns: z.extend(Done, { activationLink }),
  rateLimits: [invitationLimit, reminderLimit],
} as const
const whereStaffMay = '. Staff only where the vendor lets them invite'

export const users = {
  list: get('/admin/company/:company/user', { allow: admin, ...list }),
  invite: post('/admin/company/:company/user', { allow: admin, ...invite }),
  remind: post('/admin/company/:company/user/:user/invitation', { allow: admin, ...remind }),
  update: post('/admin/company/:company/user/:user', {
    allow: admin,
    changes: 'customers',
    about: `Change a user's name, telephone and e-mail at the vendor, and department and position at the company. ${emailAbout}`,
    body: UserChange,
    recentAuthentication: hasEmail,
    returns: z.extend(User, { ...Done.shape, activationLink }),
    rateLimits: [correctionLimit],
  }),
  remove: del('/admin/company/:company/user/:user', {
    allow: admin,
    changes: 'team',
    about:
      "End a user's membership; the body names the user's e-mail to prevent an accidental removal",
    body: UserRemoval,
    returns: Done,
  }),
  listForStaff: get('/staff/company/:company/user', { allow: vendorTeam, ...list }),
  inviteForStaff: post('/staff/company/:company/user', {
    ...invite,
    allow: vendorTeam,
    about: `${invite.about}${whereStaffMay}`,
    returns: invite.returns,
  }),
  remindForStaff: post('/staff/company/:company/user/:user/invitation', {
    ...remind,
    allow: vendorTeam,
    about: `${remind.about}${whereStaffMay}`,
    returns: remind.returns,
  }),
  createContact: post('/staff/company/:company/contact', {
    allow: vendorTeam,
    changes: 'team',
    about: 'Add a person to a company who cannot sign in, with a telephone, an e-mail or both',
    body: NewContact,
    returns: User,
    creates: true,
    rateLimits: [contactLimit],
  }),
}

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

/** What the form has; an address of an earlier version may stay as it is. */
export const ColleagueDetails = z.object({
  ...personDetails,
  email: validEmailOfAccount,
  role: TeamRole,
})
/** Omitted fields keep their value. */
export const ColleagueChange = z
  .partial(z.object({ ...ColleagueDetails.shape, email }))
  .check(somethingToChange)
export type ColleagueChange = z.output<typeof ColleagueChange>

const TeamList = listQuery([
  'name',
  'surname',
  'email',
  'phone',
  'role',
  'userRegistrationDate',
  'dateCreated',
])
export type TeamQuery = z.output<typeof TeamList>

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
  update: post('/admin/team/:user', {
    allow: admin,
    changes: 'team',
    about: `Change a colleague's name, telephone, e-mail and role; another role ends their sessions. ${emailAbout}`,
    recentAuthentication: (change: ColleagueChange) =>
      change.role !== undefined || hasEmail(change),
    body: ColleagueChange,
    returns: z.extend(Colleague, { ...Done.shape, activationLink }),
    rateLimits: [correctionLimit],
  }),
  remove: del('/admin/team/:user', {
    allow: admin,
    changes: 'team',
    about:
      'Remove a user from the team, which ends their sessions; the body names their e-mail to prevent an accidental removal',
    recentAuthentication: true,
    body: ColleagueRemoval,
    returns: Done,
  }),
}
