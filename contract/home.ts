import * as z from 'zod/mini'
import { accountUser, vendorTeam } from './actor.ts'
import { id } from './fields.ts'
import { get } from './route.ts'
import { TicketRow } from './tickets.ts'

/** How far a home looks back, in weeks, and ahead, in days. */
export const weeksBack = 12
export const daysAhead = 90
/** The most rows of a home's lists, machines of its chart, and accounts. */
export const shortList = 5
export const mostMachines = 8
export const mostAccounts = 20

const count = z.int()

/** A week from its Monday on, in the reader's time zone. */
export const Week = z.object({ start: z.iso.date(), opened: count, closed: count })
export type Week = z.output<typeof Week>

/** Open tickets by machine model: those that have most, and all others together. */
export const OpenByMachine = z.object({
  machines: z.array(z.object({ _id: id, name: z.string(), open: count })),
  others: z.object({ machines: count, open: count }),
})
export type OpenByMachine = z.output<typeof OpenByMachine>

/** How many have ended, end soon and are valid, as their badges say; and those that end next. */
const endings = <T extends z.ZodMiniType>(ending: T) => z.object({ ended: count, soon: count, valid: count, next: z.array(ending) })

/** Support that ends for a company. */
export const SupportEnding = z.object({ company: id, companyName: z.string(), day: z.iso.date() })
export type SupportEnding = z.output<typeof SupportEnding>

/** A warranty that ends for one physical machine. */
export const WarrantyEnding = z.extend(SupportEnding, { companyMachine: id, machineName: z.string(), serialNumber: z.string() })
export type WarrantyEnding = z.output<typeof WarrantyEnding>

const Home = z.object({
  counts: z.object({ open: count, waiting: count, openedThisWeek: count, closedThisWeek: count }),
  weeks: z.array(Week),
  openByMachine: OpenByMachine,
  /** Whose answer is the reader's to give, the longest first. */
  waiting: z.array(TicketRow),
  /** Open tickets, the newest first. */
  newest: z.array(TicketRow),
  warranties: endings(WarrantyEnding),
  support: endings(SupportEnding),
})

/** What a new vendor has done of what comes first. */
export const FirstSteps = z.object({
  company: z.nullable(id),
  machine: z.boolean(),
  assigned: z.boolean(),
  user: z.boolean(),
  staff: z.boolean(),
})
export type FirstSteps = z.output<typeof FirstSteps>

/** `failedMails` is told to administrators, up to a hundred; to others it is 0. */
export const TeamHome = z.extend(Home, { firstSteps: FirstSteps, failedMails: count })
export type TeamHome = z.output<typeof TeamHome>

/** An account with how many of its tickets are open, and how many wait for its user: those that the vendor's team has answered. */
export const AccountOverview = z.object({
  _id: id,
  name: z.string(),
  dateSupportEnd: z.nullable(z.iso.date()),
  open: count,
  waiting: count,
})
export type AccountOverview = z.output<typeof AccountOverview>

export const AccountHome = z.extend(Home, { accounts: z.array(AccountOverview) })
export type AccountHome = z.output<typeof AccountHome>

/** An IANA time zone, such as `Europe/Istanbul`. */
export const timeZone = z.string().check(z.refine(isTimeZone, 'timeZone'))

function isTimeZone(name: string) {
  if (!/^[\w+\-/]{1,64}$/.test(name)) return false
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

/** Weeks and days are those of the reader's time zone; of UTC where none is said. */
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
