import type { profileMessages as tr } from '../tr/profile.ts'

export const profileMessages: typeof tr = {
  about: 'Your name, your telephone, and how the portal opens for you.',
  phoneHint: 'The support team may call you here about your tickets.',
  phoneHintTeam: 'Administrators see it in the list of the team.',
  emailHint: 'You sign in with this address. You can change it below.',
  emailHintOperator:
    'You sign in with this address. You cannot change it yourself: ask whoever runs the portal to add your new address as a platform administrator.',
  startPage: 'Page after sign-in',
  startPageHint: 'If you come by a link, its page opens all the same.',
  timeZone: 'Time zone',
  timeZoneHint: 'The times in e-mails to you are in this time zone.',
  timeZoneOfVendor: "The support team's",
  save: 'Save',
  newEmail: 'Change e-mail',
  newEmailAbout:
    'We send a confirmation link to your new address. Until you confirm it, the present one stays.',
  newAddress: 'New address',
  sendConfirmation: 'Send the confirmation link',
  awaitsConfirmation: (address, until) =>
    `${address} waits for its confirmation. Open the link that was sent there, and confirm, by ${until}.`,
  noConfirmation:
    'If no e-mail came, look among your junk mail. To an address of another account of the portal no link is sent; ask an administrator then.',
  sendAgain: 'Send again',
  keepEmail: 'Cancel the change',
  languageAbout: 'The portal, and the e-mails that you get, are in this language.',
  password: 'Password',
  passwordAbout: 'You get a link by e-mail, and set your new password with it.',
  changePassword: 'Change password',
}
