import { expect, test } from 'vitest'
import { openPortal } from '#testing/portal.ts'
import { seed } from './insert.ts'

const { connection, dataDir, owner } = await openPortal()

/** The demo of one start, in a database with those of others. */
async function seedAt(start: string) {
  const domain = `${start.replaceAll(/\W/g, '').toLowerCase()}.tezgah.test`
  await seed({ connection, dataDir, domains: [domain], today: new Date(start) })
  const { rows } = await owner.query(
    'select v.* from vendors v join vendor_domains using (vendor_id) where domain = $1',
    [domain],
  )
  return rows[0]
}

const office = { opens: [480, 480, 480, 480, 480, 480, null], public_holidays: true }
const aroundTheClock = { opens: Array(7).fill(0), public_holidays: true }
const everyDay = { opens: Array(7).fill(0), public_holidays: false }

test.each([
  ['on a Monday morning', '2026-11-23T07:32:11Z', office],
  ['on a Saturday morning', '2026-11-28T06:00:00Z', office],
  ['at the end of a Friday', '2026-11-27T14:40:00Z', aroundTheClock],
  ['in the night of a Sunday', '2026-11-29T00:20:00Z', aroundTheClock],
  ['two minutes before midnight', '2026-11-24T20:58:00Z', aroundTheClock],
  ['on a public holiday', '2026-10-29T08:00:00Z', everyDay],
  ['in the afternoon before one', '2026-10-28T11:00:00Z', everyDay],
  ['on the first morning after a week of holidays', '2026-06-01T05:05:00Z', office],
])(
  'a team whose demo begins %s has replies that are late, due within the hour and due later',
  async (_, start, hours) => {
    const vendor = await seedAt(start)
    expect(vendor).toMatchObject({ ...hours, first_targets: [60, 240, 480, 960] })
    const { rows } = await owner.query(
      `select count(*) filter (where date_due < $2)::int as late,
              count(*) filter (where date_due between $2 and $2 + interval '1 hour')::int as soon,
              count(*) filter (where date_due > $2 + interval '1 hour')::int as later
         from ticket_states where vendor_id = $1 and waiting_for = 'team'`,
      [vendor.vendor_id, start],
    )
    expect(rows[0]).toEqual({ late: 4, soon: 4, later: 9 })
  },
)
