import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { LiveEvent } from '#contract/live.ts'
import { openEventStream } from '#testing/event-stream.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { type Person, sharedPortal } from '#testing/portal.ts'
import { type NoticeKind, type Notices, type PublishedNotice, publish } from '../events/notices.ts'

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)

type Place = Awaited<ReturnType<typeof fixtures.ticket>>
/** Which customers learn of a notice: members of its company, the user it names, none. */
type Audience<K extends NoticeKind> = {
  notice: (at: Place) => Notices[K]
  reaches: 'members' | 'user' | 'none'
}

/** Each kind of notice of a company: without an audience here, a new one does not compile. */
const audiences: { [K in NoticeKind]: Audience<K> } = {
  ticket: {
    notice: ({ ticketId, companyId }) => ({ ticket: ticketId, company: companyId }),
    reaches: 'members',
  },
  note: {
    notice: ({ ticketId, companyId }) => ({ ticket: ticketId, company: companyId }),
    reaches: 'none',
  },
  ownTicket: {
    notice: ({ ticketId, companyId, member }) => ({
      ticket: ticketId,
      company: companyId,
      user: member.userId,
    }),
    reaches: 'user',
  },
  mailed: {
    notice: ({ ticketId, companyId, member }) => ({
      ticket: ticketId,
      company: companyId,
      user: member.userId,
    }),
    reaches: 'user',
  },
  change: { notice: ({ companyId }) => ({ companies: [companyId] }), reaches: 'members' },
  mail: { notice: () => ({}), reaches: 'none' },
  notification: { notice: ({ member }) => ({ user: member.userId }), reaches: 'user' },
  access: { notice: ({ admin }) => ({ users: [admin.userId] }), reaches: 'none' },
  presence: {
    notice: ({ ticketId, companyId, staff }) => ({
      ticket: ticketId,
      company: companyId,
      user: staff.userId,
      isTeam: true,
      isTyping: false,
      isShownToCustomers: true,
    }),
    reaches: 'members',
  },
  team: { notice: () => ({}), reaches: 'none' },
}
const kinds = Object.keys(audiences) as NoticeKind[]

const noticeOf = (kind: NoticeKind, at: Place) =>
  ({ kind, ...audiences[kind].notice(at) }) as PublishedNotice

/** The event by which a customer learns of a notice: ids of its ticket only. */
function eventOf(kind: NoticeKind, { ticketId, companyId }: Place): LiveEvent {
  if (kind === 'ticket' || kind === 'ownTicket' || kind === 'mailed')
    return { kind, ticket: ticketId, company: companyId }
  if (kind === 'presence') return { kind, ticket: ticketId }
  if (kind === 'change' || kind === 'notification') return { kind }
  throw new Error(`no customer learns of ${kind}`)
}

async function openPlaces() {
  const first = await fixtures.ticket()
  const { vendorId, domain, visitor, admin, staff, operator } = first
  const vendor = { vendorId, domain, visitor, admin, staff, operator }
  const more = async () => fixtures.ticket(await fixtures.company(vendor))
  const [second, third, elsewhere] = [await more(), await more(), await fixtures.ticket()]
  const shared = await fixtures.person(vendor, 'customer')
  for (const { companyId } of [first, second])
    await fixtures.join(vendorId, shared.userId, companyId)
  const places = [first, second, third, elsewhere]
  const customers: { person: Person; companies: Place[] }[] = [
    ...places.map(at => ({ person: at.member, companies: [at] })),
    { person: shared, companies: [first, second] },
  ]
  return { places, customers }
}

const sorted = (events: LiveEvent[]) => events.map(event => JSON.stringify(event)).toSorted()

test('of a day with every kind of notice, a customer learns what concerns the own companies, and no id of another one', async () => {
  const { places, customers } = await openPlaces()
  const streams = await Promise.all(
    customers.map(({ person }) => openEventStream(portal.port, person)),
  )
  // what was made for the test is no part of the day
  await pause(300)
  const before = streams.map(stream => stream.all().length)
  const rounds = 3
  for (let round = 0; round < rounds; round++)
    for (const kind of kinds)
      for (const at of places)
        await portal.platform.database.inVendor(at.vendorId, async db =>
          publish(db, noticeOf(kind, at)),
        )

  const expectedFor = ({ person, companies }: (typeof customers)[number]) =>
    Array.from({ length: rounds }, () =>
      kinds.flatMap(kind => {
        const { reaches } = audiences[kind]
        const concerned =
          reaches === 'members'
            ? companies
            : companies.filter(at => reaches === 'user' && at.member === person)
        return concerned.map(at => eventOf(kind, at))
      }),
    ).flat()
  const received = () => streams.map((stream, n) => sorted(stream.all().slice(before[n])))
  const expected = customers.map(customer => sorted(expectedFor(customer)))
  await expect.poll(received).toEqual(expected)
  await pause(300)
  expect(received()).toEqual(expected)

  // A stream that opens again repeats them by the same rule.
  const ids = (text: string) => text.match(/[\da-f]{8}-[\da-f-]{27}/g) ?? []
  for (const { person, companies } of customers) {
    const again = await openEventStream(portal.port, person, '?age=60000&seconds=0')
    await again.ended
    const own = companies.flatMap(at => [at.ticketId, at.companyId])
    expect(new Set(ids(JSON.stringify(again.all())))).toEqual(new Set(own))
  }
})
