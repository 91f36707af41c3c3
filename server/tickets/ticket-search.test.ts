import { beforeAll, describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { insertTickets } from '#testing/database/tickets.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { sharedPortal } from '#testing/portal.ts'

// More tickets than the first pass reads, so that rare words are found by the indexes.

const portal = await sharedPortal()
const { as } = portal
const fixture = await fixturesIn(portal).ticket()
const other = await fixturesIn(portal).ticket()

beforeAll(async () => {
  for (const [{ vendorId, companyId, companyMachineId, member }, commonTitle] of [
    [other, 'Kavrama kaçırıyor'],
    [fixture, 'Konveyör durdu'],
  ] as const) {
    const fill = (title: string, count: number, daysAgo: number) =>
      portal.owner.query(
        insertTickets(
          `insert into tickets (vendor_id, id, company_id, company_machine_id, title, created_by, date_created)
             select $1, gen_random_uuid(), $2, $3, $4 || ' ' || i, $5, now() - make_interval(days => $7, secs => i) from generate_series(1, $6) i`,
          { date: 'now()' },
        ),
        [vendorId, companyId, companyMachineId, title, member.userId, count, daysAgo],
      )
    const machineOfOld = `insert into company_machines (vendor_id, id, company_id, machine_id, serial_number, date_of_purchase, date_of_warranty_end)
         select $1, gen_random_uuid(), c.id, m.id, 'ZX-40/7', '2026-01-01', '2027-01-01' from c, machines m where m.vendor_id = $1 limit 1 returning *`
    await fill(commonTitle, 4_000, 1)
    await fill('Rulman sesi', 45, 2)
    await fill('Kavrama', 1, 3)
    const { rows } = await portal.owner.query(
      `with c as (insert into companies (vendor_id, id, name) values ($1, gen_random_uuid(), 'Özgür Döküm') returning id) ${machineOfOld}`,
      [vendorId],
    )
    await portal.owner.query(
      insertTickets(
        `insert into tickets (vendor_id, id, company_id, company_machine_id, title, created_by, date_created)
           values ($1, gen_random_uuid(), $3, $4, 'Eski kayıt', $2, now() - interval '4 days')`,
      ),
      [vendorId, member.userId, rows[0].company_id, rows[0].id],
    )
  }
})

const find = async (search: string, more: object = {}) => {
  const { body } = await as(fixture.staff).call(routes.tickets.list, { query: { search, ...more } })
  return { titles: body.tickets.map(({ title }) => title), total: body.total, more: body.more }
}

describe('a search among thousands of tickets', () => {
  test.each([
    ['a word of the title', 'Kavrama', ['Kavrama 1']],
    ['the company', 'özgür dök', ['Eski kayıt']],
    ['the serial number', 'zx-40', ['Eski kayıt']],
    ['no-break spaces', '\u00a0eski\u00a0kayıt\u202f', ['Eski kayıt']],
    ['double blanks', 'özgür  dök', ['Eski kayıt']],
    ['two letters that few titles have', 'ki', ['Eski kayıt']],
    ['a word that no ticket has', 'şanzıman', []],
  ])('finds the old ones by %s, and no other vendor’s', async (_, search, titles) => {
    expect(await find(search)).toEqual({ titles, total: titles.length })
  })

  test('says that there are more, until the last page says how many there are', async () => {
    const pages = [
      await find('rulman', { page: '0', size: '20' }),
      await find('rulman', { page: '1', size: '20' }),
    ]
    expect(pages.map(({ total, more }) => [total, more])).toEqual([
      [30, true],
      [45, undefined],
    ])
    const last = await find('rulman', { page: '2', size: '20' })
    expect([last.titles.length, last.total]).toEqual([5, 45])
    const all = Array.from({ length: 45 }, (_, i) => `Rulman sesi ${i + 1}`)
    expect([...pages.flatMap(({ titles }) => titles), ...last.titles]).toEqual(all)
  })

  test('gives the newest thousand and no more, in whatever order', async () => {
    for (const sort of ['-dateCreated', 'dateCreated'] as const)
      expect(await find('konveyör', { sort, page: '10', size: '100' })).toEqual({
        titles: [],
        total: 1_000,
        more: true,
      })
    expect((await find('konveyör', { sort: 'dateCreated', size: '1' })).titles).toEqual([
      'Konveyör durdu 1000',
    ])
  })

  test('of a member finds nothing of a company that is not theirs', async () => {
    const ofAccount = (search: string) =>
      as(fixture.member).call(routes.tickets.listOfAccount, {
        params: { company: fixture.companyId },
        query: { search },
      })
    expect((await ofAccount('özgür dök')).body).toEqual({ tickets: [], total: 0 })
    expect((await ofAccount('eski')).body).toEqual({ tickets: [], total: 0 })
    expect((await ofAccount('rulman')).body).toMatchObject({ total: 20, more: true })
  })
})
