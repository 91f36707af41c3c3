import { sql } from 'kysely'
import type { TicketCounts } from '#contract/tickets.ts'
import { type Db, type Placeholders, prepareQuery } from '#platform/database/database.ts'
import { cached } from '#platform/database/ttl-cache.ts'
import { asTeam } from '../companies/viewer.ts'
import { conditionOf, visibleStates } from './visible-tickets.ts'

/** Of the lists of the team's queue; in a long queue those of other users are some seconds old. */
export async function countQueue(db: Db, userId: string): Promise<TicketCounts> {
  const [queue, [own]] = await Promise.all([
    cached(db, 'queue', async () => (await countStates(db, {}))[0], {
      size: queue => (queue ? queue.open + queue.waiting : 0),
      minSize: 2_000,
      ttlMs: 5_000,
    }),
    countMine(db, { userId }),
  ])
  return { ...(queue ?? none), mine: own?.mine ?? 0 }
}

const none = { open: 0, unassigned: 0, waiting: 0, late: 0, answered: 0, snoozed: 0 }

const isToAnswer = conditionOf('toAnswer', '').is
const countOf = (is: ReturnType<typeof sql>) => sql<number>`count(*) filter (where ${is})`

/** Each open ticket waits for somebody, which is indexed. */
const countStates = prepareQuery(db =>
  visibleStates(db, asTeam)
    .where('ticketStates.waitingFor', 'is not', null)
    .select([
      countOf(sql`ticket_states.is_open`).as('open'),
      countOf(conditionOf('unassigned', '').is).as('unassigned'),
      countOf(isToAnswer).as('waiting'),
      countOf(sql`${isToAnswer} and ticket_states.date_due < now()`).as('late'),
      countOf(conditionOf('awaitingCustomer', '').is).as('answered'),
      countOf(conditionOf('snoozed', '').is).as('snoozed'),
    ]),
)

const countMine = prepareQuery((db, { userId }: Placeholders<{ userId: string }>) =>
  visibleStates(db, asTeam)
    .where(conditionOf('mine', userId).is)
    .select(sql<number>`count(*)`.as('mine')),
)
