import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fold } from '#contract/text/turkish.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { type Person, sharedPortal } from '#testing/portal.ts'

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const { as, owner } = portal

/** A vendor with companies of these names, added in this order. */
async function vendorWith(...names: string[]) {
  const vendor = await fixtures.vendor()
  for (const name of names) await as(vendor.admin).call(routes.companies.create, { body: { name } })
  return vendor
}
type Query = { page?: string; size?: string; sort?: 'name' | '-name'; search?: string }
async function list(person: Person, query: Query = {}) {
  const { body } = await as(person).call(routes.companies.list, { query })
  return { names: body.companies.map(({ name }) => name), total: body.total, more: body.more }
}
const letters = (count: number) =>
  Array.from({ length: count }, (_, i) => `Firma ${String(i).padStart(2, '0')}`)

describe('a list', () => {
  test('contains all rows, newest first, without a page', async () => {
    const { admin } = await vendorWith(...letters(12))
    expect(await list(admin)).toEqual({ names: letters(12).reverse(), total: undefined })
  })

  test('is returned in pages of ten with its total, with a page', async () => {
    const { admin } = await vendorWith(...letters(12))
    expect(await list(admin, { page: '0' })).toEqual({
      names: letters(12).reverse().slice(0, 10),
      total: 12,
    })
    expect(await list(admin, { page: '1' })).toEqual({ names: ['Firma 01', 'Firma 00'], total: 12 })
    expect(await list(admin, { page: '2' })).toEqual({ names: [], total: 12 })
  })

  test('counts the rows that a search finds', async () => {
    const { admin } = await vendorWith('Pres A', 'Pres B', 'Torna')
    expect(await list(admin, { search: 'pres', size: '1' })).toEqual({
      names: ['Pres B'],
      total: 2,
    })
  })

  test('shows each row on one page only, also when all have the same time', async () => {
    const { admin, vendorId } = await vendorWith(...letters(25))
    await owner.query(
      "update companies set date_added = '2026-01-01', name = 'Aynı' where vendor_id = $1",
      [vendorId],
    )
    for (const sort of ['dateAdded', '-name'] as const) {
      const ids = []
      for (const page of ['0', '1', '2']) {
        const { body } = await as(admin).call(routes.companies.list, {
          query: { page, size: '10', sort },
        })
        ids.push(...body.companies.map(({ _id }) => _id))
      }
      expect(new Set(ids).size).toBe(25)
    }
  })

  test('ends after ten thousand rows, and after a thousand of a search, and says that there are more', async () => {
    const { admin, vendorId } = await fixtures.vendor()
    await owner.query(
      "insert into companies (vendor_id, id, name) select $1, gen_random_uuid(), 'Firma ' || i from generate_series(1, 10150) as i",
      [vendorId],
    )
    const page = async (number: string) => {
      const { names, total, more } = await list(admin, { page: number, size: '100' })
      return [names.length, total, more]
    }
    expect(await page('99')).toEqual([100, 10_000, true])
    expect(await page('100')).toEqual([0, 10_000, true])
    expect(await page('5000')).toEqual([0, 10_000, true])
    const found = await list(admin, { page: '9', size: '100', search: 'firma' })
    expect([found.names.length, found.total, found.more]).toEqual([100, 1_000, true])
  })

  test.each([
    ['sort', 'dateRemoved'],
    ['sort', '--name'],
    ['sort', 'name; drop table companies'],
    ['page', '-1'],
    ['page', 'bir'],
    ['page', '1.5'],
    ['page', '10001'],
    ['size', '0'],
    ['size', '101'],
    ['search', 'x'.repeat(201)],
  ])('refuses %s=%s', async (name, value) => {
    const { admin } = await fixtures.vendor()
    const { status, body } = await as(admin).call(routes.companies.list, {
      query: { [name]: value } as never,
    })
    expect([status, body.name, body.errors?.map(({ path }) => path)]).toEqual([
      400,
      'ValidationError',
      [name],
    ])
  })

  test.each([
    ['page', '10000'],
    ['size', '100'],
    ['search', 'x'.repeat(200)],
  ])('accepts %s=%s', async (name, value) => {
    const { admin } = await fixtures.vendor()
    expect(
      (await as(admin).call(routes.companies.list, { query: { [name]: value } as never })).status,
    ).toBe(200)
  })
})

