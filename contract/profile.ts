import * as z from 'zod/mini'
import { type Role, signedIn } from './actor.ts'
import {
  Done,
  language,
  personDetails,
  type StartPage,
  somethingToChange,
  startPage,
} from './fields.ts'
import { choiceLimit } from './limits.ts'
import { get, post } from './route.ts'

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
})
export type ProfileDetails = z.output<typeof ProfileDetails>

/** Omitted fields keep their value. */
export const ProfileChange = z
  .partial(z.object({ ...ProfileDetails.shape, language }))
  .check(somethingToChange)
export type ProfileChange = z.output<typeof ProfileChange>

export const Profile = z.object({
  email: z.string(),
  name: z.string(),
  surname: z.string(),
  phone: z.string(),
  language,
  startPage,
})
export type Profile = z.output<typeof Profile>

export const profile = {
  get: get('/user/profile', {
    allow: signedIn,
    about: 'What the current user can change about themselves, and their e-mail',
    returns: Profile,
  }),
  change: post('/user/me', {
    allow: signedIn,
    about:
      'Change the own name, surname or telephone, the language of the screens and mails that one gets, or where the portal opens after sign-in',
    body: ProfileChange,
    returns: Done,
    rateLimits: [choiceLimit],
  }),
}
