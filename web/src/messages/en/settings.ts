import type { settingsMessages as tr } from '../tr/settings.ts'

export const settingsMessages: typeof tr = {
  reopenDays: 'Time to reopen (days)',
  reopenDaysHint:
    'Within this time a customer’s message reopens a closed ticket; later the ticket stays closed, the message waits for your team, and a new ticket is offered too. Customers can also take back their own archiving within it. 0: never. Your team can reopen a ticket at any time.',
  customersSeePresence: 'What customers see of your team',
  customersSeePresenceHint:
    'Customers see that one of your team is looking at their ticket, and who is writing. Your team always sees everyone; live support still says that someone from the team is online.',
  presenceShown: 'They see it',
  presenceHidden: 'They do not see it',
  assignOnReply: 'Assign on reply',
  assignOnReplyHint:
    'When somebody on your team answers a ticket that nobody has, it can be assigned to them. A ticket that has an assignee keeps it.',
  assignedByHand: 'Manually',
  assignedOnReply: 'To the first who answers',
  staffMayInvite: 'Invitations of users',
  staffMayInviteHint:
    'Those of your team who are no administrators can invite users of companies too. Whoever is invited sees the machines and tickets of the company. Correcting and deleting users stays with administrators.',
  invitedByAdministrators: 'By administrators only',
  invitedByStaff: 'By the whole team',
  country: 'Country',
  countryHint: 'Telephone numbers without a country code are dialled as numbers of this country.',
  keptSessions: 'Sessions that are kept on a device',
  keptSessionsHint:
    'At sign-in one can choose “Keep me signed in on this device”: such a session ends after 30 days without use, and after 180 days at the latest. As a session of your team shows all your customers, only customers can choose it at first. When you take it away, sessions that were kept end as the others do.',
  keptByNobody: 'For nobody',
  keptByCustomers: 'For customers only',
  keptByEveryone: 'For customers and your team',
  emergencyPhone: 'Emergency number',
  emergencyPhoneHint:
    'A customer whose machine is down sees it in a new ticket and on the page of the machine, and calls it with a tap.',
  emergencyHours: 'When this number is answered',
  emergencyHoursHint: 'The working hours are on the page “Response targets and working hours”.',
  emergencyAlways: 'At any time',
  emergencyInWorkingHours: 'In working hours',
  color: 'Colour of mails',
  colorHint:
    'The colour of the button and links in your mails. Left empty, it is the blue of the portal.',
  openTargets: 'Response targets and working hours',
  targetsAbout:
    'When your team works, and how fast it answers tickets. It applies immediately, also for tickets that wait for an answer.',
  targetsUpdating:
    'The due dates of tickets that wait for an answer are being updated; this line goes when they are.',
  targets: 'Targets',
  targetsHint:
    'Times are measured in working hours, and stop while a ticket waits for the customer. Customers see on their ticket by when to expect an answer.',
  targetOf: {
    first: priority => `${priority}: first answer`,
    next: priority => `${priority}: further answers`,
  },
  noTarget: 'No target',
  workingHours: 'Working hours',
  workingHoursHint: 'Leave both fields of a day empty on which you do not work.',
  copyMonday: 'Copy Monday to all days',
  opens: day => `${day}, from`,
  closes: day => `${day}, until`,
  timeZone: 'Time zone',
  publicHolidays: 'Public holidays of Turkey',
  publicHolidaysHint:
    'On the eves of holidays and on 28 October work ends at 13:00. The religious holidays are known until the end of 2035.',
  holidaysOff: 'Days off',
  holidaysWorked: 'Working days',
  daysOff: 'Other days off',
  daysOffHint: 'One day on each line, such as 31/12/2026.',
  save: 'Save',
}
