/** The three areas of the portal; many pages exist in all of them. */
export type Area = 'admin' | 'staff' | 'account'

const company = (area: Area, id: string) =>
  area === 'account' ? `/account/${id}` : `/${area}/companies/${id}`

/** The path of each page, for links in pages, mails and notifications. */
export const paths = {
  home: '/',
  login: '/login',
  forgotPassword: '/forgotpassword',
  activate: '/activate',
  resetPassword: '/resetpassword',
  confirmEmail: '/confirm-email',
  unsubscribe: '/unsubscribe',
  inviteSuccess: '/invite-success',
  forbidden: '/403',
  notFound: '/404',
  profile: '/settings/profile',
  security: '/security',
  notifications: '/notifications',
  notificationSettings: '/settings/notifications',
  savedReplies: '/settings/replies',
  companies: (area: Area) => (area === 'account' ? '/accounts' : `/${area}/companies`),
  company,
  users: (area: Area, id: string) => `${company(area, id)}/users`,
  inviteUser: (area: Area, id: string) => `${company(area, id)}/invite-user`,
  team: '/admin/team',
  inviteColleague: '/admin/team/invite',
  audit: '/admin/audit',
  mails: '/admin/mail',
  receivedMails: '/admin/mail/received',
  mailSender: '/admin/mail/sender',
  settings: '/admin/settings',
  targets: '/admin/settings/targets',
  topics: '/admin/settings/topics',
  allTickets: (area: 'admin' | 'staff') => `/${area}/tickets`,
  catalogue: '/admin/machines',
  machine: (id: string) => `/admin/machines/${id}`,
  companyMachines: (area: Area, id: string) => `${company(area, id)}/machines`,
  companyMachine: (area: Area, id: string, machine: string) =>
    `${company(area, id)}/machines/${machine}`,
  tickets: (area: Area, id: string) => `${company(area, id)}/tickets`,
  /** The team's form has a field for the company. */
  newTicket: (area: Area, id: string) =>
    `${area === 'account' ? company(area, id) : `/${area}`}/tickets/new`,
  live: (ticket: string) => `/live/${ticket}`,
  ticket: (area: Area, id: string, ticket: string) => `${company(area, id)}/tickets/${ticket}`,
}
