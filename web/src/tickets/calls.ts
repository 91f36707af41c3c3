import { tickets } from '#contract/tickets.ts'
import type { Area } from '../navigation/paths.ts'

const ofAccount = { list: tickets.listOfAccount, get: tickets.getOfAccount, change: tickets.changeOfAccount, reply: tickets.replyOfAccount }
const ofTeam = { list: tickets.list, get: tickets.get, change: tickets.change, reply: tickets.reply }

/** A customer's calls go through the account, the vendor's people have their own; what they answer is the same. */
export const ticketCalls = (area: Area) => (area === 'account' ? ofAccount : ofTeam)

/** An open ticket is asked for again this often while it is looked at, in milliseconds. */
export const watchEvery = 10_000

/** And so often while two sides talk at once. */
export const liveEvery = 2_000
