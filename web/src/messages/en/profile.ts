import type { profileMessages as tr } from '../tr/profile.ts'

export const profileMessages: typeof tr = {
  title: 'My profile',
  about: 'Your name, your telephone, and how the portal opens for you.',
  phoneHint: 'The support team may call you here about your tickets.',
  phoneHintTeam: 'Administrators see it in the list of the team.',
  emailHint:
    'You sign in with this address. You cannot change it yourself: ask an administrator to invite your new address.',
  emailHintOperator:
    'You sign in with this address. You cannot change it yourself: ask whoever runs the portal to add your new address as a platform administrator.',
  startPage: 'Page after sign-in',
  startPageHint: 'If you come by a link, its page opens all the same.',
  save: 'Save',
  languageAbout: 'The portal, and the e-mails that you get, are in this language.',
  password: 'Password',
  passwordAbout: 'You get a link by e-mail, and set your new password with it.',
  changePassword: 'Change password',
}
