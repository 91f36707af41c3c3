import type { MailedEvent, NotificationKind } from './notifications.ts'

export const notificationSentences: Record<NotificationKind, (name: string) => string> = {
  'ticket.opened': (name: string) => `${name} opened a new ticket`,
  'ticket.assigned': (name: string) => `${name} assigned the ticket to you`,
  'ticket.unsnoozed': () => 'Snoozed ticket is back',
  'ticket.mentioned': (name: string) => `${name} mentioned you in an internal note`,
  'ticket.noted': (name: string) => `${name} wrote an internal note`,
  'ticket.written': (name: string) => `${name} wrote`,
  'ticket.answered': (name: string) => `${name} answered`,
  'ticket.answeredAndClosed': (name: string) => `${name} answered and closed the ticket`,
  'ticket.closed': (name: string) => `${name} closed the ticket`,
  'ticket.reopened': (name: string) => `${name} reopened the ticket`,
  'ticket.merged': (name: string) => `${name} merged another ticket into this one`,
  'ticket.archived': (name: string) => `${name} archived the ticket`,
  'file.infected': () => 'Malware was found in a file',
}

export const notificationMails: Record<NotificationKind, string> = {
  'ticket.opened': 'New tickets',
  'ticket.assigned': 'Tickets assigned to you',
  'ticket.unsnoozed': 'Snoozed tickets whose time has come',
  'ticket.mentioned': 'Notes that mention you',
  'ticket.noted': 'Internal notes of colleagues',
  'ticket.written': 'Messages of customers',
  'ticket.answered': 'Answers of the support team',
  'ticket.answeredAndClosed': 'Tickets closed with an answer',
  'ticket.closed': 'Closed tickets',
  'ticket.reopened': 'Reopened tickets',
  'ticket.merged': 'Merged tickets',
  'ticket.archived': 'Archived tickets',
  'file.infected': 'Warnings of malware',
}

export const notificationSettings: Record<NotificationKind, string> = {
  'ticket.opened': 'New ticket',
  'ticket.assigned': 'A ticket was assigned to you',
  'ticket.unsnoozed': 'Snoozed ticket is back',
  'ticket.mentioned': 'A note mentioned you',
  'ticket.noted': 'A colleague wrote an internal note',
  'ticket.written': 'A customer wrote',
  'ticket.answered': 'The team answered',
  'ticket.answeredAndClosed': 'The team answered and closed a ticket',
  'ticket.closed': 'A ticket was closed',
  'ticket.reopened': 'A ticket was reopened',
  'ticket.merged': 'Tickets were merged',
  'ticket.archived': 'A ticket was archived',
  'file.infected': 'Malware was found',
}

export const mailedChanges: Record<NotificationKind, (event: MailedEvent) => string | null> = {
  'ticket.opened': ({ name, recordedByName, isOfReader }) => {
    if (!recordedByName) return `${name} opened this ticket.`
    return `${recordedByName} opened this ticket for ${isOfReader ? 'you' : name}.`
  },
  'ticket.assigned': ({ name }) => `${name} assigned this ticket to you.`,
  'ticket.unsnoozed': () => 'The time until which this ticket was snoozed has come.',
  'ticket.mentioned': ({ name }) => `${name} mentioned you in an internal note on this ticket.`,
  'ticket.noted': () => null,
  'ticket.written': () => null,
  'ticket.answered': () => null,
  'ticket.answeredAndClosed': ({ name }) => `${name} answered and closed this ticket.`,
  'ticket.closed': ({ name }) => `${name} closed this ticket.`,
  'ticket.reopened': ({ name }) => `${name} reopened this ticket.`,
  'ticket.merged': ({ name }) =>
    `${name} merged another ticket into this one, where the conversation goes on.`,
  'ticket.archived': ({ name }) => `${name} archived this ticket.`,
  'file.infected': () => 'Malware was found in a file of this ticket; the file cannot be opened.',
}
