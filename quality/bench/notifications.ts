import pg from 'pg'
import { openDatabase } from '#platform/database/database.ts'
import { prepareConnectionTarget } from '#platform/database/server-role.ts'
import { atMost } from '../../scripts/figures.ts'
import { sweepNotifications } from '../../server/notifications/notifications.ts'
import type { SignedInUser } from './calls.ts'
import { type LoadGenerator, type LoadRequest, smokeAmount } from './load.ts'
import { startProcess } from './processes.ts'
import { openProduct, type Product } from './product-and-baseline.ts'
import { quantile } from './quantile.ts'
import { domain } from './seed.ts'
import { readThreads } from './texts.ts'

/** What users have not read: nothing, one in a hundred, or all of the newer half. */
const habits = ['all read', 'few unread', 'half unread'] as const
const limit = 1.3

/** The bell with ten notifications for each ticket, over the team's list of as many
 * tickets as it has entries; and the deletion of a batch of expired ones. */
export async function measureNotifications(isSmoke: boolean, tickets = isSmoke ? 500 : 1_000_000) {
  const batch = isSmoke ? 100 : 10_000
  await using toStop = new AsyncDisposableStack()
  const generator: LoadGenerator = startProcess('load.ts')
  toStop.defer(generator.stop)
  console.log(`Seeding ${tickets.toLocaleString('en')} tickets with ten notifications each …\n`)
  const product = await openProduct(tickets, readThreads(5).threads, toStop, {
    // without the statistics of the steps before it, PostgreSQL joins with nested loops
    seeding: { more: ['analyze', notifyOfMessages] },
  })
  const { list, ...bells } = await measureCalls(product, generator, isSmoke)
  const milliseconds = await deleteBatches(product, batch)
  console.log(`two batches of ${batch} deleted, ms`.padEnd(36), ...milliseconds.map(Math.round))
  const ratio = (bell: Times, list: Times | undefined) => bell.p50 / (list?.p50 ?? Number.NaN)
  return {
    thresholds: Object.entries(bells).map(([bell, times]) =>
      atMost(
        limit,
        `${bell}, ${(10 * tickets).toLocaleString('en')} notifications: p50 over that of the team's list of 20 tickets`,
        ratio(times, list),
      ),
    ),
    figures: {
      tickets,
      calls: { list, ...bells },
      deletion: { batch, milliseconds },
    },
  }
}

type Times = { p50: number; p95: number }

/** Every round measures all calls, so that other load on the machine affects all of them. */
async function measureCalls(product: Product, generator: LoadGenerator, isSmoke: boolean) {
  const amount = isSmoke ? smokeAmount : { seconds: 0.6 }
  const rounds = isSmoke ? 1 : 9
  const calls = Object.entries(requestsOf(product)).map(([call, requests]) => ({
    call,
    requests,
    times: [] as number[],
  }))
  for (let round = 0; round <= rounds; round++)
    for (const { requests, times } of calls) {
      const load = { port: product.port, connections: 1, ...amount, requests }
      const result = await generator.request(load)
      if (round > 0) times.push(...result.times) // the first round is the warm-up
    }
  const measured: Record<string, Times> = {}
  for (const { call, times } of calls) {
    const sorted = times.toSorted((a, b) => a - b)
    const [p50, p95] = [quantile(sorted, 0.5), quantile(sorted, 0.95)]
    console.log(call.padEnd(36), p50.toFixed(2).padStart(8), `(${p95.toFixed(2)})`.padStart(10))
    measured[call] = { p50, p95 }
  }
  return measured
}

/** Those of the bell are separate for each habit, as their plans differ. */
function requestsOf({ people }: Product): Record<string, LoadRequest[]> {
  const get = (path: string) => (user: SignedInUser) => ({
    method: 'GET',
    path: `/api/v1/domain/${domain}${path}`,
    token: user.token,
  })
  const bells = (role: string, users: SignedInUser[]) =>
    habits.map((habit, i) => [
      `bell, ${role}, ${habit}`,
      users
        .filter(({ userId }) => Number.parseInt(userId.slice(-2), 16) % habits.length === i)
        .map(get('/user/notification')),
    ])
  return {
    list: people.team.map(get('/staff/ticket?page=0&size=20')),
    ...Object.fromEntries([...bells('team', people.team), ...bells('customer', people.customers)]),
  }
}

/** Tells a colleague of the team and a member of the company of each of a ticket's
 * five messages, whose three years become the 88 days before today. */
const notifyOfMessages = `
  insert into notifications (user_id, id, ticket_id, kind, actor_id, message_id, date_created, date_read)
  select r.id, uuidv7(-d.age), m.ticket_id, case when m.is_staff then 'ticket.answered' else 'ticket.written' end,
         m.user_id, m.id, now() - d.age,
         case when h.habit = 0 or h.habit = 1 and t.n % 101 > 0 or h.habit = 2 and d.age > interval '44 days'
              then now() - d.age + interval '1 hour' end
    from messages m
    join ticket t on t.id = m.ticket_id
    join member author on author.id = t.author
    join staff s on s.i = (t.n + case when m.is_staff then 10 else 20 end) % 50
    join member o on o.company = author.company and o.i = (author.i + case when m.is_staff then 0 else 1 end) % 25
    cross join lateral (select (now() - m.date_added) * (88.0 / 1096) as age) d
    cross join lateral (values (s.id), (o.id)) r(id)
    cross join lateral (select get_byte(uuid_send(r.id), 15) % ${habits.length} as habit) h
   where m.vendor_id = app_vendor()
   order by d.age desc`

/** The milliseconds of two batches of the sweep, of rows that expired. */
async function deleteBatches({ connection, vendorId }: Product, batch: number): Promise<number[]> {
  const owner = new pg.Client(connection)
  await owner.connect()
  const database = await openDatabase(
    await prepareConnectionTarget(connection),
    { send: async () => {}, sendEach: async () => {} },
    { size: 1 },
  )
  try {
    await owner.query(
      `insert into notifications (vendor_id, user_id, id, ticket_id, kind, actor_id, message_id, date_created, date_read)
       select vendor_id, user_id, uuidv7(interval '-100 days'), ticket_id, kind, actor_id, message_id, date_created - interval '100 days', date_read
         from notifications where vendor_id = $1 limit $2`,
      [vendorId, 2 * batch],
    )
    const milliseconds: number[] = []
    for (let i = 0; i < 2; i++) {
      const start = performance.now()
      const deleted = await database.inVendor(vendorId, db => sweepNotifications(db, batch))
      milliseconds.push(performance.now() - start)
      if (deleted !== batch) throw new Error(`${deleted} of ${batch} notifications were deleted`)
    }
    return milliseconds
  } finally {
    await database.close()
    await owner.end()
  }
}
