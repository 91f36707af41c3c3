import type { Actor } from '#contract/actor.ts'
import { soonDays } from '#contract/fields.ts'
import { daysAhead, mostAccounts, mostMachines, shortList, weeksBack } from '#contract/home.ts'
import type { Db } from '#platform/database/database.ts'
import { countSupportEnds } from '../companies/support-ends.ts'
import { countWarrantyEnds } from '../machines/warranty-ends.ts'
import { countFailedMails } from '../mail/mails.ts'
import { countByWeek, countOpen, countOpenByCompany } from '../tickets/ticket-counts.ts'
import { newestOpen, waitingLongest } from '../tickets/ticket-queues.ts'
import { firstSteps } from './first-steps.ts'
import { dayIn, daysAfter, lastWeeks } from './weeks.ts'

type HomeViewer = { domain: string; timeZone: string }

/** The home of the vendor's team: what waits for it, of every company; with `mails` also how many could not be sent. */
export async function readHomeOfTeam(db: Db, reader: HomeViewer, { mails = false } = {}) {
  const [home, steps, failedMails] = await Promise.all([readHome(db, null, reader), firstSteps(db), mails ? countFailedMails(db) : 0])
  const { open, waitingForTeam, answered: _, ...rest } = home
  return { ...rest, counts: { ...rest.counts, open, waiting: waitingForTeam }, firstSteps: steps, failedMails }
}

/** The home of an account user, whatever their role: their own companies, and nothing of any other. */
export async function readHomeOfAccount(db: Db, actor: Actor, reader: HomeViewer) {
  const memberId = actor.userId
  const [home, accounts] = await Promise.all([readHome(db, memberId, reader), countOpenByCompany(db, { memberId, most: mostAccounts })])
  const { open, answered, waitingForTeam: _, ...rest } = home
  return { ...rest, counts: { ...rest.counts, open, waiting: answered }, accounts }
}

/** All that both have in common, asked in one round trip. */
async function readHome(db: Db, memberId: string | null, { domain, timeZone }: HomeViewer) {
  const now = Date.now()
  const weeks = lastWeeks(timeZone, now, weeksBack)
  const today = dayIn(timeZone, now)
  const ahead = { today, soon: daysAfter(today, soonDays), last: daysAfter(today, daysAhead) }
  const [counted, { open, waiting: waitingForTeam, answered, byMachine }, waiting, newest, warranties, support] = await Promise.all([
    countByWeek(
      db,
      memberId,
      weeks.map(({ instant }) => instant),
    ),
    countOpen(db, memberId, mostMachines),
    waitingLongest(db, memberId, domain, shortList),
    newestOpen(db, memberId, domain, shortList),
    countWarrantyEnds(db, memberId, ahead, shortList),
    countSupportEnds(db, memberId, ahead, shortList),
  ])
  const thisWeek = counted.at(-1) ?? { opened: 0, closed: 0 }
  return {
    open,
    waitingForTeam,
    answered,
    counts: { openedThisWeek: thisWeek.opened, closedThisWeek: thisWeek.closed },
    weeks: weeks.map(({ start }, i) => ({ start, opened: 0, closed: 0, ...counted[i] })),
    openByMachine: byMachine,
    waiting,
    newest,
    warranties,
    support,
  }
}
