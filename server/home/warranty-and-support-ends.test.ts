import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { type Person, sharedPortal } from '#testing/portal.ts'
import { dayIn, daysAfter } from './weeks.ts'

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const { as } = portal
const today = dayIn('UTC', Date.now())

const ofTeam = async (person: Person) => (await as(person).call(routes.home.ofTeam)).body
const ofAccount = async (person: Person) => (await as(person).call(routes.home.ofAccount)).body
type Company = Awaited<ReturnType<typeof fixtures.company>>

describe('on a home', () => {
  test('the five warranties that end next within 90 days are named with company, machine, serial number and day', async () => {
    const at = await fixtures.company()
    const ends = [200, 90, 91, 0, 3, 40, -1, 5, 80]
    for (const [i, inDays] of ends.entries()) await machine(at, `S-${i}`, daysAfter(today, inDays))
    for (const { warranties } of [await ofTeam(at.staff), await ofAccount(at.member)]) {
      expect(warranties.next.map(({ day }) => day)).toEqual(
        [0, 3, 5, 40, 80].map(inDays => daysAfter(today, inDays)),
      )
      expect(warranties.next[0]).toEqual({
        company: at.companyId,
        companyName: at.companyName,
        companyMachine: expect.any(String),
        machineName: 'İnci Torna',
        serialNumber: 'S-3',
        day: today,
      })
      // one valid machine is of the fixture
      expect([warranties.ended, warranties.soon, warranties.valid]).toEqual([1, 3, 6])
    }
  })

  test('a machine that was removed from its company has no warranty that counts', async () => {
    const at = await fixtures.company()
    await as(at.admin).call(routes.machines.unassign, {
      params: { company: at.companyId, companyMachine: at.companyMachineId },
    })
    const { warranties } = await ofTeam(at.staff)
    expect(warranties).toEqual({ ended: 0, soon: 0, valid: 0, next: [] })
  })

  test('support that ends is named with its company; without an end it is valid', async () => {
    const seller = await fixtures.vendor()
    const ends = [12, -3, 30, 31, 89, 91, null]
    for (const [i, inDays] of ends.entries()) {
      const dateSupportEnd = inDays === null ? null : daysAfter(today, inDays)
      await as(seller.admin).call(routes.companies.create, {
        body: { name: `Firma ${i}`, dateSupportEnd },
      })
    }
    const { support } = await ofTeam(seller.staff)
    expect(support.next.map(({ companyName, day }) => [companyName, day])).toEqual(
      [12, 30, 31, 89].map(inDays => [`Firma ${ends.indexOf(inDays)}`, daysAfter(today, inDays)]),
    )
    expect([support.ended, support.soon, support.valid]).toEqual([1, 2, 4])
  })

  const machine = (at: Company, serialNumber: string, dateOfWarrantyEnd: string) =>
    as(at.admin).call(routes.machines.assign, {
      params: { company: at.companyId },
      body: {
        machine: at.machineId,
        serialNumber,
        dateOfPurchase: '2020-01-01',
        dateOfWarrantyEnd,
      },
    })
})
