import { expect, test } from 'vitest'
import { canonicalAddress } from '#contract/text/addresses.ts'
import { createEarlierInstallation } from '#testing/database/earlier-version.ts'
import { lookAlikes } from './look-alikes.ts'

// What 0.2.0 stored, and this one would refuse.

const [vendor, company, other, machine] = [1, 2, 3, 4].map(
  n => `01981f3c-8f5e-7c3a-9b1d-2f6a7e4d5c1${n}`,
)

async function createEarlierDatabase() {
  const { connection, client, upgrade } = await createEarlierInstallation()
  await client.query(`
    insert into vendors (vendor_id, name) values ('${vendor}', 'Eski Makine');
    insert into companies (vendor_id, id, name) values ('${vendor}', '${company}', 'Ege\u00a0 Döküm'), ('${vendor}', '${other}', '\u200b');
    insert into machines (vendor_id, id, name, sku) values ('${vendor}', '${machine}', 'Torna', 'T-1')`)
  const rows = async (query: string) => (await client.query({ text: query, rowMode: 'array' })).rows
  return { connection, client, upgrade, rows }
}

test('after the upgrade a name of which nothing is seen is a dash, and names are found by what is seen of them', async () => {
  const { upgrade, rows } = await createEarlierDatabase()
  await upgrade()
  expect(await rows('select name, search from companies order by id')).toEqual([
    ['Ege\u00a0 Döküm', 'ege dokum'],
    ['—', '-'],
  ])
})

test('serial numbers that look the same stay through the upgrade, and the doctor names them with their companies', async () => {
  const { connection, client, upgrade, rows } = await createEarlierDatabase()
  const numbers = ['SN-1', 'SN-1\u200b', 'SN\u20111', 'SN-2']
  for (const [at, number] of numbers.entries())
    await client.query(
      `insert into company_machines (vendor_id, id, company_id, machine_id, serial_number, date_of_purchase, date_of_warranty_end)
       values ($1, gen_random_uuid(), $2, $3, $4, '2026-01-01', '2028-01-01')`,
      [vendor, at === 0 ? company : other, machine, number],
    )
  await upgrade()
  expect((await rows('select serial_number from company_machines')).flat().sort()).toEqual(
    numbers.sort(),
  )
  const [serials] = await lookAlikes(connection)
  expect(serials).toMatchObject({
    state: 'note',
    check: 'serials',
    todo: expect.stringContaining('plates'),
  })
  for (const part of ['Torna', 'Eski Makine', 'Ege', 'SN-1'])
    expect(serials?.detail).toContain(part)
  expect(serials?.detail).not.toContain('SN-2')
  await client.query(
    "update company_machines set date_removed = now() where search = 'sn-1' and serial_number <> 'SN-1'",
  )
  expect((await lookAlikes(connection))[0]).toMatchObject({ state: 'ok' })
})

test('after the upgrade names of marks or of the place of a picture are a dash, and a serial number with such a place stays', async () => {
  const { connection, client, upgrade, rows } = await createEarlierDatabase()
  await client.query(`
    insert into companies (vendor_id, id, name) values
      ('${vendor}', gen_random_uuid(), '\ufffc'), ('${vendor}', gen_random_uuid(), ' \u20d0\u0301'), ('${vendor}', gen_random_uuid(), 'İzmir\ufffc'),
      ('${vendor}', gen_random_uuid(), '´'), ('${vendor}', gen_random_uuid(), '漢字')`)
  for (const number of ['SN-1', 'SN-1\ufffc'])
    await client.query(
      `insert into company_machines (vendor_id, id, company_id, machine_id, serial_number, date_of_purchase, date_of_warranty_end)
       values ($1, gen_random_uuid(), $2, $3, $4, '2026-01-01', '2028-01-01')`,
      [vendor, company, machine, number],
    )
  await upgrade()
  expect((await rows('select name from companies')).flat().sort()).toEqual(
    ['Ege\u00a0 Döküm', 'İzmir\ufffc', '´', '漢字', '—', '—', '—'].sort(),
  )
  expect(await rows("select name from companies where search = 'izmir'")).toHaveLength(1)
  expect(
    await rows("select serial_number from company_machines where search = 'sn-1'"),
  ).toHaveLength(2)
  const [serials] = await lookAlikes(connection)
  expect(serials).toMatchObject({ state: 'note', detail: expect.stringContaining('SN-1\ufffc') })
})

