import * as z from 'zod/mini'
import { accountUser, vendorTeam } from './actor.ts'
import { id, timeZone } from './fields.ts'
import { get } from './route.ts'
import { TicketRow } from './tickets.ts'

export const weeksBack = 12
export const daysAhead = 90
export const maxListRows = 5
export const maxMachines = 8
export const maxAccounts = 20
/** How long a closed ticket with an answer is shown to its customers. */
export const closedDays = 14

const count = z.int()

export const Week = z.object({ start: z.iso.date(), opened: count, closed: count })
export type Week = z.output<typeof Week>

export const OpenByMachine = z.object({
  machines: z.array(z.object({ _id: id, name: z.string(), open: count })),
  others: z.object({ machines: count, open: count }),
})
export type OpenByMachine = z.output<typeof OpenByMachine>

/** How many have ended, end soon and are valid; and the ones that end next. */
const endings = <T extends z.ZodMiniType>(ending: T) =>
  z.object({ ended: count, soon: count, valid: count, next: z.array(ending) })

export const SupportEnding = z.object({ company: id, companyName: z.string(), day: z.iso.date() })
export type SupportEnding = z.output<typeof SupportEnding>

export const WarrantyEnding = z.extend(SupportEnding, {
  companyMachine: id,
  machineName: z.string(),
  serialNumber: z.string(),
})
export type WarrantyEnding = z.output<typeof WarrantyEnding>

const Home = z.object({
  counts: z.object({ open: count, waiting: count, openedThisWeek: count, closedThisWeek: count }),
  weeks: z.array(Week),
  openByMachine: OpenByMachine,
  /** tickets awaiting the user's reply: for the team those first whose
   * reply is due, for customers those that wait the longest */
  waiting: z.array(TicketRow),
  newest: z.array(TicketRow),
  warranties: endings(WarrantyEnding),
  support: endings(SupportEnding),
})

/** Which setup steps a new vendor has completed; `company` is the newest one. */
export const FirstSteps = z.object({
  company: z.nullable(id),
  machine: z.boolean(),
  assigned: z.boolean(),
  user: z.boolean(),
  staff: z.boolean(),
})
export type FirstSteps = z.output<typeof FirstSteps>

/** `failedMails` counts up to 100, and is 0 except for administrators. */
export const TeamHome = z.extend(Home, { firstSteps: FirstSteps, failedMails: count })
export type TeamHome = z.output<typeof TeamHome>

export const AccountOverview = z.object({
  _id: id,
  name: z.string(),
  dateSupportEnd: z.nullable(z.iso.date()),
  open: count,
  waiting: count,
})
export type AccountOverview = z.output<typeof AccountOverview>

export const AccountHome = z.extend(Home, {
  accounts: z.array(AccountOverview),
  /** tickets that the team has answered last and another user
   * has closed within `closedDays`, the last closed first */
  answeredAndClosed: z.array(TicketRow),
})
export type AccountHome = z.output<typeof AccountHome>

const HomeQuery = z.object({ timeZone: z._default(timeZone, 'UTC') })

export const home = {
  ofTeam: get('/staff/summary', {
    allow: vendorTeam,
    about: 'What waits for the team, and how it stands: figures, weeks, machines, what ends soon',
    query: HomeQuery,
    returns: TeamHome,
  }),
  ofAccount: get('/account/summary', {
    allow: accountUser,
    about: "The same of the caller's own accounts",
    query: HomeQuery,
    returns: AccountHome,
  }),
}
