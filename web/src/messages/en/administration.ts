import type { administrationMessages as tr } from '../tr/administration.ts'

export const administrationMessages: typeof tr = {
  audit: 'Audit',
  inviteColleague: 'Invite to the team',
  mails: 'Mail',
  mailSender: 'Sender',
  receivedMails: 'Received mails',
  settings: 'Settings',
  targets: 'Response targets',
  team: 'Team',
  topics: 'Topics',
}