test('of two accounts of one mailbox the one in use has its one spelling after the upgrade, also if an invited or removed one had it', async () => {
  const { client, upgrade, rows } = await createEarlierDatabase()
  const insert = (email: string, hash: string | null, name: string) =>
    client.query(
      "insert into users (vendor_id, id, email, password_hash, name, role) values ($1, gen_random_uuid(), $2, $3, $4, 'customer')",
      [vendor, email, hash, name],
    )
  await insert('ece@xn--rnek-4qa.test', null, 'Davetli')
  await insert('Ece@örnek.test', 'hash', 'Ece')
  await insert('irem@demo.test', 'hash', 'İrem')
  await insert('İrem@demo.test', 'hash', 'Öteki İrem')
  await upgrade()
  expect(await rows('select name, email from users order by name')).toEqual([
    ['Davetli', 'Ece@örnek.test'],
    ['Ece', 'ece@xn--rnek-4qa.test'],
    ['Öteki İrem', 'İrem@demo.test'],
    ['İrem', 'irem@demo.test'],
  ])
})

test('addresses have their one spelling after the upgrade; two accounts of one mailbox both stay, and the doctor names them', async () => {
  const { connection, client, upgrade, rows } = await createEarlierDatabase()
  const spellings = [
    ...[
      'ece@örnek.test',
      'İlker@demo.test',
      'ŞEYMA@ğüışöç.test',
      's\u0327ule@o\u0308rnek.test',
      'ali@demo.test.',
      'nur@MÜNCHEN.test',
      'can@straße.test',
    ],
    ...[
      'deniz@例え.テスト',
      'su@ααα.bbb.ωωω.test',
      'ay@ab\u034fc.test',
      'x@bücher-1-ä.test',
      'ışık@demo.test',
      'düz@demo.test',
      'ali@demo..test',
    ],
  ]
  const insert = (email: string, active = false) =>
    client.query(
      `with added as (insert into users (vendor_id, id, email, password_hash, name, role)
                      values ($1, gen_random_uuid(), $2, $3, 'Ayşe', 'customer') returning vendor_id, id)
       insert into memberships (vendor_id, user_id, company_id) select vendor_id, id, $4 from added`,
      [vendor, email, active ? 'hash' : null, company],
    )
  for (const email of spellings) await insert(email)
  for (const email of ['İrem@demo.test', 'irem@demo.test']) await insert(email)
  await insert('Övgü@demo.test')
  await insert('öVGÜ@demo.test', true)
  await upgrade()

  const stored = (await rows('select email from users')).flat()
  expect(stored.sort()).toEqual(
    [
      ...spellings.map(canonicalAddress),
      'irem@demo.test',
      'İrem@demo.test',
      'övgü@demo.test',
      'Övgü@demo.test',
    ].sort(),
  )
  expect(await rows("select email from users where password_hash = 'hash'")).toEqual([
    ['övgü@demo.test'],
  ])
  const accounts = (await lookAlikes(connection)).find(({ check }) => check === 'accounts')
  expect(accounts).toMatchObject({
    state: 'note',
    detail: expect.stringContaining('İrem@demo.test beside irem@demo.test of Eski Makine'),
  })
  expect(accounts?.detail).toContain('Övgü@demo.test beside övgü@demo.test')
  await client.query("update users set email = 'baska@demo.test' where email = 'irem@demo.test'")
  expect(
    (await lookAlikes(connection)).find(({ check }) => check === 'accounts')?.detail,
  ).not.toContain('rem@demo.test')
  await client.query(
    "delete from memberships m using users u where u.id = m.user_id and u.email in ('İrem@demo.test', 'Övgü@demo.test')",
  )
  expect((await lookAlikes(connection)).find(({ check }) => check === 'accounts')).toMatchObject({
    state: 'ok',
  })
})
