import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { supportEndDay } from '#testing/days.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { type Person, sharedPortal } from '#testing/portal.ts'

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const { as, owner } = portal

const companiesOf = async (person: Person) =>
  (await as(person).call(routes.companies.list)).body.companies

describe('a company', () => {
  test('is added with a name and the end of its support', async () => {
    const { admin } = await fixtures.vendor()
    const { status, body } = await as(admin).call(routes.companies.create, {
      body: { name: ' Şişli Pres ', dateSupportEnd: '2030-01-31' },
    })
    expect([status, body]).toEqual([
      200,
      {
        _id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        name: 'Şişli Pres',
        dateSupportEnd: '2030-01-31',
        dateAdded: expect.any(String),
        machines: [],
      },
    ])
    expect(await companiesOf(admin)).toEqual([body])
  })

  test('may have support without an end', async () => {
    const { admin } = await fixtures.vendor()
    await as(admin).call(routes.companies.create, { body: { name: 'Süresiz' } })
    expect((await companiesOf(admin))[0]).toMatchObject({ dateSupportEnd: null })
  })

  test.each([
    ['keeps its support end when only its name is changed', {}, supportEndDay],
    ['loses its support end when that is emptied', { dateSupportEnd: null }, null],
    [
      'takes the day of a date and time',
      { dateSupportEnd: '2031-02-03T21:00:00.000Z' },
      '2031-02-03',
    ],
  ])('%s', async (_, change, dateSupportEnd) => {
    const { admin, companyId } = await fixtures.company()
    const { body } = await as(admin).call(routes.companies.update, {
      params: { company: companyId },
      body: { name: 'Yeni ad', ...change },
    })
    expect(body).toEqual({ message: 'Güncelleme başarılı.' })
    expect((await companiesOf(admin))[0]).toMatchObject({ name: 'Yeni ad', dateSupportEnd })
  })

  test('keeps its name when only its support end is changed; a change without a field is refused', async () => {
    const { admin, companyId, companyName } = await fixtures.company()
    const update = (body: object) =>
      as(admin).call(routes.companies.update, { params: { company: companyId }, body })
    expect((await update({ dateSupportEnd: '2031-02-03' })).status).toBe(200)
    expect((await update({})).body.errors).toEqual([
      { msg: 'Neyin değişeceğini belirtin.', path: '' },
    ])
    expect((await companiesOf(admin))[0]).toMatchObject({
      name: companyName,
      dateSupportEnd: '2031-02-03',
    })
  })

  test('counts the machines that it has now', async () => {
    const { admin, companyId, companyMachineId } = await fixtures.company()
    expect((await companiesOf(admin))[0]?.machines).toEqual([companyMachineId])
    await as(admin).call(routes.machines.unassign, {
      params: { company: companyId, companyMachine: companyMachineId },
    })
    expect((await companiesOf(admin))[0]?.machines).toEqual([])
  })
})

describe('an account', () => {
  test('shows a user their department and position', async () => {
    const { member, companyId, companyName, vendorId } = await fixtures.company()
    await owner.query(
      "update memberships set department = 'Bakım', position = 'Usta' where vendor_id = $1",
      [vendorId],
    )
    expect((await as(member).call(routes.companies.accounts)).body.accounts).toEqual([
      {
        _id: companyId,
        name: companyName,
        startDate: expect.any(String),
        dateSupportEnd: supportEndDay,
        department: 'Bakım',
        position: 'Usta',
      },
    ])
  })

  test('is listed for its members only, each with all of theirs', async () => {
    const { member, companyId, ...first } = await fixtures.company()
    const second = await fixtures.company(first)
    await fixtures.join(first.vendorId, member.userId, second.companyId)
    const accountsOf = async (person: Person) =>
      (await as(person).call(routes.companies.accounts)).body.accounts.map(({ _id }) => _id)
    expect((await accountsOf(member)).sort()).toEqual([companyId, second.companyId].sort())
    expect(await accountsOf(second.member)).toEqual([second.companyId])
    expect(await accountsOf(first.admin)).toEqual([])
  })

  test('of every company of the vendor is a platform administrator’s, without a department', async () => {
    const { member, companyId, companyName, ...first } = await fixtures.company()
    const second = await fixtures.company(first)
    await fixtures.join(first.vendorId, member.userId, second.companyId)
    await fixtures.company()
    const accountsOf = async (query: { company?: string; search?: string; sort?: 'name' } = {}) =>
      (await as(first.operator).call(routes.companies.accounts, { query })).body.accounts.map(
        ({ _id }) => _id,
      )
    expect((await accountsOf()).sort()).toEqual([companyId, second.companyId].sort())
    expect((await accountsOf({ sort: 'name' })).sort()).toEqual(
      [companyId, second.companyId].sort(),
    )
    expect(
      (await as(first.operator).call(routes.companies.accounts, { query: { company: companyId } }))
        .body,
    ).toEqual({
      accounts: [
        {
          _id: companyId,
          name: companyName,
          startDate: expect.any(String),
          dateSupportEnd: supportEndDay,
          department: '',
          position: '',
        },
      ],
      total: 1,
    })
  })
})

