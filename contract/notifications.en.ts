import type {
  notificationMails as mailsTr,
  notificationSentences as tr,
} from './notifications.tr.ts'

export const notificationSentences: typeof tr = {
  'ticket.opened': (name: string) => `${name} opened a new ticket`,
  'ticket.assigned': (name: string) => `${name} assigned the ticket to you`,
  'ticket.unsnoozed': () => 'The time of a snoozed ticket has come',
  'ticket.mentioned': (name: string) => `${name} mentioned you in an internal note`,
  'ticket.noted': (name: string) => `${name} wrote an internal note`,
  'ticket.written': (name: string) => `${name} wrote`,
  'ticket.answered': (name: string) => `${name} answered`,
  'ticket.closed': (name: string) => `${name} closed the ticket`,
  'ticket.reopened': (name: string) => `${name} reopened the ticket`,
  'ticket.merged': (name: string) => `${name} merged another ticket into this one`,
  'ticket.archived': (name: string) => `${name} archived the ticket`,
  'file.infected': () => 'Malware was found in a file',
}

export const notificationMails: Record<keyof typeof mailsTr, string> = {
  'ticket.opened': 'New tickets',
  'ticket.assigned': 'Tickets assigned to you',
  'ticket.unsnoozed': 'Snoozed tickets whose time has come',
  'ticket.mentioned': 'Notes that mention you',
  'ticket.noted': 'Internal notes of colleagues',
  'ticket.written': 'Messages of customers',
  'ticket.answered': 'Answers of the support team',
  'ticket.closed': 'Closed tickets',
  'ticket.reopened': 'Reopened tickets',
  'ticket.merged': 'Merged tickets',
  'ticket.archived': 'Archived tickets',
  'file.infected': 'Warnings of malware',
}
