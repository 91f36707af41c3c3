import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { routes } from '#contract/routes.ts'
import { supportEndDay } from '#testing/days.ts'
import { openEventStream } from '#testing/event-stream.ts'
import { fixturesIn, password } from '#testing/fixtures.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { startInstance } from '#testing/processes/instance.ts'
import { waitForReactions } from '#testing/queue.ts'
import { publish } from '../events/notices.ts'

const portal = await openPortal()
const { as, owner, platform, connection } = portal
const fixtures = fixturesIn(portal)

/** A stream without the notices of what was made for the test. */
async function openStream(person: Person, query?: string) {
  if (query === undefined) await deliverNotices(person)
  return openEventStream(portal.port, person, query)
}

/** Waits until the server has had every notice so far;
 * PostgreSQL delivers them in the order of their commits. */
async function deliverNotices(person: Person) {
  const probe = await openEventStream(portal.port, person)
  await owner.query(
    `select pg_notify('tezgah_notices', json_build_object('vendor', vendor_id, 'kind', 'notification', 'user', id)::text) from users where id = $1`,
    [person.userId],
  )
  await expect.poll(probe.notifications).not.toEqual([])
  probe.disconnect.abort()
}

const reply = (member: Person, company: string, ticket: string) =>
  as(member).call(routes.tickets.replyOfAccount, {
    params: { company, ticket },
    body: { contents: 'Hâlâ ısınıyor.' },
  })
/** Longer than an event takes. */
const settle = () => pause(300)

test('the stream is sent at once, unbuffered and never stored', async () => {
  const { member } = await fixtures.company()
  const { response } = await openStream(member)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  expect(response.headers.get('content-encoding')).toBeNull()
})

test('a message reaches the streams of the other side, with ids only', async () => {
  const { member, staff, companyId, ticketId } = await fixtures.ticket()
  const [team, customer] = [await openStream(staff), await openStream(member)]
  const event = { kind: 'ticket', ticket: ticketId, company: companyId }
  await reply(member, companyId, ticketId)
  await expect.poll(team.events).toEqual([event])
  await as(staff).call(routes.tickets.reply, {
    params: { ticket: ticketId },
    body: { contents: 'Yağı kontrol edin.' },
  })
  await expect.poll(customer.events).toEqual([event, event])
  await as(staff).call(routes.tickets.change, {
    params: { ticket: ticketId },
    body: { status: 'closed' },
  })
  await expect.poll(customer.events).toEqual([event, event, event])
})

test('a new ticket reaches the team', async () => {
  const fixture = await fixtures.company()
  const team = await openStream(fixture.staff)
  const { ticketId } = await fixtures.ticket(fixture)
  await expect
    .poll(team.events)
    .toEqual([{ kind: 'ticket', ticket: ticketId, company: fixture.companyId }])
})

test('a mail that is queued, tried or counted reaches the administrators, and no colleague', async () => {
  const { admin, staff, companyId: company } = await fixtures.company()
  const [administrators, team] = [await openStream(admin), await openStream(staff)]
  const body = { email: 'davetli@tezgah.test', name: 'İnci', surname: 'Şahin', phone: '' }
  expect((await as(admin).call(routes.users.invite, { params: { company }, body })).status).toBe(
    200,
  )
  const ofMails = () => administrators.all().filter(({ kind }) => kind === 'mail')
  await expect.poll(ofMails).toHaveLength(3)
  expect(team.all()).not.toContainEqual({ kind: 'mail' })
})

test('another vendor, and a member of another company, learn of nothing', async () => {
  const { member, companyId, ticketId, staff, ...seller } = await fixtures.ticket()
  const neighbour = await fixtures.company({ ...seller, staff })
  const other = await fixtures.company()
  const streams = await Promise.all(
    [neighbour.member, other.member, other.staff, other.admin].map(person => openStream(person)),
  )
  const team = await openStream(staff)
  await reply(member, companyId, ticketId)
  await as(staff).call(routes.live.presence, {
    params: { ticket: ticketId },
    body: { state: 'typing' },
  })
  await expect.poll(team.events).toHaveLength(1)
  await settle()
  expect(streams.map(stream => stream.events())).toEqual([[], [], [], []])
})

test('an event is sent once its change has committed, and never after a rollback', async () => {
  const { staff, vendorId, companyId, ticketId } = await fixtures.ticket()
  const team = await openStream(staff)
  const notice = { kind: 'ticket', ticket: ticketId, company: companyId } as const
  const finish = Promise.withResolvers<void>()
  onTestFinished(() => finish.resolve())
  const change = platform.database.inVendor(vendorId, async db => {
    publish(db, notice)
    await finish.promise
  })
  const rolledBack = platform.database.inVendor(vendorId, async db => {
    publish(db, { ...notice, ticket: companyId })
    throw new Error('the change failed')
  })
  await expect(rolledBack).rejects.toThrow('the change failed')
  await settle()
  expect(team.events()).toEqual([])
  finish.resolve()
  await change
  await expect.poll(team.events).toEqual([notice])
})

