import * as z from 'zod/mini'
import { anyone, type Role, signedIn, vendorUser } from './actor.ts'
import {
  Done,
  email,
  instant,
  isTimeZone,
  language,
  mailedLink,
  personDetails,
  type StartPage,
  somethingToChange,
  startPage,
} from './fields.ts'
import { choiceLimit } from './limits.ts'
import { type CallLimit, del, get, post } from './route.ts'

/** The default first. Customers have tickets on the pages of their accounts only. */
export const startPagesOf = (role: Role): readonly StartPage[] =>
  role === 'customer' ? ['companies', 'home'] : startPage.options

/** The default instead of one that the user's role does not have, or no longer. */
export const startPageOf = (role: Role, chosen: StartPage): StartPage =>
  startPagesOf(role).includes(chosen) ? chosen : 'companies'

/** What the form of the page has. */
export const ProfileDetails = z.object({
  ...personDetails,
  startPage,
  /** of the times in mails; empty: the vendor's */
  timeZone: z.string().check(
    z.maxLength(64),
    z.refine(value => value === '' || isTimeZone(value), 'timeZone'),
  ),
})
export type ProfileDetails = z.output<typeof ProfileDetails>

/** Omitted fields keep their value. */
export const ProfileChange = z
  .partial(z.object({ ...ProfileDetails.shape, language }))
  .check(somethingToChange)
export type ProfileChange = z.output<typeof ProfileChange>

export const Profile = z.object({
  email: z.string(),
  /** the address that waits for its confirmation; null: none */
  newEmail: z.nullable(z.object({ address: z.string(), dateExpires: instant })),
  name: z.string(),
  surname: z.string(),
  phone: z.string(),
  language,
  startPage,
  timeZone: z.string(),
})
export type Profile = z.output<typeof Profile>

export const NewEmail = z.object({ email })
export const EmailLink = z.object(mailedLink)

/** Protects those whose address is entered by another person. */
const emailLimit: CallLimit = { name: 'emailChanges', max: 10, seconds: 3_600 }

export const profile = {
  get: get('/user/profile', {
    allow: signedIn,
    about: 'What the current user can change about themselves, and their e-mail',
    returns: Profile,
  }),
  change: post('/user/me', {
    allow: signedIn,
    about:
      'Change the own name, surname or telephone, the language of the screens and mails that one gets, the time zone of these mails, or where the portal opens after sign-in',
    body: ProfileChange,
    returns: Done,
    rateLimits: [choiceLimit],
  }),
  requestEmail: post('/user/email', {
    allow: vendorUser,
    about:
      'Ask for another e-mail address: it gets a link that works for 24 hours, and the present one is told. The account keeps its address until the link is confirmed; a request before it ends. Answers the same for an address that another account has, which gets no mail',
    body: NewEmail,
    recentAuthentication: true,
    returns: Done,
    rateLimits: [emailLimit],
  }),
  cancelEmail: del('/user/email', {
    allow: vendorUser,
    about: 'Keep the present e-mail address: the link to the new one ends',
    returns: Done,
  }),
  checkEmail: post('/user/email/link', {
    allow: anyone,
    audited: false,
    about:
      'Whether the link to a new e-mail address still works; it is not used up. Answers the same for unknown and ended links',
    body: EmailLink,
    returns: z.object({ works: z.boolean() }),
    detached: true,
  }),
  confirmEmail: post('/user/email/confirm', {
    allow: anyone,
    about:
      'Change the e-mail address with the token of its link. Other sessions of the user and all their links end, and the former address is told; the session whose token is sent stays if it is theirs',
    body: EmailLink,
    returns: Done,
    detached: true,
  }),
}
