import * as z from 'zod/mini'
import { admin, anyone, signedIn, vendorTeam } from './actor.ts'
import {
  Done,
  emailOfAccount,
  id,
  instant,
  keptSessions,
  language,
  line,
  mailedLink,
  startPage,
  validEmailOfAccount,
} from './fields.ts'
import { limits } from './limits.ts'
import { newPassword } from './password.ts'
import { del, get, post, put } from './route.ts'

export const Me = z.object({
  _id: id,
  email: z.string(),
  name: z.string(),
  isAdmin: z.boolean(),
  isDomainAdmin: z.boolean(),
  isStaff: z.boolean(),
  startPage,
  /** 256 bits in base64url, equal in every session of the
   * user: the browser encrypts unsent drafts with it */
  draftKey: z.string(),
})
export type Me = z.output<typeof Me>

/** What the sign-in page needs before sign-in. */
export const Portal = z.object({
  name: z.string(),
  uploadLimit: z.int(),
  liveSupportUrl: z.nullable(z.string()),
  /** ISO 3166-1, of telephone numbers without a country code */
  country: z.string(),
  keptSessions,
  /** whether staff invite users of companies */
  staffMayInvite: z.boolean(),
  demo: z.nullable(z.object({ email: z.string(), password: z.string() })),
})
export type Portal = z.output<typeof Portal>

/** An entered password: the rules for new ones do not apply. */
export const password = z.string().check(z.minLength(1), z.maxLength(limits.password.max))
/** Six digits of the app, or a recovery code; blanks and dashes are optional. */
export const code = line(limits.code)
export const Credentials = z.object({ email: emailOfAccount, password })
const Reauthentication = z.union([z.object({ password }), z.object({ code })], 'passwordOrCode')
export const Session = z.object({
  _id: id,
  /** from the User-Agent; empty if unknown */
  browser: z.string(),
  system: z.string(),
  address: z.string(),
  dateCreated: instant,
  /** the last use, a few minutes late */
  dateUsed: instant,
  current: z.boolean(),
  /** of a kept session: when it ends without further use */
  dateKeptUntil: z.nullable(instant),
})
export type Session = z.output<typeof Session>

/** Device tokens of the users who signed in with this browser,
 * newest first: a known browser causes no new-device notice. */
export const devices = z.optional(
  z.array(z.string().check(z.maxLength(100))).check(z.maxLength(limits.devices)),
)
/** `keep`: the session ends after 30 days without use, where the
 * vendor's policy permits that to the user. */
const SignIn = z.extend(Credentials, { devices, keep: z.optional(z.boolean()) })
/** The browser stores `device` and sends it with its next sign-ins. */
export const SignedIn = z.object({ token: z.string(), language, device: z.string() })

export const Forgot = z.object({ email: validEmailOfAccount })
const Link = z.object(mailedLink)
export const Activation = z.extend(Link, { password: newPassword })
/** Why a new password that keeps the rules is refused, by the name of the error's text. */
export const PasswordWeakness = z.enum(['commonPassword', 'personalPassword'])
export type PasswordWeakness = z.output<typeof PasswordWeakness>

/** `next`: incomplete; for ten minutes the token accepts a `code`,
 * or lets a user without a required second factor `enrol`. */
const FirstStep = z.extend(SignedIn, {
  device: z.optional(z.string()),
  next: z.optional(z.enum(['code', 'enrol'])),
})

export const sessions = {
  portal: get('/portal', {
    allow: anyone,
    about: "The vendor's name and what its portal offers",
    returns: Portal,
  }),
  me: get('/user/me', {
    allow: signedIn,
    about: 'The current user, with role flags',
    returns: Me,
    secret: true,
  }),
  login: post('/user/login', {
    allow: anyone,
    about:
      "Sign in; the token goes into the Authorization header as a bearer. `language` is the user's own, for screens and mails. With `keep` the session ends after 30 days without use, where `keptSessions` of the portal permits it. With `next` it takes one step more: see `/user/login/code`",
    body: SignIn,
    returns: FirstStep,
    signsIn: true,
    detached: true,
  }),
  reauthenticate: post('/user/reauthenticate', {
    allow: signedIn,
    about:
      'Show again who is using this session, by the password, or by a code of the second factor: for 15 minutes it may make the calls that answer 403 `ReauthenticationRequiredError` otherwise',
    body: Reauthentication,
    returns: Done,
    detached: true,
  }),
  logout: post('/user/logout', {
    allow: signedIn,
    about: 'End this session at once',
    returns: Done,
  }),
  list: get('/user/sessions', {
    allow: signedIn,
    about: 'Where one is signed in: this session first, then the last used; at most a hundred',
    returns: z.object({ sessions: z.array(Session) }),
  }),
  end: del('/user/sessions/:session', {
    allow: signedIn,
    about: 'End one of the own sessions at once',
    returns: Done,
  }),
  endOthers: del('/user/sessions', {
    allow: signedIn,
    about: 'Sign out everywhere but here',
    returns: Done,
  }),
  forgot: post('/user/forgot', {
    allow: anyone,
    about: 'Ask for a reset link; answers the same for known and unknown addresses',
    body: Forgot,
    returns: z.string(),
    detached: true,
  }),
  checkLink: post('/user/link', {
    allow: anyone,
    audited: false,
    about:
      'Whether the link of an invitation or a forgotten password still works, and with a `password` whether that is too weak for its user; the link is not used up. Answers the same for unknown and ended links',
    body: z.extend(Link, {
      password: z.optional(z.string().check(z.maxLength(limits.password.max))),
    }),
    returns: z.object({ works: z.boolean(), weakness: z.nullable(PasswordWeakness) }),
    detached: true,
  }),
  activate: post('/user/activate', {
    allow: anyone,
    about: 'Set a password with the token of an invitation or reset link',
    body: Activation,
    returns: z.extend(Done, { device: z.string() }),
    detached: true,
  }),
}

