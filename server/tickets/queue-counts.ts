import { type RawBuilder, sql } from 'kysely'
import { type ToDoList, toDoLists } from '#contract/ticket-lists.ts'
import type { TicketCounts } from '#contract/tickets.ts'
import { type Db, type Placeholders, prepareQuery } from '#platform/database/database.ts'
import { cached } from '#platform/database/ttl-cache.ts'
import { asTeam } from '../companies/viewer.ts'
import { listCondition, listsOfTeam } from './list-conditions.ts'
import { visibleStates } from './visible-tickets.ts'

/** Of the lists of the team's queue; in a long queue those of other users are some seconds old. */
export async function countQueue(db: Db, userId: string): Promise<TicketCounts> {
  const [queue, ...own] = await Promise.all([
    cached(db, 'queue', async () => (await countStates(db, {}))[0], {
      size: queue => (queue ? queue.open + queue.waiting : 0),
      minSize: 2_000,
      ttlMs: 5_000,
    }),
    ...countsOfCaller.map(async ({ list, count }) => [list, (await count(db, { userId }))[0]?.own]),
  ])
  return { ...none, ...queue, ...Object.fromEntries(own) }
}

const isOfCaller = (list: ToDoList) => listsOfTeam[list].assignee_id === 'caller'
const listsOfAll = toDoLists.filter(list => !isOfCaller(list))
const none = Object.fromEntries(
  [...listsOfAll, 'open', 'late'].map(list => [list, 0]),
) as TicketCounts

const isToAnswer = listCondition(listsOfTeam.waiting, '')
const countOf = (is: RawBuilder<unknown>) => sql<number>`count(*) filter (where ${is})`

/** Each open ticket waits for somebody, which is indexed. */
const countStates = prepareQuery(db =>
  visibleStates(db, asTeam)
    .where('ticketStates.waitingFor', 'is not', null)
    .select([
      countOf(sql`ticket_states.is_open`).as('open'),
      countOf(sql`${isToAnswer} and ticket_states.date_due < now()`).as('late'),
      ...listsOfAll.map(list => countOf(listCondition(listsOfTeam[list], '')).as(list)),
    ]),
)

const countsOfCaller = toDoLists.filter(isOfCaller).map(list => ({
  list,
  count: prepareQuery((db, { userId }: Placeholders<{ userId: string }>) =>
    visibleStates(db, asTeam)
      .where(listCondition(listsOfTeam[list], userId))
      .select(sql<number>`count(*)`.as('own')),
  ),
}))
