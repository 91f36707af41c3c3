import type { homeMessages as tr } from '../tr/home.ts'

export const homeMessages: typeof tr = {
  hello: name => `Hello, ${name}`,

  waitingForTeam: 'Tickets awaiting a reply',
  noneForTeam: 'No ticket awaits a reply',
  noneForTeamHint: 'Every message from a customer has been answered.',
  noneYet: 'No tickets yet',
  noneYetHint: 'When a customer opens a ticket it appears here.',
  waitingCount: count =>
    count === '1' ? '1 ticket awaits a reply' : `${count} tickets await a reply`,
  newest: 'Newest open tickets',
  noneOpen: 'No open tickets.',
  all: count => `All (${count})`,

  waitingForYou: 'Tickets waiting for you',
  noneForYou: 'No ticket waits for an answer from you.',
  yourCount: count =>
    count === '1'
      ? '1 ticket is waiting for your reply'
      : `${count} tickets are waiting for your reply`,
  answeredAndClosed: 'Answered and closed',
  noneOfYours: 'You have no open tickets',
  noneOfYoursHint: 'When you need help with a machine, open a new ticket; answers appear here.',
  accounts: 'Your accounts',
  allAccounts: 'All accounts',
  openTickets: count => (count === '1' ? '1 open ticket' : `${count} open tickets`),
  noOpenTickets: 'No open tickets',
  answered: count => `${count} answered`,
  forWhich: 'For which account?',

  figures: 'At a glance',
  open: 'Open',
  waiting: 'Awaiting a reply',
  openedThisWeek: 'Opened this week',
  closedThisWeek: 'Closed this week',

  byWeek: 'Tickets by week',
  byWeekAbout: 'The last 12 weeks. This week is not over yet.',
  unfinishedWeek: week => `${week} (not over yet)`,
  week: 'Week',
  opened: 'Opened',
  closed: 'Closed',
  inWeek: (week, opened, closed) => `${week}: ${opened} opened, ${closed} closed`,
  byMachine: 'Open tickets by machine',
  byMachineAbout: 'The models with most open tickets',
  machine: 'Machine',
  openCount: 'Open tickets',
  others: count => (count === '1' ? '1 other model' : `${count} other models`),

  warranties: days => `Warranties ending within ${days} days`,
  noWarranties: days => `No warranty ends in the next ${days} days.`,
  support: days => `Support ending within ${days} days`,
  noSupport: days => `No support ends in the next ${days} days.`,
  soon: (count, days) => `${count} ${count === '1' ? 'ends' : 'end'} within ${days} days`,
  ended: count => `${count} already ended`,
  valid: count => `${count} valid`,

  firstSteps: 'First steps',
  firstStepsAbout: 'Your portal is ready. So that your customers can open tickets:',
  addCompany: 'Add the first company',
  addMachine: 'Add a machine to the catalogue',
  assignMachine: 'Assign the company its machine',
  inviteUser: 'Invite a user of the company',
  inviteStaff: 'Invite somebody of your team',
  afterCompany: 'after the company',
  done: 'done',
  hide: 'Hide',
  failedMails: count =>
    count === '1' ? '1 mail could not be sent.' : `${count} mails could not be sent.`,
  openMails: 'See mail',
}
