import type { ticketDialogMessages as tr } from '../tr/ticket-dialogs.ts'

export const ticketDialogMessages: typeof tr = {
  correctionAbout:
    'Each correction is in the history of the ticket, which the customer sees too. Nobody gets a mail.',
  saveCorrection: 'Save the correction',
  chooseCompany: 'Choose a company',
  chooseUser: 'Choose a person',
  move: 'Move the ticket',
  moves: company => `The ticket moves to ${company}, where everyone sees the whole conversation.`,
  goesAlong: (messages, files) =>
    `Goes along: ${messages === '1' ? '1 message' : `${messages} messages`}${files === '0' ? '' : files === '1' ? ', 1 file' : `, ${files} files`}.`,
  notesStay: notes =>
    `${notes === '1' ? '1 internal note stays' : `${notes} internal notes stay`} visible to your team only.`,
  mergedToo: count =>
    `${count === '1' ? '1 ticket that was merged into it moves' : `${count} tickets that were merged into it move`} too.`,
  loses: company => `Nobody of ${company} can open it any more.`,
  losesToo: names => `Of those who take part, these lose it: ${names}.`,

  mergeTitle: (name: string) => `Merge ${name}?`,
  mergeAbout:
    'The messages and notes of this ticket move to the one that you choose; this ticket is archived, and its address leads there. For a day it can be undone.',
  mergeInto: 'Into',
  mergeTickets: 'Merge',
  chooseTicket: 'Choose a ticket',

  filterName: 'Name',
  filterNameHint: 'For example: Machines that are down',
  filterVisibleTo: 'Who sees it',
  filterOfMe: 'Only me',
  filterOfMeHint: 'It is in the menu for you alone.',
  filterOfTeam: 'The whole team',
  filterOfTeamHint:
    'It is in the menu of everyone in the team, and each of them can change and delete it.',
  filterSaved: 'The filter has been saved.',
  saveFilter: 'Save',

  snoozeUntilDay: 'Snooze until which day?',
  snoozeDay: 'Day',
  snoozeDayHint: time => `The ticket is back in your lists that day at ${time}.`,
  snoozePastDue: time => `The reply is due before that (${time}); it will be late by then.`,
}
