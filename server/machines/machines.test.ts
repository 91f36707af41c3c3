import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { purchaseDay, warrantyEndDay } from '#testing/days.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { type Person, sharedPortal } from '#testing/portal.ts'

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const { as } = portal

const catalogueOf = async (person: Person) =>
  (await as(person).call(routes.machines.list)).body.machines

describe('a machine of the catalogue', () => {
  test('is added, changed and deleted', async () => {
    const { admin } = await fixtures.vendor()
    const lathe = { name: 'İnci Torna', sku: 'IT-1', description: 'CNC,\n12 takım' }
    const { body } = await as(admin).call(routes.machines.create, { body: lathe })
    const made = { ...lathe, _id: expect.any(String), dateCreated: expect.any(String) }
    expect([body, await catalogueOf(admin)]).toEqual([made, [made]])

    const params = { machine: body._id }
    const changed = await as(admin).call(routes.machines.update, {
      params,
      body: { ...lathe, sku: 'IT-2', id: body._id } as never,
    })
    expect(changed.body).toEqual({ message: 'Güncelleme başarılı.' })
    expect(await catalogueOf(admin)).toEqual([{ ...made, sku: 'IT-2' }])

    expect((await as(admin).call(routes.machines.remove, { params })).body).toEqual({
      message: 'Silme başarılı.',
    })
    expect(await catalogueOf(admin)).toEqual([])
    expect((await as(admin).call(routes.machines.remove, { params })).status).toBe(404)
  })

  test('cannot be deleted while a company has it, and can be afterwards', async () => {
    const { admin, companyId, machineId, companyMachineId } = await fixtures.company()
    const remove = () => as(admin).call(routes.machines.remove, { params: { machine: machineId } })
    const { status, body } = await remove()
    expect([status, body.name, body.message]).toEqual([
      409,
      'ConflictError',
      'Bu makine hâlâ firmalara atanmış; önce atamaları kaldırın.',
    ])
    await as(admin).call(routes.machines.unassign, {
      params: { company: companyId, companyMachine: companyMachineId },
    })
    expect((await remove()).status).toBe(200)
  })

  test('can be deleted when the only company that has it is removed', async () => {
    const { admin, companyId, machineId } = await fixtures.company()
    await as(admin).call(routes.companies.remove, { params: { company: companyId } })
    expect(
      (await as(admin).call(routes.machines.remove, { params: { machine: machineId } })).status,
    ).toBe(200)
  })

  test('is either deleted or assigned by two people at once, never both', async () => {
    const { admin, operator, companyId } = await fixtures.company()
    for (let i = 0; i < 5; i++) {
      const { body } = await as(admin).call(routes.machines.create, {
        body: { name: 'Freze', sku: `F-${i}` },
      })
      const [removed, assigned] = await Promise.all([
        as(admin).call(routes.machines.remove, { params: { machine: body._id } }),
        as(operator).call(routes.machines.assign, {
          params: { company: companyId },
          body: { machine: body._id, serialNumber: 'F', dateOfPurchase: '2026-01-01' },
        }),
      ])
      expect([
        [200, 404],
        [409, 200],
      ]).toContainEqual([removed.status, assigned.status])
    }
  })

  test('that was deleted cannot be assigned', async () => {
    const { admin, companyId } = await fixtures.company()
    const { body } = await as(admin).call(routes.machines.create, {
      body: { name: 'Freze', sku: 'F-1' },
    })
    await as(admin).call(routes.machines.remove, { params: { machine: body._id } })
    const assigned = await as(admin).call(routes.machines.assign, {
      params: { company: companyId },
      body: { machine: body._id, serialNumber: 'F', dateOfPurchase: '2026-01-01' },
    })
    expect(assigned.status).toBe(404)
  })
})

