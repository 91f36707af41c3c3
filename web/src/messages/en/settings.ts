import type { settingsMessages as tr } from '../tr/settings.ts'

export const settingsMessages: typeof tr = {
  reopenDays: 'Time to reopen (days)',
  reopenDaysHint:
    'Within this time a customer’s message reopens a closed ticket; later a new ticket is offered instead. Customers can also take back their own archiving within it. 0: never. Your team can reopen a ticket at any time.',
  answerHours: 'Usual time to an answer (hours)',
  answerHoursHint:
    'Live support says by when you usually answer while none of your team is online. Left empty, it promises no time.',
  customersSeePresence: 'What customers see of your team',
  customersSeePresenceHint:
    'Customers see that one of your team is looking at their ticket, and who is writing. Your team always sees everyone; live support still says that an agent is online.',
  presenceShown: 'They see it',
  presenceHidden: 'They do not see it',
  assignOnReply: 'Assign on reply',
  assignOnReplyHint:
    'When somebody on your team answers a ticket that nobody has, it can be assigned to them. A ticket that has an assignee keeps it.',
  assignedByHand: 'Only by hand',
  assignedOnReply: 'To the first who answers',
  country: 'Country',
  countryHint: 'Telephone numbers without a country code are dialled as numbers of this country.',
  color: 'Colour of mails',
  colorHint:
    'The colour of the button and links in your mails. Left empty, it is the blue of the portal.',
  save: 'Save',
}
