import type { Area } from '#contract/paths.ts'
import { tickets } from '#contract/tickets.ts'

const accountCalls = {
  list: tickets.listOfAccount,
  get: tickets.getOfAccount,
  change: tickets.changeOfAccount,
  messages: tickets.messagesOfAccount,
  reply: tickets.replyOfAccount,
  retract: tickets.retractOfAccount,
}
const teamCalls = {
  list: tickets.list,
  get: tickets.get,
  change: tickets.change,
  messages: tickets.messages,
  reply: tickets.reply,
  retract: tickets.retract,
}

/** Customers' calls go through the account, the vendor's
 * team has its own; the responses are the same. */
export const ticketCalls = (area: Area) => (area === 'account' ? accountCalls : teamCalls)