test('a notification reaches the streams of its user only', async () => {
  const { staff, admin, vendorId } = await fixtures.vendor()
  const [own, others] = [await openStream(staff), await openStream(admin)]
  await platform.database.inVendor(vendorId, async db =>
    publish(db, { kind: 'notification', user: staff.userId }),
  )
  await expect.poll(own.notifications).toEqual([{ kind: 'notification' }])
  await settle()
  expect(others.notifications()).toEqual([])
})

test('marking notifications as read reaches the pages of their user, and nothing does where none was unread', async () => {
  const { staff, ticketId } = await fixtures.ticket()
  await waitForReactions(owner)
  const own = await openStream(staff)
  const read = () => as(staff).call(routes.notifications.read, { body: { ticket: ticketId } })
  expect((await read()).body).toEqual({ unread: 0 })
  await expect.poll(own.notifications).toEqual([{ kind: 'notification' }])
  await read()
  await settle()
  expect(own.notifications().length).toBe(1)
})

describe('a stream ends at once', () => {
  test('when its user signs out', async () => {
    const { member } = await fixtures.company()
    const { ended } = await openStream(member)
    await as(member).call(routes.sessions.logout)
    expect(await ended).toBe('ended')
    expect((await as(member).call(routes.live.stream, { query: { seconds: '0' } })).status).toBe(
      401,
    )
  })

  test('when the session is ended from another device', async () => {
    const { staff, visitor } = await fixtures.vendor()
    const { body } = await as(visitor).call(routes.sessions.login, {
      body: { email: staff.email, password },
    })
    const { ended } = await openStream(staff)
    await as({ ...staff, token: body.token }).call(routes.sessions.endOthers)
    expect(await ended).toBe('ended')
  })

  test('when its user is removed from a company, and the next one has no events of that company', async () => {
    const { member, admin, companyId, ticketId, staff, vendorId, ...seller } =
      await fixtures.ticket()
    const second = await fixtures.company({ ...seller, admin, staff, vendorId })
    await fixtures.join(vendorId, member.userId, second.companyId)
    const { ended } = await openStream(member)
    const removal = {
      params: { company: companyId, user: member.userId },
      body: { email: member.email },
    }
    expect((await as(admin).call(routes.users.remove, removal)).status).toBe(200)
    expect(await ended).toBe('ended')
    const next = await openStream(member)
    await as(staff).call(routes.tickets.reply, {
      params: { ticket: ticketId },
      body: { contents: 'Bitti.' },
    })
    await settle()
    expect(next.events()).toEqual([])
  })
})

test('reading a ticket reaches the other pages of its user only, following it those of all who see it', async () => {
  const { staff, admin, member, ticketId, companyId } = await fixtures.ticket()
  await waitForReactions(owner)
  const [own, ...others] = [
    await openStream(staff),
    await openStream(admin),
    await openStream(member),
  ]
  const event = { kind: 'ticket', ticket: ticketId, company: companyId }
  const read = () => as(staff).call(routes.notifications.read, { body: { ticket: ticketId } })
  expect((await read()).status).toBe(200)
  const isRead = { ...event, kind: 'ownTicket' }
  await expect.poll(own.events).toEqual([isRead])
  await read()
  await settle()
  expect(others.map(stream => stream.events())).toEqual([[], []])
  await as(staff).call(routes.notifications.follow, {
    params: { ticket: ticketId },
    body: { following: 'follow' },
  })
  await expect.poll(own.events).toEqual([isRead, event])
  for (const stream of others) await expect.poll(stream.events).toEqual([event])
})

test('a new ticket reaches the page of the ticket that it continues', async () => {
  const { member, companyId, companyMachineId, ticketId } = await fixtures.ticket()
  const customer = await openStream(member)
  const body = { title: 'Yine ısınıyor', machine: companyMachineId, continues: ticketId }
  expect(
    (await as(member).call(routes.tickets.open, { params: { company: companyId }, body })).status,
  ).toBe(200)
  await expect
    .poll(customer.events)
    .toContainEqual({ kind: 'ticket', ticket: ticketId, company: companyId })
})

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

test('a user whose companies have changed fetches everything again, also where the stream was away at that time', async () => {
  const { member, admin, companyId, staff, vendorId, ...seller } = await fixtures.ticket()
  const second = await fixtures.company({ ...seller, admin, staff, vendorId })
  await fixtures.join(vendorId, member.userId, second.companyId)
  const stream = await openStream(member)
  const removal = {
    params: { company: companyId, user: member.userId },
    body: { email: member.email },
  }
  expect((await as(admin).call(routes.users.remove, removal)).status).toBe(200)
  expect(await stream.ended).toBe('ended')
  const greetings = await Promise.all(
    [member, second.member].map(person => openStream(person, '?age=500')),
  )
  expect(greetings.map(({ all }) => all()[0])).toEqual(
    [false, true].map(isComplete => ({ kind: 'ready', isComplete, within: 0 })),
  )
})