describe('a company that is to be removed', () => {
  test('says how much is hidden with it', async () => {
    const at = await fixtures.ticket()
    const { vendorId, companyId, companyMachineId } = at
    await owner.query(
      'insert into private_files (vendor_id, company_machine_id, file_id) values ($1, $2, $3)',
      [vendorId, companyMachineId, await fixtures.upload(at.admin)],
    )
    const params = { company: companyId }
    expect(await as(at.admin).call(routes.companies.contents, { params })).toMatchObject({
      status: 200,
      body: { machines: 1, privateFiles: 1, tickets: 1, users: 1 },
    })
    await as(at.admin).call(routes.companies.remove, { params })
    expect((await as(at.admin).call(routes.companies.contents, { params })).status).toBe(404)
  })
})

describe('a removed company', () => {
  test('is hidden with all that belongs to it', async () => {
    const { admin, staff, operator, companyId, companyMachineId, ticketId } =
      await fixtures.ticket()
    const params = { company: companyId }
    const removed = await as(admin).call(routes.companies.remove, { params })
    expect([removed.status, removed.body]).toEqual([200, { message: 'Silme başarılı.' }])

    expect(await companiesOf(admin)).toEqual([])
    expect((await as(staff).call(routes.tickets.list)).body.tickets).toEqual([])
    const calls = [
      await as(admin).call(routes.companies.update, { params, body: { name: 'Geri geldi' } }),
      await as(admin).call(routes.companies.remove, { params }),
      await as(admin).call(routes.users.list, { params }),
      await as(admin).call(routes.machines.listOfCompany, { params }),
      await as(staff).call(routes.files.listForStaff, {
        params: { ...params, companyMachine: companyMachineId },
      }),
      await as(staff).call(routes.tickets.get, { params: { ticket: ticketId } }),
      await as(staff).call(routes.tickets.reply, {
        params: { ticket: ticketId },
        body: { contents: 'Kimse yok mu?' },
      }),
      await as(operator).call(routes.tickets.getOfAccount, {
        params: { ...params, ticket: ticketId },
      }),
    ]
    expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 404))
  })

  test('is no longer an account of its users, who keep their other accounts', async () => {
    const { member, companyId, admin, ...first } = await fixtures.company()
    const { companyId: second } = await fixtures.company({ ...first, admin })
    await fixtures.join(first.vendorId, member.userId, second)
    await as(admin).call(routes.companies.remove, { params: { company: companyId } })
    expect(
      (await as(member).call(routes.companies.accounts)).body.accounts.map(({ _id }) => _id),
    ).toEqual([second])
    expect(
      (await as(member).call(routes.tickets.listOfAccount, { params: { company: companyId } }))
        .status,
    ).toBe(404)
  })

  test('leaves its tickets and messages in the database, with their authors', async () => {
    const { admin, companyId, ticketId, member } = await fixtures.ticket()
    await as(admin).call(routes.companies.remove, { params: { company: companyId } })
    const { rows } = await owner.query(
      'select u.id as author, m.contents from tickets t join messages m on m.ticket_id = t.id join users u on u.id = m.user_id where t.id = $1',
      [ticketId],
    )
    expect(rows).toEqual([{ author: member.userId, contents: 'İş mili on dakikada ısınıyor.' }])
  })

  test('gets no user who is invited while it is being removed', async () => {
    const { admin, companyId, vendorId } = await fixtures.company()
    const removal = await owner.connect()
    await removal.query('begin')
    await removal.query('update companies set date_removed = now() where id = $1', [companyId])
    const invitation = as(admin).call(routes.users.invite, {
      params: { company: companyId },
      body: { email: 'gec@tezgah.test', name: 'Geç', surname: 'Kalan' },
    })
    await pause(150) // by now it waits for the removal
    await removal.query('commit')
    removal.release()
    expect((await invitation).status).toBe(404)
    const { rows } = await owner.query(
      "select from users where vendor_id = $1 and email = 'gec@tezgah.test'",
      [vendorId],
    )
    expect(rows).toEqual([])
  })
})
