import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { supportEndDay } from '#testing/days.ts'
import { eventStreamsIn } from '#testing/event-stream.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { sharedPortal } from '#testing/portal.ts'

const portal = await sharedPortal()
const { as } = portal
const fixtures = fixturesIn(portal)
const { openStream } = eventStreamsIn(portal)
/** Longer than an event takes. */
const settle = () => pause(300)

describe('a change by an administrator', () => {
  type Company = Awaited<ReturnType<typeof fixtures.company>>
  test.each<[string, string[], (at: Company) => Promise<{ status: number }>]>([
    [
      'a company',
      ['team', 'member'],
      at =>
        as(at.admin).call(routes.companies.update, {
          params: { company: at.companyId },
          body: { name: 'Yeni ad' },
        }),
    ],
    [
      'a new company',
      ['team'],
      at => as(at.admin).call(routes.companies.create, { body: { name: 'Yeni firma' } }),
    ],
    [
      'a machine of the catalogue',
      ['team', 'member'],
      at =>
        as(at.admin).call(routes.machines.update, {
          params: { machine: at.machineId },
          body: { name: 'Pres' },
        }),
    ],
    [
      "a company's machine",
      ['team', 'member'],
      at =>
        as(at.admin).call(routes.machines.updateOfCompany, {
          params: { company: at.companyId, companyMachine: at.companyMachineId },
          body: { dateOfWarrantyEnd: supportEndDay },
        }),
    ],
    [
      'a file of the catalogue',
      ['team', 'member'],
      async at =>
        as(at.admin).call(routes.files.addToMachine, {
          params: { machine: at.machineId },
          body: { file: await fixtures.upload(at.admin) },
        }),
    ],
    [
      'a new user of a company',
      ['team'],
      at =>
        as(at.admin).call(routes.users.invite, {
          params: { company: at.companyId },
          body: { email: 'davetli@tezgah.test', name: 'İnci', surname: 'Şahin', phone: '' },
        }),
    ],
    [
      'a user of a company',
      ['team', 'member'],
      at =>
        as(at.admin).call(routes.users.update, {
          params: { company: at.companyId, user: at.member.userId },
          body: { surname: 'Şahin' },
        }),
    ],
    [
      'a colleague',
      ['team'],
      at =>
        as(at.admin).call(routes.team.update, {
          params: { user: at.staff.userId },
          body: { surname: 'Şahin' },
        }),
    ],
    [
      'the settings',
      ['team'],
      at => as(at.admin).call(routes.vendors.changeSettings, { body: { reopenDays: 4 } }),
    ],
  ])(
    'of %s reaches the pages of %j, and none of a company that it does not concern',
    async (_, reached, change) => {
      const at = await fixtures.company()
      const neighbour = await fixtures.company(at)
      const streams = {
        team: await openStream(at.staff),
        member: await openStream(at.member),
        neighbour: await openStream(neighbour.member),
      }
      expect((await change(at)).status).toBe(200)
      const hasChange = (stream: (typeof streams)['team']) =>
        stream.all().some(({ kind }) => kind === 'change')
      await expect.poll(() => hasChange(streams.team)).toBe(true)
      await settle()
      expect(
        Object.entries(streams).flatMap(([name, stream]) => (hasChange(stream) ? name : [])),
      ).toEqual(reached)
    },
  )
})
