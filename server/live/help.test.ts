import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import type { Targets } from '#contract/targets.ts'
import { eventStreamsIn } from '#testing/event-stream.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal, type Person } from '#testing/portal.ts'

const portal = await openPortal()
const { as, owner } = portal
const fixtures = fixturesIn(portal)
const { openStream } = eventStreamsIn(portal)

const readHelp = async (who: Person) => (await as(who).call(routes.live.help)).body
const day = 86_400_000
/** Istanbul is three hours ahead of UTC all year. */
const inIstanbul = (instant: number) => new Date(instant + 3 * 3_600_000)
const midnight = (daysAhead: number) =>
  Math.floor(inIstanbul(Date.now()).getTime() / day) * day + daysAhead * day - 3 * 3_600_000
const isoOf = (instant: number) => new Date(instant).toISOString()

/** Working hours, without targets. */
async function setHours(admin: Person, days: Targets['days']) {
  const none = { first: null, next: null }
  const body = {
    ...{ timeZone: 'Europe/Istanbul', days, publicHolidays: false, daysOff: [] },
    ...{ standing: none, impaired: none, normal: none, question: none },
  }
  expect((await as(admin).call(routes.vendors.changeTargets, { body })).status).toBe(200)
}

test('a vendor without an emergency number names none', async () => {
  const { member } = await fixtures.ticket()
  expect((await readHelp(member)).emergency).toBeNull()
})

test('a customer learns the emergency number of their own vendor, and no other', async () => {
  const [own, other] = [await fixtures.ticket(), await fixtures.ticket()]
  const body = { emergencyPhone: '+90 212 555 00 00', emergencyAlways: false }
  await as(own.admin).call(routes.vendors.changeSettings, { body })
  expect((await readHelp(own.member)).emergency).toEqual({
    phone: '+90 212 555 00 00',
    always: false,
  })
  expect((await readHelp(other.member)).emergency).toBeNull()
})

test('a visitor who is not signed in learns nothing', async () => {
  const { visitor } = await fixtures.vendor()
  expect((await as(visitor).call(routes.live.help)).status).toBe(401)
})

test('within the working hours the team works until they end', async () => {
  const { admin, member } = await fixtures.ticket()
  await setHours(admin, Array(7).fill({ opens: '00:00', closes: '24:00' }))
  expect((await readHelp(member)).hours).toEqual({ opens: null, closes: isoOf(midnight(1)) })
})

test('outside of the working hours the next ones are told', async () => {
  const { admin, member } = await fixtures.ticket()
  const dayAfterTomorrow = (inIstanbul(Date.now()).getUTCDay() + 6 + 2) % 7
  const days = Array.from({ length: 7 }, (_, weekday) =>
    weekday === dayAfterTomorrow ? { opens: '09:00', closes: '17:30' } : null,
  )
  await setHours(admin, days)
  expect((await readHelp(member)).hours).toEqual({
    opens: isoOf(midnight(2) + 9 * 3_600_000),
    closes: isoOf(midnight(2) + 17.5 * 3_600_000),
  })
})

test('a vendor whose team never works has no working hours', async () => {
  const { admin, member } = await fixtures.ticket()
  await setHours(admin, Array(7).fill(null))
  expect((await readHelp(member)).hours).toBeNull()
})

test('on the eve of a public holiday the working hours end at 13:00', async () => {
  const { admin, member, vendorId } = await fixtures.ticket()
  await setHours(admin, Array(7).fill({ opens: '00:00', closes: '24:00' }))
  const eve = midnightOfNext('10-28')
  await owner.query(
    `update vendors set public_holidays = true,
            days_off = array(select generate_series($2::date, $3::date - 1, interval '1 day')::date)
      where vendor_id = $1`,
    [vendorId, ...[midnight(0), eve].map(each => inIstanbul(each).toISOString().slice(0, 10))],
  )
  expect((await readHelp(member)).hours).toEqual({
    opens: isoOf(eve),
    closes: isoOf(eve + 13 * 3_600_000),
  })
})

/** The next time that it is this day in Istanbul, after today. */
function midnightOfNext(monthAndDay: string) {
  const year = inIstanbul(Date.now()).getUTCFullYear()
  const [next = 0] = [year, year + 1]
    .map(each => Date.parse(`${each}-${monthAndDay}T00:00+03:00`))
    .filter(each => each > midnight(0))
  return next
}

test('a customer learns that someone of the own vendor’s team is online, and of no other', async () => {
  const [own, other] = [await fixtures.ticket(), await fixtures.ticket()]
  const isOnline = async (who: Person) => (await readHelp(who)).isTeamOnline
  expect(await isOnline(own.member)).toBe(false)
  await openStream(own.staff)
  await expect.poll(() => isOnline(own.member)).toBe(true)
  expect(await isOnline(other.member)).toBe(false)
})

test('a user reads the number that the own account has', async () => {
  const { member } = await fixtures.ticket()
  await owner.query("update users set phone = '0532 123 45 67' where id = $1", [member.userId])
  expect((await readHelp(member)).phone).toBe('0532 123 45 67')
})