const pass = z.string().check(z.minLength(1), z.maxLength(1_000), z.regex(/^[\w-]*$/))

/** The secret in base32 for typing, and its `otpauth:` URI for a QR code. */
const Secret = z.object({ secret: z.string(), uri: z.string() })
export type Secret = z.output<typeof Secret>
/** Ten single-use codes, shown only once. */
const RecoveryCodes = z.object({ codes: z.array(z.string()) })
const SecondFactor = z.object({ on: z.boolean(), codesLeft: z.int(), required: z.boolean() })

export const Password = z.object({ password })
export const Code = z.object({ code })
export const PasswordAndCode = z.object({ password, code })

export const secondFactor = {
  enter: post('/user/login/code', {
    allow: anyone,
    about:
      'The second step of signing in: the code of the app or a recovery code, with the token that the first has answered as its `pass`',
    body: z.object({ pass, code, devices }),
    returns: SignedIn,
    signsIn: true,
    detached: true,
  }),
  beginAtSignIn: post('/user/login/second-factor', {
    allow: anyone,
    audited: false,
    about:
      'Where the vendor requires a second factor and the user has none: its secret, with the token that signing in has answered as its `pass`',
    body: z.object({ pass }),
    returns: Secret,
    signsIn: true,
    detached: true,
  }),
  confirmAtSignIn: post('/user/login/second-factor/confirm', {
    allow: anyone,
    audited: false, // but as `secondFactor.confirm`
    about: 'Confirm it by a code of the app, which signs in',
    body: z.object({ pass, code, devices }),
    returns: z.extend(SignedIn, { codes: z.array(z.string()) }),
    signsIn: true,
    detached: true,
  }),
  status: get('/user/second-factor', {
    allow: vendorTeam,
    about: 'Whether one signs in with a second factor',
    returns: SecondFactor,
    detached: true,
  }),
  begin: post('/user/second-factor', {
    allow: vendorTeam,
    audited: false,
    about: 'Begin to sign in with a second factor; it counts once it is confirmed by a code',
    body: Password,
    returns: Secret,
    detached: true,
  }),
  confirm: post('/user/second-factor/confirm', {
    allow: vendorTeam,
    about: 'Confirm it by a code of the app; the other sessions end',
    body: Code,
    returns: RecoveryCodes,
    detached: true,
  }),
  renewCodes: post('/user/second-factor/codes', {
    allow: vendorTeam,
    about: 'Ten new recovery codes; those before them end',
    body: PasswordAndCode,
    returns: RecoveryCodes,
    detached: true,
  }),
  turnOff: del('/user/second-factor', {
    allow: vendorTeam,
    about: 'Sign in with the password alone from now on',
    body: PasswordAndCode,
    returns: Done,
    detached: true,
  }),
  requirement: get('/admin/second-factor', {
    allow: admin,
    about: 'Whether the vendor requires a second factor of everyone but its customers',
    returns: z.object({ required: z.boolean() }),
  }),
  require: put('/admin/second-factor', {
    allow: admin,
    changes: 'team',
    about: 'Require it: users without one are signed out, and make one at the next sign-in',
    recentAuthentication: true,
    returns: Done,
  }),
  release: del('/admin/second-factor', {
    allow: admin,
    changes: 'team',
    about: 'Require it no more',
    recentAuthentication: true,
    returns: Done,
  }),
  reset: del('/admin/team/:user/second-factor', {
    allow: admin,
    changes: 'team',
    about:
      'Take away the second factor of a colleague who has lost it; their sessions end, and they are told by mail',
    recentAuthentication: true,
    returns: Done,
  }),
}
