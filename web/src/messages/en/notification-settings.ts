import { notificationSettings } from '#contract/notifications.en.ts'
import type { notificationSettingsMessages as tr } from '../tr/notification-settings.ts'

export const notificationSettingsMessages: typeof tr = {
  about: 'Choose what you are notified of by mail or in the browser. Changes are saved at once.',
  kinds: 'When this happens',
  kind: 'Event',
  mail: 'Mail',
  browser: 'Browser',
  mailOf: (kind: string) => `${kind}: mail`,
  browserOf: (kind: string) => `${kind}: browser`,
  kindNames: notificationSettings,
  /** `ticket.written` for a customer */
  colleagueWrote: 'A colleague wrote',
  undeliverable: 'Mails to you came back. So no mail is sent about your tickets.',
  resumeMails: 'Send mails again',
  mailsResumed: 'You will get mails about tickets again.',
  scope: 'Which tickets',
  scopeAbout:
    'You are always notified of tickets that are assigned to you, that you wrote on or follow.',
  scopes: {
    all: 'All tickets',
    mine: 'My tickets, and those that nobody has taken or answered yet',
    companies: 'Tickets of the companies I choose',
  },
  companies: 'Companies',
  noCompanyChosen:
    'No company chosen yet: you are notified only of tickets that are assigned to you, that you wrote on or follow.',
  noCompanies: 'No companies yet.',
  noCompanyFound: 'No company matches your search.',
  thisBrowser: 'This browser',
  permissions: {
    default:
      'This browser can show notifications, also while you look at another page or the portal is closed.',
    granted: 'This browser shows notifications while the portal is open.',
    denied:
      "Notifications are blocked in this browser. You can permit them in the browser's settings of this site.",
  },
  onlyWhileOpen:
    'This browser can show notifications while the portal is open, also while you look at another page.',
  installFirst:
    'On iPhone and iPad, install the portal first to receive notifications: tap Share in Safari, choose “Add to Home Screen”, and open the portal from there.',
  pushIsOn: 'Notifications reach this browser also while the portal is closed.',
  pushOn: 'Notify me while the portal is closed',
  pushOff: 'Turn off in this browser',
  pushOffEverywhere: (count: number) =>
    `Turn off in all browsers (${count === 1 ? 'one more' : `${count} more`})`,
  pushText:
    'Show the title of the ticket and the beginning of the message (a locked screen shows them too)',
  saved: 'Notification settings saved.',
}
