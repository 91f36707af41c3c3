import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { routes } from '#contract/routes.ts'
import { eventStreamsIn, openEventStream } from '#testing/event-stream.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { startInstance } from '#testing/processes/instance.ts'

const portal = await openPortal()
const { as, owner, platform } = portal
const fixtures = fixturesIn(portal)
const { openStream } = eventStreamsIn(portal)
/** Longer than an event takes. */
const settle = () => pause(300)

describe('presence', () => {
  const announce = (person: Person, ticket: string, state: 'viewing' | 'typing' | 'left') =>
    as(person).call(routes.live.presence, { params: { ticket }, body: { state } })

  test('of the team is told to a customer as "here", and with a name only while writing', async () => {
    const { member, staff, ticketId } = await fixtures.ticket()
    const customer = await openStream(member)
    expect((await announce(member, ticketId, 'viewing')).body).toEqual({
      people: [],
      isTeamHere: false,
      isTeamOnline: false,
      seconds: null,
    })
    await announce(staff, ticketId, 'viewing')
    const event = { kind: 'presence', ticket: ticketId }
    await expect.poll(customer.events).toEqual([event])
    expect((await announce(member, ticketId, 'viewing')).body).toMatchObject({
      people: [],
      isTeamHere: true,
    })
    await announce(staff, ticketId, 'typing')
    await expect.poll(customer.events).toEqual([event, event])
    const writer = { _id: staff.userId, name: 'Ayşe Yılmaz', isTeam: true, isTyping: true }
    const { body } = await announce(member, ticketId, 'viewing')
    expect(body).toMatchObject({ people: [writer], isTeamHere: true })
    expect(body.seconds).toBeLessThanOrEqual(5) // its end without a further sign
    await announce(staff, ticketId, 'left')
    await expect.poll(customer.events).toEqual([event, event, event])
    expect((await announce(member, ticketId, 'viewing')).body).toEqual({
      people: [],
      isTeamHere: false,
      isTeamOnline: false,
      seconds: null,
    })
  })

  test('of everyone is told to the team; that of a colleague is not told to a customer', async () => {
    const { member, staff, admin, ticketId, companyId, vendorId, domain } = await fixtures.ticket()
    const colleague = await fixtures.person({ vendorId, domain }, 'customer', 'Can')
    await fixtures.join(vendorId, colleague.userId, companyId)
    const [own, team] = [await openStream(colleague), await openStream(admin)]
    await announce(member, ticketId, 'typing')
    await announce(staff, ticketId, 'viewing')
    await expect.poll(team.events).toHaveLength(2)
    await expect.poll(own.events).toHaveLength(1)
    expect(
      (await announce(admin, ticketId, 'viewing')).body.people.map(({ name, isTyping }) => [
        name,
        isTyping,
      ]),
    ).toEqual([
      ['Işıl Yılmaz', true],
      ['Ayşe Yılmaz', false],
    ])
    expect((await announce(colleague, ticketId, 'viewing')).body).toMatchObject({
      people: [],
      isTeamHere: true,
    })
  })

  test('of the team is not told to a customer where the vendor has decided so, and the team still learns of customers', async () => {
    const { member, staff, admin, ticketId } = await fixtures.ticket()
    const setVisible = (customersSeePresence: boolean) =>
      as(admin).call(routes.vendors.changeSettings, { body: { customersSeePresence } })
    expect((await setVisible(false)).status).toBe(200)
    const [customer, team] = [await openStream(member), await openStream(admin)]
    const presences = (stream: typeof team) =>
      stream.events().filter(({ kind }) => kind === 'presence')
    for (const state of ['viewing', 'typing', 'left', 'typing'] as const)
      await announce(staff, ticketId, state)
    await expect.poll(() => presences(team).length).toBe(4)
    const { body } = await announce(member, ticketId, 'typing')
    expect(body).toMatchObject({ people: [], isTeamHere: false, seconds: 45 })
    await expect.poll(() => presences(team).length).toBe(5)
    expect(
      (await announce(admin, ticketId, 'viewing')).body.people.map(({ name }) => name).toSorted(),
    ).toEqual(['Ayşe Yılmaz', 'Işıl Yılmaz'])
    await settle()
    expect(presences(customer)).toEqual([])
    // the same answer when nobody is there: its form does not tell
    for (const person of [staff, admin]) await announce(person, ticketId, 'left')
    const alone = (await announce(member, ticketId, 'viewing')).body
    expect({ ...alone, isTeamOnline: body.isTeamOnline }).toEqual(body)

    await setVisible(true)
    await announce(staff, ticketId, 'viewing')
    await expect.poll(() => presences(customer).length).toBe(1)
    expect((await announce(member, ticketId, 'viewing')).body.isTeamHere).toBe(true)
  })

  test('ends for the others also when its beginning has not reached the instance yet', async () => {
    const { member, staff, ticketId } = await fixtures.ticket()
    const team = await openStream(staff)
    await announce(member, ticketId, 'viewing')
    await expect.poll(team.events).toHaveLength(1)
    const retained = vi.spyOn(platform.live, 'retained').mockReturnValue([])
    onTestFinished(() => retained.mockRestore())
    await announce(member, ticketId, 'left')
    await expect.poll(team.events).toHaveLength(2)
  })

  test('that is repeated is not sent again, and nothing is stored or audited', async () => {
    const { member, staff, ticketId, vendorId } = await fixtures.ticket()
    const team = await openStream(staff)
    for (let i = 0; i < 5; i++) await announce(member, ticketId, 'viewing')
    await expect.poll(team.events).toHaveLength(1)
    await settle()
    expect(team.events()).toHaveLength(1)
    const { rows } = await owner.query(
      "select from audit_entries where vendor_id = $1 and action = 'live.presence'",
      [vendorId],
    )
    expect(rows).toEqual([])
  })

  test('says to a customer whether someone of the own vendor’s team has the portal open at any instance', async () => {
    const [fixture, { member: other, ticketId: otherTicket }] = [
      await fixtures.ticket(),
      await fixtures.ticket(),
    ]
    const instance = await startInstance(portal)
    onTestFinished(instance.stop)
    const online = async (who: Person, ticket: string) =>
      (await announce(who, ticket, 'viewing')).body.isTeamOnline
    await openStream(fixture.member)
    expect(await online(fixture.member, fixture.ticketId)).toBe(false)
    await openEventStream(instance.port, fixture.staff)
    // a user is told at most 120 times a minute
    await expect
      .poll(() => online(fixture.member, fixture.ticketId), { interval: 1_000 })
      .toBe(true)
    expect(await online(other, otherTicket)).toBe(false)
  })

  test('with an unknown state is refused', async () => {
    const { member, ticketId } = await fixtures.ticket()
    expect((await announce(member, ticketId, 'dancing' as 'left')).status).toBe(400)
  })
})
