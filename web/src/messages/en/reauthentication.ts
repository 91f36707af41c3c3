import type { reauthenticationMessages as tr } from '../tr/reauthentication.ts'

export const reauthenticationMessages: typeof tr = {
  title: 'Confirm that it is you',
  about: email => `You are signed in as ${email}. Confirm that it is you to go on.`,
  why: 'You last entered it more than 15 minutes ago. We ask again so that a person who finds your screen open cannot do this.',
  useCode: 'Use a sign-in code instead',
  usePassword: 'Use the password instead',
  confirm: 'Confirm and go on',
}
