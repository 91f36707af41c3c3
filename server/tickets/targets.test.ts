import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import type { Targets } from '#contract/targets.ts'
import { TicketPriority } from '#contract/tickets.ts'
import { insertTickets } from '#testing/database/tickets.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { sweep } from '../app/sweep.ts'
import { setWaiting } from './ticket-states.ts'

const portal = await openPortal()
const fixtures = fixturesIn(portal)
const { as, owner, platform } = portal

const minute = 60_000
type Day = { opens: number; closes: number } | null
type Calendar = {
  zone: string
  week: Day[]
  daysOff: string[]
  keepsHolidays: boolean
}
type Case = Calendar & { since: number; minutes: number }

/** The wall clock of a zone: `YYYY-MM-DD HH:MM`. */
const wallClock = (() => {
  const formats = new Map<string, Intl.DateTimeFormat>()
  return (zone: string, instant: number) => {
    const format =
      formats.get(zone) ??
      new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
    formats.set(zone, format)
    return format.format(instant)
  }
})()

/** Holidays of Turkey with the minute until which people work: the
 * fixed dates, and the religious ones of 2026 and 2027. */
const holidays: Record<string, number> = {
  '01-01': 0,
  '04-23': 0,
  '05-01': 0,
  '05-19': 0,
  '07-15': 0,
  '08-30': 0,
  '10-28': 780,
  '10-29': 0,
  '2026-03-19': 780,
  '2026-03-20': 0,
  '2026-03-21': 0,
  '2026-03-22': 0,
  '2026-05-26': 780,
  '2026-05-27': 0,
  '2026-05-28': 0,
  '2026-05-29': 0,
  '2026-05-30': 0,
  '2027-03-08': 780,
  '2027-03-09': 0,
  '2027-03-10': 0,
  '2027-03-11': 0,
  '2027-05-15': 780,
  '2027-05-16': 0,
  '2027-05-17': 0,
  '2027-05-18': 0,
  '2027-05-19': 0,
}

/** The last instant at which the wall clock shows a time or, where a
 * clock change skips it, the same time on the clock from before. */
function instantOf(zone: string, day: string, minutes: number): number {
  const local = Date.parse(`${day}T00:00Z`) + minutes * minute
  const asWall = new Date(local).toISOString().slice(0, 16).replace('T', ' ')
  const offsetAt = (instant: number) =>
    Date.parse(`${wallClock(zone, instant).replace(' ', 'T')}Z`) - instant
  const candidates = [offsetAt(local - 86_400_000), offsetAt(local + 86_400_000)].map(
    offset => local - offset,
  )
  const shown = candidates.filter(instant => wallClock(zone, instant) === asWall)
  return shown.length > 0 ? Math.max(...shown) : (candidates[0] as number)
}

const nextDay = (day: string) =>
  new Date(Date.parse(`${day}T00:00Z`) + 86_400_000).toISOString().slice(0, 10)