describe('a company’s machine', () => {
  test('is listed with all that was entered when it was assigned', async () => {
    const { admin, companyId, machineId } = await fixtures.company()
    const details = {
      serialNumber: 'S-71',
      dateOfPurchase: '2026-03-15',
      dateOfWarrantyEnd: '2029-01-01',
      notes: 'Kuzey kapısının yanında.',
    }
    const params = { company: companyId }
    await as(admin).call(routes.machines.assign, {
      params,
      body: { machine: machineId, ...details },
    })
    const { body } = await as(admin).call(routes.machines.listOfCompany, { params })
    expect(body.machines).toContainEqual(expect.objectContaining(details))
  })

  test.each([
    ['ends a year after the purchase', '2026-03-15', undefined, '2027-03-15'],
    ['ends on 28 February when it was bought on the 29th', '2028-02-29', undefined, '2029-02-28'],
    ['ends on the given day', '2026-03-15', '2031-03-15', '2031-03-15'],
    ['may end on the day of the purchase', '2026-03-15', '2026-03-15', '2026-03-15'],
  ])('has a warranty that %s', async (_, dateOfPurchase, dateOfWarrantyEnd, expected) => {
    const { admin, companyId, machineId } = await fixtures.company()
    const { body } = await as(admin).call(routes.machines.assign, {
      params: { company: companyId },
      body: {
        machine: machineId,
        serialNumber: 'S-1',
        dateOfPurchase,
        ...(dateOfWarrantyEnd !== undefined && { dateOfWarrantyEnd }),
      },
    })
    expect(body).toMatchObject({ dateOfPurchase, dateOfWarrantyEnd: expected })
  })

  test('may have no warranty, which home and ticket know too', async () => {
    const { admin, companyId, companyMachineId, ticketId } = await fixtures.ticket()
    const params = { company: companyId, companyMachine: companyMachineId }
    await as(admin).call(routes.machines.updateOfCompany, {
      params,
      body: { dateOfWarrantyEnd: null },
    })
    await as(admin).call(routes.machines.updateOfCompany, {
      params,
      body: { dateOfPurchase: '2025-01-31' },
    })
    const { machines } = (
      await as(admin).call(routes.machines.listOfCompany, {
        params,
        query: { sort: '-dateOfWarrantyEnd' },
      })
    ).body
    expect(machines).toMatchObject([{ dateOfPurchase: '2025-01-31', dateOfWarrantyEnd: null }])
    expect(
      (await as(admin).call(routes.tickets.get, { params: { ticket: ticketId } })).body,
    ).toMatchObject({ dateOfWarrantyEnd: null })
    expect((await as(admin).call(routes.home.ofTeam)).body.warranties).toEqual({
      ended: 0,
      soon: 0,
      valid: 0,
      next: [],
    })
  })

  test('is assigned without a warranty', async () => {
    const { admin, companyId, machineId } = await fixtures.company()
    const body = {
      machine: machineId,
      serialNumber: 'S-1',
      dateOfPurchase: '2026-03-15',
      dateOfWarrantyEnd: null,
    }
    const assigned = await as(admin).call(routes.machines.assign, {
      params: { company: companyId },
      body,
    })
    expect(assigned.body).toMatchObject({ dateOfWarrantyEnd: null })
  })

  test('has no warranty that ends before the purchase', async () => {
    const { admin, companyId, machineId } = await fixtures.company()
    const { status, body } = await as(admin).call(routes.machines.assign, {
      params: { company: companyId },
      body: {
        machine: machineId,
        serialNumber: 'S-1',
        dateOfPurchase: '2026-03-15',
        dateOfWarrantyEnd: '2026-03-14',
      },
    })
    expect([status, body.errors]).toEqual([
      400,
      [{ msg: 'Garanti bitişi satın alma tarihinden önce olamaz.', path: 'dateOfWarrantyEnd' }],
    ])
  })

  test('is seen alike by administrator, staff and member', async () => {
    const { admin, staff, member, companyId, machineId, companyMachineId } =
      await fixtures.company()
    const params = { company: companyId }
    const row = {
      _id: companyMachineId,
      machine: { _id: machineId, name: 'İnci Torna', description: '' },
      name: 'İnci Torna',
      serialNumber: expect.stringMatching(/^SN-/),
      dateOfPurchase: purchaseDay,
      dateOfWarrantyEnd: warrantyEndDay,
      notes: '',
      dateCreated: expect.any(String),
    }
    expect((await as(admin).call(routes.machines.listOfCompany, { params })).body).toEqual({
      machines: [row],
    })
    expect((await as(staff).call(routes.machines.listForStaff, { params })).body).toEqual({
      machinesDoccument: [row],
    })
    expect((await as(member).call(routes.machines.listOfAccount, { params })).body).toEqual({
      machines: [row],
    })
  })

  test('is corrected; its model and its tickets stay', async () => {
    const { admin, companyId, machineId, companyMachineId } = await fixtures.ticket()
    const params = { company: companyId, companyMachine: companyMachineId }
    const corrected = {
      serialNumber: 'İT-2',
      dateOfPurchase: '2025-01-31',
      dateOfWarrantyEnd: '2028-01-31',
      notes: 'Kuzey hattı',
    }
    const { status, body } = await as(admin).call(routes.machines.updateOfCompany, {
      params,
      body: corrected,
    })
    expect([status, body]).toEqual([200, { message: 'Güncelleme başarılı.' }])
    const { machines } = (
      await as(admin).call(routes.machines.listOfCompany, { params: { company: companyId } })
    ).body
    expect(machines).toMatchObject([
      { ...corrected, _id: companyMachineId, machine: { _id: machineId } },
    ])
    const { tickets } = (await as(admin).call(routes.tickets.list, { query: { search: 'it-2' } }))
      .body
    expect(tickets).toMatchObject([{ machine: companyMachineId }])
  })

  test('keeps the fields that a correction omits, which another user may be correcting', async () => {
    const { admin, operator, companyId, companyMachineId } = await fixtures.company()
    const params = { company: companyId, companyMachine: companyMachineId }
    const correct = (who: Person, body: object) =>
      as(who).call(routes.machines.updateOfCompany, { params, body })
    await Promise.all([
      correct(admin, { serialNumber: 'YENİ-1' }),
      correct(operator, { notes: 'Kuzey hattı' }),
    ])
    const { machines } = (
      await as(admin).call(routes.machines.listOfCompany, { params: { company: companyId } })
    ).body
    expect(machines).toMatchObject([{ serialNumber: 'YENİ-1', notes: 'Kuzey hattı' }])
  })

  test('is not corrected to a purchase after the end of its warranty', async () => {
    const { admin, companyId, companyMachineId } = await fixtures.company()
    const params = { company: companyId, companyMachine: companyMachineId }
    const { status, body } = await as(admin).call(routes.machines.updateOfCompany, {
      params,
      body: { dateOfPurchase: '2999-01-01' },
    })
    expect([status, body.errors]).toEqual([
      400,
      [{ msg: 'Garanti bitişi satın alma tarihinden önce olamaz.', path: 'dateOfWarrantyEnd' }],
    ])
  })

  test('that was taken away is not corrected', async () => {
    const { admin, companyId, companyMachineId } = await fixtures.company()
    const params = { company: companyId, companyMachine: companyMachineId }
    await as(admin).call(routes.machines.unassign, { params })
    const body = { serialNumber: 'S-1', dateOfPurchase: '2025-01-31' }
    expect((await as(admin).call(routes.machines.updateOfCompany, { params, body })).status).toBe(
      404,
    )
  })

  test('that was taken away is gone, and its tickets stay', async () => {
    const { admin, member, companyId, companyMachineId, ticketId } = await fixtures.ticket()
    const params = { company: companyId, companyMachine: companyMachineId }
    expect((await as(admin).call(routes.machines.unassign, { params })).status).toBe(200)
    expect((await as(admin).call(routes.machines.unassign, { params })).status).toBe(404)
    expect(
      (await as(member).call(routes.machines.listOfAccount, { params: { company: companyId } }))
        .body.machines,
    ).toEqual([])
    expect((await as(member).call(routes.files.listOfAccount, { params })).status).toBe(404)
    const body = { title: 'Titriyor', machine: companyMachineId }
    expect(
      (await as(member).call(routes.tickets.open, { params: { company: companyId }, body })).status,
    ).toBe(404)
    const ticket = await as(member).call(routes.tickets.getOfAccount, {
      params: { company: companyId, ticket: ticketId },
    })
    expect(ticket.body).toMatchObject({ machine: companyMachineId, machineName: 'İnci Torna' })
  })
})

