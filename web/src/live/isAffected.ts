import { home } from '#contract/home.ts'
import { type LiveEvent, live } from '#contract/live.ts'
import { tickets } from '#contract/tickets.ts'

type Params = { params?: { company?: string; ticket?: string } }

/** Without the schemas of their contracts, which other pages do not need. */
const mailPaths: ReadonlySet<unknown> = new Set([
  '/admin/mail',
  '/admin/mail/count',
  '/admin/mail/received',
])

/** What a ticket of any company may change. */
const lists: ReadonlySet<unknown> = new Set([
  tickets.list.path,
  tickets.counts.path,
  home.ofTeam.path,
  home.ofAccount.path,
])

/** Whether an event tells of the ticket that the query shows, and of no list. */
export const isAboutTicket = ([, request]: readonly unknown[], event: LiveEvent): boolean =>
  'ticket' in event && (request as Params | undefined)?.params?.ticket === event.ticket

export function isAffected([path, request]: readonly unknown[], event: LiveEvent): boolean {
  const { company, ticket } = (request as Params | undefined)?.params ?? {}
  switch (event.kind) {
    case 'ticket':
      if (path === tickets.get.path || path === tickets.getOfAccount.path)
        return ticket === event.ticket
      if (path === tickets.listOfAccount.path) return company === event.company
      return lists.has(path)
    case 'mailed':
      return (
        (path === tickets.get.path || path === tickets.getOfAccount.path) && ticket === event.ticket
      )
    case 'ownTicket':
      if (path === tickets.listOfAccount.path) return company === event.company
      return lists.has(path) && path !== tickets.counts.path
    case 'mail':
      return mailPaths.has(path) || path === home.ofTeam.path
    case 'change':
      return (
        /^\/(admin|staff|account)\//.test(String(path)) &&
        !mailPaths.has(path) &&
        path !== '/admin/audit'
      )
    case 'presence':
      return path === live.presence.path && ticket === event.ticket
    case 'notification':
      return String(path).startsWith('/user/notification')
    case 'ready':
    case 'paused':
      return false
  }
}