describe('Turkish text', () => {
  const alphabet = [
    'Armut',
    'çınar',
    'Cam',
    'Iğdır',
    'İzmir',
    'ırmak',
    'ikiz',
    'Ördek',
    'Ova',
    'şeker',
    'Su',
    'Ümit',
    'Uçak',
    'zeytin',
  ]

  test('is sorted by the Turkish alphabet', async () => {
    const { admin } = await vendorWith(...alphabet)
    const expected = [
      'Armut',
      'Cam',
      'çınar',
      'Iğdır',
      'ırmak',
      'ikiz',
      'İzmir',
      'Ova',
      'Ördek',
      'Su',
      'şeker',
      'Uçak',
      'Ümit',
      'zeytin',
    ]
    expect((await list(admin, { sort: 'name', size: '100' })).names).toEqual(expected)
    expect((await list(admin, { sort: '-name', size: '100' })).names).toEqual(expected.toReversed())
  })

  test.each([
    'istanbul',
    'İSTANBUL',
    'ISTANBUL',
    'ıstanbul',
    'İstanbul',
    'I\u0307stanbul',
    'tanbul',
    '  stan ',
  ])('in the name İstanbul is found by "%s"', async search => {
    const { admin } = await vendorWith('İstanbul Pres', 'ISPARTA Halı', 'Ankara')
    expect((await list(admin, { search })).names).toEqual(['İstanbul Pres'])
  })

  test.each([
    ['sisli', 'Şişli'],
    ['ŞİŞLİ', 'Şişli'],
    ['CIGDEM', 'çiğdem'],
    ['çığdem', 'çiğdem'],
    ['ozgur', 'ÖZGÜR'],
    ['igdir', 'Iğdır'],
  ])('is found by "%s" in the name %s', async (search, name) => {
    const { admin } = await vendorWith(name, 'Başka')
    expect((await list(admin, { search })).names).toEqual([name])
  })

  test.each([
    ['ege dokum', 'Ege\u00a0 Döküm'],
    ['Ege\u2003Döküm', 'Ege Döküm'],
    ['dökümhane', 'Döküm\u00adhane'],
    ['cnc-5', 'CNC\u20115'],
    ['\u200bege\ufeff', 'Ege'],
    ['میخواهم', 'می\u200cخواهم'],
    ['usta 👩🔧', 'Usta 👩\u200d🔧'],
    ['5 m2', '5 m²'],
  ])('is found by %j in the name %j', async (search, name) => {
    const { admin } = await vendorWith(name, 'Başka')
    expect(await list(admin, { search })).toMatchObject({ names: [name], total: 1 })
  })

  test.each(['\u200b', '\u00a0', '\u00b4'])(
    'a search of which nothing is seen (%j) finds all',
    async search => {
      const { admin } = await vendorWith('Ege', 'Başka')
      expect((await list(admin, { search })).names).toHaveLength(2)
    },
  )

  // But for letters whose capitals came into Unicode after the libraries of older PostgreSQL.
  const newer =
    /[\u1ab0-\u1aff\u1c80-\u1cbf\u2c00-\u2c5f\ua7b0-\ua7ff\u{10000}-\u{1afff}\p{Cs}\p{Cn}]/u
  test('is folded by PostgreSQL as by the browser, whatever its characters', async () => {
    const assigned = Array.from({ length: 0x1ffff }, (_, at) => at + 1).filter(
      code => !newer.test(String.fromCodePoint(code)),
    )
    const tags = Array.from({ length: 0x1000 }, (_, at) => 0xe0000 + at)
    const texts = [...Map.groupBy([...assigned, ...tags], code => code >> 4).values()].map(
      codes => `A${String.fromCodePoint(...codes)} ı`,
    )
    const { rows } = await owner.query<{ text: string; folded: string }>(
      'select text, fold(text) as folded from unnest($1::text[]) as text',
      [texts],
    )
    expect(rows.filter(({ text, folded }) => folded !== fold(text))).toEqual([])
  })

  test('is found in tickets by title, company, machine and serial number', async () => {
    const { staff, ticketId, companyName } = await fixtures.ticket()
    for (const search of ['ISINIYOR', companyName.toLocaleUpperCase('tr'), 'inci torna', 'sn-']) {
      const { body } = await as(staff).call(routes.tickets.list, { query: { search } })
      expect([search, body.tickets.map(({ _id }) => _id), body.total]).toEqual([
        search,
        [ticketId],
        1,
      ])
    }
    expect(
      (await as(staff).call(routes.tickets.list, { query: { search: 'on dakikada' } })).body
        .tickets,
    ).toEqual([])
  })
})

test.each([
  ['%', ['Yüzde % Ltd']],
  ['_', ['alt_çizgi']],
  ['\\', ['ters\\bölü']],
  ["'", ["Kesme'nin"]],
])('a search for %s finds that literal character', async (search, found) => {
  const { admin } = await vendorWith('Yüzde % Ltd', 'alt_çizgi', 'ters\\bölü', "Kesme'nin", 'Düz')
  expect((await list(admin, { search })).names).toEqual(found)
})
