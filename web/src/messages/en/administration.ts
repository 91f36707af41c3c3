import type { administrationMessages as tr } from '../tr/administration.ts'

export const administrationMessages: typeof tr = {
  audit: 'Audit',
  inviteColleague: 'Invite to the team',
  mails: 'Mail',
  mailSender: 'Sender',
  receivedMails: 'Received mails',
  openMails: 'Mails to look at',
  settings: 'Settings',
  targets: 'Response targets',
  team: 'Team',
  topics: 'Topics',
}
