import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { ProfileChange } from '#contract/profile.ts'
import { routes } from '#contract/routes.ts'
import { eventStreamsIn } from '#testing/event-stream.ts'
import { fixturesIn, password } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import { type Person, sharedPortal } from '#testing/portal.ts'

const portal = await sharedPortal()
const { as, owner } = portal
const fixtures = fixturesIn(portal)
const mails = mailsIn(portal)
const { openStream } = eventStreamsIn(portal)

const change = (person: Person, body: ProfileChange) =>
  as(person).call(routes.profile.change, { body })
const profileOf = async (person: Person) => (await as(person).call(routes.profile.get)).body
const startPageOf = async (person: Person) =>
  (await as(person).call(routes.sessions.me)).body.startPage

describe('the own profile', () => {
  test('of a customer: a new name and telephone are in the list of users and at earlier messages', async () => {
    const { member, admin, companyId, ticketId } = await fixtures.ticket()
    expect((await change(member, { name: ' İnci ', surname: 'Şen', phone: '0532 1' })).status).toBe(
      200,
    )
    const { users } = (await as(admin).call(routes.users.list, { params: { company: companyId } }))
      .body
    expect(users).toMatchObject([{ name: 'İnci', surname: 'Şen', phone: '0532 1' }])
    const ticket = (await as(admin).call(routes.tickets.get, { params: { ticket: ticketId } })).body
    expect([ticket.createdByName, ticket.conversation[0]?.userName]).toEqual([
      'İnci Şen',
      'İnci Şen',
    ])
    expect((await as(member).call(routes.sessions.me)).body.name).toBe('İnci Şen')
  })

  test('of staff: it is in the list of the team', async () => {
    const { staff, admin } = await fixtures.vendor()
    await change(staff, { surname: 'Çetin' })
    const { users } = (await as(admin).call(routes.team.list)).body
    expect(users.map(({ surname }) => surname).toSorted()).toEqual(['Yılmaz', 'Çetin'])
  })

  test('keeps what a change does not name, and a telephone can be removed', async () => {
    const { member } = await fixtures.company()
    await change(member, { phone: '0532 1', language: 'en' })
    await change(member, { phone: '' })
    expect(await profileOf(member)).toEqual({
      email: member.email,
      newEmail: null,
      timeZone: '',
      name: 'Işıl',
      surname: 'Yılmaz',
      phone: '',
      language: 'en',
      startPage: 'companies',
    })
    expect((await change(member, {})).body).toMatchObject({ name: 'ValidationError' })
  })

  test('of an operator keeps its name at the next sign-in', async () => {
    const { visitor } = await fixtures.vendor()
    const email = await fixtures.operator()
    const signIn = async () => {
      const { token } = (
        await as(visitor).call(routes.sessions.login, { body: { email, password } })
      ).body
      return { ...visitor, token }
    }
    await change(await signIn(), { name: 'Ömer', surname: 'Işık' })
    expect(await profileOf(await signIn())).toMatchObject({ name: 'Ömer', surname: 'Işık' })
  })
})

describe('the page after sign-in', () => {
  test('can be the list of tickets for the team', async () => {
    const { staff } = await fixtures.vendor()
    expect(await startPageOf(staff)).toBe('companies')
    await change(staff, { startPage: 'tickets' })
    expect(await startPageOf(staff)).toBe('tickets')
  })

  test('cannot be that for customers, who have no such list, nor for staff who have become one', async () => {
    const { member, staff, companyId, vendorId } = await fixtures.company()
    expect(await change(member, { startPage: 'tickets' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'startPage', msg: 'Şunlardan biri olmalı: companies, home.' }] },
    })
    await change(staff, { startPage: 'tickets' })
    await owner.query("update users set role = 'customer' where id = $1", [staff.userId])
    await fixtures.join(vendorId, staff.userId, companyId)
    expect(await startPageOf(staff)).toBe('companies')
    expect((await profileOf(staff)).startPage).toBe('companies')
  })
})

test('the times in mails are in the time zone that their reader has chosen, and else in that of the vendor', async () => {
  const { member } = await fixtures.company()
  const timeInMail = async (count: number) => {
    const body = { email: `yeni${count}-${member.email}` }
    await as(member).call(routes.profile.requestEmail, { body })
    return (await mails.to(member.email, count)).at(-1)?.text
  }
  expect(await timeInMail(1)).toContain('GMT+3')
  await change(member, { timeZone: 'Asia/Kolkata' })
  expect((await profileOf(member)).timeZone).toBe('Asia/Kolkata')
  expect(await timeInMail(2)).toContain('GMT+5:30')
  await change(member, { timeZone: '' })
  expect(await timeInMail(3)).toContain('GMT+3')
  expect(await change(member, { timeZone: 'Mars/Olympus' })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'timeZone' }] },
  })
})

test('the audit has what a user changed of their profile, and nothing where it is as before', async () => {
  const { member, admin } = await fixtures.company()
  const details = { name: 'İnci', surname: 'Yılmaz', startPage: 'home' } as const
  await change(member, details)
  await change(member, details)
  const { entries } = (
    await as(admin).call(routes.audit.list, { query: { action: 'profile.change' } })
  ).body
  expect(entries).toMatchObject([
    {
      userName: 'Işıl Yılmaz',
      subject: '',
      changes: [
        { field: 'name', before: 'Işıl', after: 'İnci' },
        { field: 'startPage', before: 'companies', after: 'home' },
      ],
    },
  ])
})

test('the open pages of the team and of the companies of a user learn of a new name, and of no choice', async () => {
  const at = await fixtures.company()
  const colleague = await fixtures.person(at, 'customer')
  await fixtures.join(at.vendorId, colleague.userId, at.companyId)
  const neighbour = await fixtures.company(at)
  const [team, own, other] = [
    await openStream(at.staff),
    await openStream(colleague),
    await openStream(neighbour.member),
  ]
  const changes = () =>
    [team, own, other].map(stream => stream.all().filter(({ kind }) => kind === 'change').length)
  await change(at.member, { language: 'en', startPage: 'home' })
  await change(at.member, { phone: '0532 1' })
  await expect.poll(changes).toEqual([1, 1, 0])
  await pause(300) // longer than an event takes
  expect(changes()).toEqual([1, 1, 0])
})
