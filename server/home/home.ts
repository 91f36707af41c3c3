import { soonDays } from '#contract/fields.ts'
import { daysAhead, maxAccounts, maxListRows, maxMachines, weeksBack } from '#contract/home.ts'
import type { Db } from '#platform/database/database.ts'
import { countSupportEnds } from '../companies/support-ends.ts'
import { asMember, asTeam, type Viewer } from '../companies/viewer.ts'
import { countWarrantyEnds } from '../machines/warranty-ends.ts'
import { countFailedMails } from '../mail/mails.ts'
import { countByWeek, countOpen, countOpenByCompany } from '../tickets/ticket-counts.ts'
import {
  answeredAndClosedFor,
  newestOpen,
  waitingForCustomer,
  waitingForTeam,
} from '../tickets/waiting-tickets.ts'
import { firstSteps } from './first-steps.ts'
import { dayIn, daysAfter, lastWeeks } from './weeks.ts'

type HomeViewer = { userId: string; domain: string; timeZone: string }

export async function readHomeOfTeam(db: Db, reader: HomeViewer, { mails = false } = {}) {
  const [home, steps, failedMails] = await Promise.all([
    readHome(db, asTeam, reader),
    firstSteps(db),
    mails ? countFailedMails(db) : 0,
  ])
  const { open, awaitingTeam, awaitingCustomer: _, ...rest } = home
  return {
    ...rest,
    counts: { ...rest.counts, open, waiting: awaitingTeam },
    firstSteps: steps,
    failedMails,
  }
}

export async function readHomeOfAccount(db: Db, reader: HomeViewer) {
  const viewer = asMember(reader.userId)
  const [home, accounts, answeredAndClosed] = await Promise.all([
    readHome(db, viewer, reader),
    countOpenByCompany(db, { memberId: reader.userId, limit: maxAccounts }),
    answeredAndClosedFor(db, viewer, reader.domain, {
      userId: reader.userId,
      isTeam: false,
      limit: maxListRows,
    }),
  ])
  const { open, awaitingCustomer, awaitingTeam: _, ...rest } = home
  return {
    ...rest,
    counts: { ...rest.counts, open, waiting: awaitingCustomer },
    accounts,
    answeredAndClosed,
  }
}

async function readHome(db: Db, viewer: Viewer, { userId, domain, timeZone }: HomeViewer) {
  const listed = { userId, isTeam: viewer.of === 'team', limit: maxListRows }
  const now = Date.now()
  const weeks = lastWeeks(timeZone, now, weeksBack)
  const today = dayIn(timeZone, now)
  const horizon = { today, soon: daysAfter(today, soonDays), last: daysAfter(today, daysAhead) }
  const [
    counted,
    { open, awaitingTeam, awaitingCustomer, byMachine },
    waiting,
    newest,
    warranties,
    support,
  ] = await Promise.all([
    countByWeek(
      db,
      viewer,
      weeks.map(({ instant }) => instant),
    ),
    countOpen(db, viewer, maxMachines),
    (viewer.of === 'team' ? waitingForTeam : waitingForCustomer)(db, viewer, domain, listed),
    newestOpen(db, viewer, domain, listed),
    countWarrantyEnds(db, viewer, horizon, maxListRows),
    countSupportEnds(db, viewer, horizon, maxListRows),
  ])
  const thisWeek = counted.at(-1) ?? { opened: 0, closed: 0 }
  return {
    open,
    awaitingTeam,
    awaitingCustomer,
    counts: { openedThisWeek: thisWeek.opened, closedThisWeek: thisWeek.closed },
    weeks: weeks.map(({ start }, i) => ({ start, opened: 0, closed: 0, ...counted[i] })),
    openByMachine: byMachine,
    waiting,
    newest,
    warranties,
    support,
  }
}