describe('a serial number', () => {
  const assign = (admin: Person, company: string, machine: string, serialNumber: string) =>
    as(admin).call(routes.machines.assign, {
      params: { company },
      body: { machine, serialNumber, dateOfPurchase: '2026-01-01' },
    })

  test.each([
    ['SN-İ1'],
    ['sn-i1'],
    ['  Sn-i1 '],
    ['SN-İ1\u200b'],
    ['SN\u2011I1'],
    ['S\u00adN-i1'],
    ['ＳＮ-i1'],
  ])('belongs to one machine of a model, whichever company has it: %s', async again => {
    const { admin, companyId, machineId, ...seller } = await fixtures.company()
    const other = await fixtures.company({ admin, ...seller })
    expect((await assign(admin, companyId, machineId, 'SN-İ1')).status).toBe(200)
    const { status, body } = await assign(admin, other.companyId, machineId, again)
    expect([status, body.name, body.message]).toEqual([
      409,
      'ConflictError',
      'Bu modelden bu seri numarasıyla atanmış bir makine zaten var; numarayı kontrol edin.',
    ])
    expect((await assign(admin, companyId, other.machineId, again)).status).toBe(200)
  })

  test('is told from another one by its letters, whatever blanks are between them', async () => {
    const { admin, companyId, machineId } = await fixtures.company()
    const statusOf = async (serialNumber: string) =>
      (await assign(admin, companyId, machineId, serialNumber)).status
    expect(await statusOf('SN 7')).toBe(200)
    for (const again of ['SN\u00a07', 'SN  7', 'SN\u2009 7', 'sn 7\u2060'])
      expect([again, await statusOf(again)]).toEqual([again, 409])
    expect(await statusOf('SN7')).toBe(200)
  })

  test('is free again when its machine is taken away, and when its company is removed', async () => {
    const { admin, companyId, machineId, ...seller } = await fixtures.company()
    const other = await fixtures.company({ admin, ...seller })
    const { body } = await assign(admin, companyId, machineId, 'S-1')
    await as(admin).call(routes.machines.unassign, {
      params: { company: companyId, companyMachine: body._id },
    })
    expect((await assign(admin, companyId, machineId, 'S-1')).status).toBe(200)
    await as(admin).call(routes.companies.remove, { params: { company: companyId } })
    expect((await assign(admin, other.companyId, machineId, 'S-1')).status).toBe(200)
  })

  test('is corrected to one that is free, or to itself, and not to another’s', async () => {
    const { admin, companyId, machineId } = await fixtures.company()
    await assign(admin, companyId, machineId, 'S-1')
    const { body: second } = await assign(admin, companyId, machineId, 'S-2')
    const params = { company: companyId, companyMachine: second._id }
    const corrected = async (serialNumber: string) =>
      (
        await as(admin).call(routes.machines.updateOfCompany, {
          params,
          body: { serialNumber, dateOfPurchase: '2026-01-01' },
        })
      ).status
    expect([await corrected('s-1'), await corrected('s-2'), await corrected('S-3')]).toEqual([
      409, 200, 200,
    ])
  })

  test('that two users assign at once is assigned once', async () => {
    const { admin, operator, companyId, machineId } = await fixtures.company()
    for (let i = 0; i < 5; i++) {
      const answers = await Promise.all(
        [admin, operator].map(who => assign(who, companyId, machineId, `S-${i}`)),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    }
  })
})