/** Goes through the working times of a year, day by day. */
function recompute({ zone, week, daysOff, keepsHolidays, since, minutes }: Case): number | null {
  let left = minutes * minute
  let day = wallClock(zone, since).slice(0, 10)
  for (let i = 0; i <= 366; i++, day = nextDay(day)) {
    const hours = week[(new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7]
    if (!hours || daysOff.includes(day)) continue
    const until = keepsHolidays ? (holidays[day] ?? holidays[day.slice(5)] ?? 1_440) : 1_440
    const closes = Math.min(hours.closes, until)
    if (hours.opens >= closes) continue
    const from = Math.max(since, instantOf(zone, day, hours.opens))
    const open = Math.max(0, instantOf(zone, day, closes) - from)
    if (open >= left) return from + left
    left -= open
  }
  return null
}

const zones = ['Europe/Istanbul', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'UTC']
const hoursOfDay = fc.option(
  fc
    .tuple(fc.integer({ min: 0, max: 1_440 }), fc.integer({ min: 0, max: 1_440 }))
    .map(([a, b]) => ({ opens: Math.min(a, b), closes: Math.max(a, b) })),
  { nil: null, freq: 4 },
)
const year = Date.UTC(2026, 0, 1)
const cases = fc.record<Case>({
  zone: fc.constantFrom(...zones),
  week: fc.oneof(
    fc.array(hoursOfDay, { minLength: 7, maxLength: 7 }),
    fc.constant([1, 1, 1, 1, 1, 0, 0].map(works => (works ? { opens: 540, closes: 1_080 } : null))),
  ),
  daysOff: fc.array(
    fc
      .integer({ min: 0, max: 400 })
      .map(days => new Date(year + days * 86_400_000).toISOString().slice(0, 10)),
    { maxLength: 5 },
  ),
  keepsHolidays: fc.boolean(),
  // also in the nights of clock changes
  since: fc.oneof(
    fc.integer({ min: 0, max: 364 * 1_440 }).map(minutes => year + minutes * minute),
    fc
      .tuple(
        fc.constantFrom('2026-03-08', '2026-03-29', '2026-02-28'),
        fc.integer({ min: -600, max: 600 }),
      )
      .map(([day, minutes]) => Date.parse(`${day}T02:00Z`) + minutes * minute),
  ),
  minutes: fc.integer({ min: 1, max: 3_000 }),
})

test('a target ends where a plain re-computation of working hours, zones and holidays says', async () => {
  const random = fc.sample(cases, { numRuns: 20_000, seed: 20_261_127 })
  const { rows } = await owner.query<{ due: string | null }>(
    `select end_of_target((c->>'since')::timestamptz, (c->>'minutes')::int, jsonb_populate_record(null::vendors, c->'v')) as due
       from jsonb_array_elements($1) with ordinality as of(c, n) order by n`,
    [
      JSON.stringify(
        random.map(({ zone, week, daysOff, keepsHolidays, since, minutes }) => ({
          since: new Date(since).toISOString(),
          minutes,
          v: {
            time_zone: zone,
            opens: week.map(day => day?.opens ?? null),
            closes: week.map(day => day?.closes ?? null),
            days_off: daysOff,
            public_holidays: keepsHolidays,
          },
        })),
      ),
    ],
  )
  const wrong = random.flatMap((each, i) => {
    const expected = recompute(each)
    const due = rows[i]?.due ? Date.parse(rows[i].due) : null
    return due === expected ? [] : [{ ...each, due, expected }]
  })
  expect(wrong.slice(0, 3)).toEqual([])
  expect(rows.filter(({ due }) => due !== null).length).toBeGreaterThan(15_000)
}, 60_000)

test('the religious holidays of the next two years are known', async () => {
  const thisYear = new Date().getFullYear()
  const { rows } = await owner.query<{ days: number }>(
    `select (select count(*)::int from generate_series(make_date(y, 1, 1), make_date(y, 12, 31), '1 day') day
       where working_until(day::date) = 0) as days from generate_series($1::int, $1 + 2) y`,
    [thisYear],
  )
  expect(rows).toHaveLength(3)
  // with the seven fixed ones, of which some may be the same days
  for (const { days } of rows) expect(days).toBeGreaterThanOrEqual(12)
})

const around = { opens: '00:00', closes: '24:00' }
const targets: Targets = {
  timeZone: 'Europe/Istanbul',
  days: Array(7).fill(around),
  publicHolidays: false,
  daysOff: [],
  standing: { first: 60, next: 120 },
  impaired: { first: 240, next: null },
  normal: { first: 600, next: 300 },
  question: { first: null, next: null },
}

/** A vendor with targets, and a ticket that its customer has opened. */
async function openTicket(priority: TicketPriority = 'normal', of: Partial<Targets> = {}) {
  const at = await fixtures.company()
  const set = (body: Targets) => as(at.admin).call(routes.vendors.changeTargets, { body })
  expect((await set({ ...targets, ...of })).status).toBe(200)
  const opened = await as(at.member).call(routes.tickets.open, {
    params: { company: at.companyId },
    body: { title: 'Titriyor', machine: at.companyMachineId, message: 'Duruyor.', priority },
  })
  const params = { company: at.companyId, ticket: opened.body._id }
  const read = async () => (await as(at.staff).call(routes.tickets.get, { params })).body
  return {
    ...at,
    set,
    read,
    dateDue: async () => (await read()).dateDue,
    /** In minutes from an instant to the due date. */
    dueAfter: async (instant: string) => {
      const { dateDue } = await read()
      return dateDue && Math.round((Date.parse(dateDue) - Date.parse(instant)) / minute)
    },
    readAsMember: async () =>
      (await as(at.member).call(routes.tickets.getOfAccount, { params })).body,
    write: async () =>
      (
        await as(at.member).call(routes.tickets.replyOfAccount, {
          params,
          body: { contents: 'Hâlâ duruyor.', reopen: true },
        })
      ).body.dateAdded,
    answer: () =>
      as(at.staff).call(routes.tickets.reply, { params, body: { contents: 'Bakıyoruz.' } }),
    change: (body: {
      priority?: TicketPriority
      status?: 'closed' | 'open'
      waitingFor?: 'team' | 'customer'
      dateWaiting?: string
    }) => as(at.staff).call(routes.tickets.change, { params, body }),
  }
}

test('the first answer is due by the target of its priority, which the customer learns too', async () => {
  const at = await openTicket('standing')
  const { dateCreated, dateDue } = await at.readAsMember()
  expect(dateDue).not.toBeNull()
  expect(await at.dueAfter(dateCreated)).toBe(60)
})

test('a ticket whose priority has no target is due at no time', async () => {
  expect(await (await openTicket('question')).dateDue()).toBeNull()
})

test('nothing is due while the customer is asked, and the next answer by its own target', async () => {
  const at = await openTicket()
  await at.answer()
  expect(await at.dateDue()).toBeNull()
  expect(await at.dueAfter(await at.write())).toBe(300)
})

test('a ticket that the team had answered before an update is due by the target of further answers', async () => {
  const at = await openTicket()
  await at.answer()
  await owner.query('update ticket_states set is_answered = false where ticket_id = $1', [
    (await at.read())._id,
  ])
  expect(await at.dueAfter(await at.write())).toBe(300)
})

test('a second message of the customer gives the team no more time', async () => {
  const at = await openTicket()
  const due = await at.dateDue()
  await at.write()
  expect(await at.dateDue()).toBe(due)
})

test('another priority is due by its target, from the same moment on', async () => {
  const at = await openTicket()
  const { dateCreated } = await at.read()
  await at.change({ priority: 'standing' })
  expect(await at.dueAfter(dateCreated)).toBe(60)
})

test('a ticket that the team keeps is due from then on; a closed one at no time, a reopened one again', async () => {
  const at = await openTicket()
  await at.answer()
  await at.change({ waitingFor: 'team' })
  expect(await at.dueAfter(new Date().toISOString())).toBe(300)
  await at.change({ status: 'closed' })
  expect(await at.dateDue()).toBeNull()
  await at.write() // reopens it
  expect(await at.dueAfter(new Date().toISOString())).toBe(300)
})

test('a closing or a pause that is taken back leaves the reply due when it was', async () => {
  const at = await openTicket()
  const { dateDue, dateWaiting, dateCreated } = await at.read()
  const takeBack = (since: string) => at.change({ waitingFor: 'team', dateWaiting: since })
  await at.change({ status: 'closed' })
  await at.change({ status: 'open' })
  await takeBack(dateWaiting ?? '')
  expect(await at.read()).toMatchObject({ dateDue, dateWaiting })
  await at.change({ waitingFor: 'customer' })
  await takeBack(dateWaiting ?? '')
  expect(await at.read()).toMatchObject({ dateDue, dateWaiting })

  await takeBack('2020-01-01T00:00:00.000Z')
  expect((await at.read()).dateWaiting).toBe(dateCreated)
  await takeBack('2999-01-01T00:00:00.000Z')
  expect(Date.parse((await at.read()).dateWaiting ?? '')).toBeLessThanOrEqual(Date.now())
})

test('changed targets hold at once for the tickets that wait for an answer, at the own vendor only', async () => {
  const [at, other] = [await openTicket(), await openTicket()]
  const { dateCreated } = await at.read()
  await at.set({ ...targets, normal: { first: 30, next: null } })
  expect([await at.dueAfter(dateCreated), await other.dueAfter(dateCreated)]).toEqual([30, 600])
  await at.set({ ...targets, normal: { first: null, next: null } })
  expect(await at.dateDue()).toBeNull()
})

test('a ticket whose reopening begins before the targets change, and ends after, is due by the changed ones', async () => {
  const at = await openTicket()
  const { dateCreated, _id } = await at.read()
  await at.change({ status: 'closed' })
  const [begins, ends] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const reopening = platform.database.inVendor(at.vendorId, async db => {
    await setWaiting(db, _id, true)
    begins.resolve()
    await ends.promise
  })
  await begins.promise
  expect((await at.set(normal(45))).status).toBe(200)
  await pause(1_500) // the job of an idle queue begins within a second
  ends.resolve()
  await reopening
  await expect.poll(() => at.dueAfter(dateCreated)).toBe(45)
})

/** Adds so many tickets that wait for the team, opened a minute after one another;
 * returns their ids in the order in which their due dates are computed. */
async function addWaiting(at: Awaited<ReturnType<typeof openTicket>>, count: number) {
  const { rows } = await owner.query<{ ticket_id: string }>(
    insertTickets(`
      insert into tickets (vendor_id, id, number, company_id, company_machine_id, title, created_by, date_created)
      select $1, gen_random_uuid(), 10000 + n, $2, $3, 'Titriyor', $4, '2026-03-02T08:00Z'::timestamptz + make_interval(mins => n)
        from generate_series(1, $5) n`),
    [at.vendorId, at.companyId, at.companyMachineId, at.member.userId, count],
  )
  return rows.map(row => row.ticket_id).toSorted()
}
const normal = (first: number) => ({ ...targets, normal: { first, next: null } })
/** How many of these tickets are due so many minutes after they were opened. */
async function dueWithin(tickets: string[], minutes: number) {
  const { rows } = await owner.query(
    `select count(*)::int as count from ticket_states
      where ticket_id = any($1) and date_due = date_created + make_interval(mins => $2)`,
    [tickets, minutes],
  )
  return rows[0].count
}

// Security: T22
test('targets of many waiting tickets change at once, and their due dates in batches; a later change replaces what is left', async () => {
  const at = await openTicket()
  const waiting = await addWaiting(at, 1_600)
  const isUpdating = async () => (await as(at.admin).call(routes.vendors.targets)).body.isUpdating
  expect(await isUpdating()).toBe(false)
  const holder = await owner.connect()
  try {
    await holder.query('begin')
    await holder.query('select from ticket_states where ticket_id = $1 for update', [
      waiting[1_500],
    ])
    expect((await at.set(normal(30))).status).toBe(200)
    expect(await isUpdating()).toBe(true)
    // three batches, with the ticket that was opened first
    await expect.poll(() => dueWithin(waiting, 30)).toBeGreaterThanOrEqual(1_499)
    expect(await isUpdating()).toBe(true)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  expect((await at.set(normal(45))).status).toBe(200)
  await expect.poll(isUpdating).toBe(false)
  expect(await dueWithin(waiting, 45)).toBe(1_600)
})

// Security: T22
test('due dates whose job is lost, as when a backup is restored, are computed from where it was', async () => {
  const at = await openTicket()
  const waiting = await addWaiting(at, 700)
  await owner.query('update ticket_states set date_due = null where ticket_id = any($1)', [waiting])
  await owner.query('update vendors set due_dates_after = $2 where vendor_id = $1', [
    at.vendorId,
    waiting[599],
  ])
  await sweep(platform.database, platform.config)
  const read = async () => (await as(at.admin).call(routes.vendors.targets)).body
  await expect.poll(async () => (await read()).isUpdating).toBe(false)
  // the last hundred, and the first batch, which has the ticket of `openTicket` too
  expect(await dueWithin(waiting, 600)).toBe(599)
})

test('an administrator reads the targets as they were set; at first there are none', async () => {
  const { admin } = await fixtures.vendor()
  const read = async () => (await as(admin).call(routes.vendors.targets)).body
  const weekday = { opens: '09:00', closes: '18:00' }
  expect(await read()).toEqual({
    timeZone: 'Europe/Istanbul',
    days: [weekday, weekday, weekday, weekday, weekday, null, null],
    publicHolidays: true,
    daysOff: [],
    ...Object.fromEntries(
      TicketPriority.options.map(priority => [priority, { first: null, next: null }]),
    ),
    isUpdating: false,
  })
  const changed = {
    ...targets,
    daysOff: ['2028-02-29', '2027-01-04'],
    days: [null, around, ...Array(5).fill(null)],
  }
  await as(admin).call(routes.vendors.changeTargets, { body: changed })
  expect(await read()).toEqual({
    ...changed,
    daysOff: ['2027-01-04', '2028-02-29'],
    isUpdating: false,
  })
})

test.each<[string, Partial<Targets>, string]>([
  [
    'no day of the week',
    { days: Array(7).fill(null) },
    'Hedefler çalışma saatleriyle ölçülür; önümüzdeki bir yılda hiç çalışma saati yok.',
  ],
  [
    'hours of zero',
    { days: Array(7).fill({ opens: '09:00', closes: '09:00' }) },
    'Bitiş, başlangıçtan sonra olmalı.',
  ],
  [
    'hours after midnight',
    { days: Array(7).fill({ opens: '22:00', closes: '06:00' }) },
    'Bitiş, başlangıçtan sonra olmalı.',
  ],
  [
    'a time zone that does not exist',
    { timeZone: 'Europe/Ankara' },
    'Bilinen bir saat dilimi değil (örneğin Europe/Istanbul).',
  ],
  ['a target of zero', { normal: { first: 0, next: null } }, 'En az 1 olmalı.'],
])('targets with %s are refused, and nothing changes', async (_, wrong, message) => {
  const { admin } = await fixtures.vendor()
  const before = (await as(admin).call(routes.vendors.targets)).body
  const { status, body } = await as(admin).call(routes.vendors.changeTargets, {
    body: { ...targets, ...wrong },
  })
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(message)])
  expect((await as(admin).call(routes.vendors.targets)).body).toEqual(before)
})

test('targets without working hours are fine where nothing is measured in them', async () => {
  const { admin } = await fixtures.vendor()
  const none = { first: null, next: null }
  const { status } = await as(admin).call(routes.vendors.changeTargets, {
    body: {
      ...targets,
      days: Array(7).fill(null),
      standing: none,
      impaired: none,
      normal: none,
      question: none,
    },
  })
  expect(status).toBe(200)
})
