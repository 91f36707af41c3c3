import type { peopleMessages as tr } from '../tr/people.ts'

export const peopleMessages: typeof tr = {
  fullName: 'Name',
  name: 'Name',
  surname: 'Surname',
  email: 'E-mail',
  phone: 'Phone',
  department: 'Department',
  position: 'Position',
  registered: 'Registered',
  you: 'You',
  undeliverable: 'Mails come back',
  inviteAbout: company =>
    `Whoever you invite at ${company} sets a password and then sees its machines and tickets.`,
  invitationLanguage: 'Language of the invitation',
  usualLanguage: "As the company's other people",
  send: 'Send the invitation',
  invited: who => `${who} is invited`,
  invitedByMail: email => `We have sent the invitation to ${email}. Its link works for 7 days.`,
  invitedByHand: email =>
    `This portal sends no e-mail. Pass the link below on to the owner of ${email} yourself; it works for 7 days.`,
  added: who => `${who} is added`,
  addedKnown: email =>
    `${email} is known to the portal, so no invitation was needed. They see this company too, with their usual password.`,
  link: 'Invitation link',
  copyLink: 'Copy the link',
  copied: 'The link is copied.',
  notCopied: 'It could not be copied. Copy the selected link yourself.',
  inviteAnother: 'Invite another user',
  toUsers: 'Go to the users',

  resend: 'Send the invitation again',
  resent: who => `A new link for ${who}`,
  notResent: who => `The invitation of ${who} was not sent`,
  resentByHand: email =>
    `The link before it has ended. This portal sends no e-mail; pass the new one on to the owner of ${email} yourself.`,
  addContact: 'Add a contact',
  contactAbout:
    'Somebody who does not sign in: the team opens tickets for them, and answers go to their e-mail, if there is one. A telephone number or an e-mail is needed.',
  editContact: 'Edit the contact',
  inviteContact: 'Invite to the portal',
  inviteContactAbout: who =>
    `To which address is the invitation sent? With a password of their own ${who} sees the tickets that were opened for them.`,
  removeContactAbout:
    'They are no longer among the people of the company. Their tickets and messages stay.',
  revokeContactAbout:
    'The link they were sent no longer works. They stay a contact, who cannot sign in.',
  revoke: 'Revoke the invitation',
  askRevoke: 'Revoke this invitation?',
  revokeAbout: 'The link they were sent will no longer let them into this company.',
  revoked: 'The invitation is revoked.',
  save: 'Save changes',
  editUser: 'Edit the user',
  emailHint:
    'Of an active account another address applies once the link that is sent there is confirmed. An invited person is invited again at the new address.',
  editAbout:
    'Name, phone and e-mail change at every company this person belongs to; department and position at this one only.',
  remove: 'Delete the user',
  askRemove: 'Delete this user?',
  removeAbout:
    'They lose access to this company. The tickets they opened and the messages they wrote stay.',
}