test('changes that were published before the stream was opened are repeated when asked for', async () => {
  const { member, companyId, ticketId, staff } = await fixtures.ticket()
  const opened = await openStream(staff)
  await reply(member, companyId, ticketId)
  await expect.poll(opened.events).toHaveLength(1)
  const event = { kind: 'ticket', ticket: ticketId, company: companyId }
  expect((await openStream(staff)).events()).toEqual([])
  const late = await openStream(staff, '?age=500&seconds=0')
  expect(late.all()[0]).toEqual({ kind: 'ready', isComplete: true, within: 0 })
  expect(late.events()).toEqual([event])
  expect(await late.ended).toBe('ended')
})

test('a lost database connection is replaced, and every stream learns that it may have missed something', async () => {
  const { member, staff, companyId, ticketId } = await fixtures.ticket()
  const team = await openStream(staff)
  const superuser = new pg.Client({
    ...inject('postgres').superuser,
    database: connection.database,
  })
  await superuser.connect()
  await superuser.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tezgah notices' and datname = current_database()",
  )
  await superuser.end()
  await expect
    .poll(() => team.all().flatMap(({ kind }) => (kind === 'notification' ? [] : kind)))
    .toEqual(['ready', 'paused', 'ready'])
  expect(team.all().at(-1)).toMatchObject({ isComplete: false })
  await reply(member, companyId, ticketId)
  await expect
    .poll(team.events)
    .toContainEqual({ kind: 'ticket', ticket: ticketId, company: companyId })
})

test('a user has at most twelve streams, and the next one is refused until one is closed', async () => {
  const { staff } = await fixtures.vendor()
  const streams = await Promise.all(Array.from({ length: 12 }, () => openStream(staff)))
  const refused = await as(staff).call(routes.live.stream, { query: { seconds: '0' } })
  expect([refused.status, refused.headers['retry-after'], refused.body.message]).toEqual([
    429,
    '60',
    expect.stringContaining('çok fazla pencerede'),
  ])
  streams[0]?.disconnect.abort()
  await expect.poll(() => platform.live.count()).toBe(11)
  const { ended } = await openStream(staff, '?seconds=0')
  expect(await ended).toBe('ended')
})

test('an address has at most 200 streams, whoever they are of, and the next one is refused until one is closed', async () => {
  const vendor = await fixtures.vendor()
  const office = '198.51.100.20'
  const colleagues = await Promise.all(
    Array.from({ length: 20 }, () => fixtures.person(vendor, 'staff')),
  )
  const open = (person: Person) =>
    openEventStream(portal.port, person, '', { 'x-forwarded-for': office })
  const streams: Awaited<ReturnType<typeof open>>[] = []
  for (const person of colleagues)
    streams.push(...(await Promise.all(Array.from({ length: 10 }, () => open(person)))))
  const openAt = (address: string) =>
    fetch(`http://127.0.0.1:${portal.port}/api/v1/domain/${vendor.domain}/event?seconds=0`, {
      headers: { authorization: `Bearer ${vendor.admin.token}`, 'x-forwarded-for': address },
    })
  const refused = await openAt(office)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  expect((await openAt('198.51.100.21')).status).toBe(200)
  streams.pop()?.disconnect.abort()
  await expect.poll(async () => (await openAt(office)).status).toBe(200)
  for (const { disconnect } of streams) disconnect.abort()
  await expect.poll(() => platform.live.count()).toBe(0)
})

test('open streams are counted, and their duration is not a response time', async () => {
  const { staff } = await fixtures.vendor()
  const { disconnect } = await openStream(staff)
  const metrics = async () =>
    (await (await fetch(`http://127.0.0.1:${portal.port}/metrics`)).text()).match(
      /^event_streams (\d+)/m,
    )?.[1]
  const count = Number(await metrics())
  expect(count).toBeGreaterThan(0)
  disconnect.abort()
  await expect.poll(metrics).toBe(String(count - 1))
  const text = await (await fetch(`http://127.0.0.1:${portal.port}/metrics`)).text()
  expect(text).not.toMatch(/http_request_duration_seconds_count\{[^}]*\/event",status="200"/)
})

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

test('nonsense on the channel of the notices changes nothing', async () => {
  const { member, staff, companyId, ticketId } = await fixtures.ticket()
  const team = await openStream(staff)
  for (const text of ['', 'x', '{}', '[]', 'null', '{"vendor":1}'])
    await owner.query("select pg_notify('tezgah_notices', $1)", [text])
  await reply(member, companyId, ticketId)
  await expect.poll(team.events).toHaveLength(1)
})
