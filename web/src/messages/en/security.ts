import type { securityMessages as tr } from '../tr/security.ts'

export const securityMessages: typeof tr = {
  about: 'Where you are signed in, and how you sign in.',
  sessions: 'Where you are signed in',
  sessionsAbout: 'If you do not recognise one, end it and then',
  resetPassword: 'reset your password',
  here: 'This device',
  unknown: 'Unknown device',
  used: 'Last used:',
  now: 'now',
  kept: 'Kept signed in',
  keptUntil: 'Ends if not used:',
  end: 'Sign out',
  endOf: device => `Sign out: ${device}`,
  askEnd: 'Sign out there?',
  endAbout: 'That device has to sign in again at once.',
  endOthers: 'Sign out everywhere else',
  askEndOthers: 'Sign out everywhere else?',
  endOthersAbout: 'Every device but this one has to sign in again at once.',
}
