import type { auditMessages as tr } from '../tr/audit.ts'

export const auditMessages: typeof tr = {
  about:
    'Who did what to what, when and from where. Nobody can change an entry, or delete one before its time is over.',
  action: 'Action',
  person: 'Person',
  subject: 'Subject',
  when: 'Time',
  from: 'From',
  anonymous: 'Someone not signed in',
  command: 'A command on the server',
  read: "Tried to read an administrator's page",
  refused: 'Refused',
  refusedAs: why => `Refused: ${why}`,
  moreNetworks: (count, all) =>
    `and ${all ? '' : 'at least '}${count} more ${count === 1 ? 'network' : 'networks'}`,
  outcomeFilter: 'Filter by outcome',
  all: 'All',
  done: 'Done',
  refusals: 'Refused',
  periodFilter: 'Filter by time',
  anyTime: 'Any time',
  day: 'Last 24 hours',
  week: 'Last 7 days',
  month: 'Last 30 days',
  anyAction: 'Any action',
  actionFilter: 'Filter by action',
  export: 'Download as CSV',
  file: 'audit.csv',
  none: 'Nothing here',
  noneHint: 'Every change appears here.',
}
