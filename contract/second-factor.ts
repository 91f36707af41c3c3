import * as z from 'zod/mini'
import { admin, anyone, vendorTeam } from './actor.ts'
import { Done } from './fields.ts'
import { del, get, post, put } from './route.ts'
import { code, devices, password, SignedIn } from './sessions.ts'

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
