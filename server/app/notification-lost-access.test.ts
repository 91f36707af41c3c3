import { uuidv7 } from 'uuidv7'
import { beforeAll, describe, expect, test } from 'vitest'
import { isOfTeamOnly, type NotificationKind, notificationKinds } from '#contract/notifications.ts'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { waitForReactions } from '#testing/queue.ts'
import { waitFor } from '#testing/wait-for.ts'
import { recordEvent } from '../events/events.ts'
import { ticketsReferredTo } from '../mail/message-ids.ts'

// No mail and no entry of the bell names a ticket to a reader who lost
// access after its event was stored, of whichever kind it is.

const portal = await openPortal() // mails wait an hour
const fixtures = fixturesIn(portal)
const { as, owner, platform } = portal

/** Of an assignment its one assignee is told. */
const kinds = notificationKinds.filter(kind => !isOfTeamOnly(kind))

const staying = await fixtures.ticket()
const ending = await fixtures.ticket(await fixtures.company(staying))
const other = await fixtures.company(staying)

type Case = {
  role: 'customer' | 'staff'
  /** Of the company that will be removed. */
  isEnding?: true
  lose?: (people: Person[]) => Promise<unknown>
}

const cases: Record<string, Case> = {
  'a member who was removed from the company': { role: 'customer', lose: removeFromCompany },
  'a member who was moved to another company': {
    role: 'customer',
    lose: async people => {
      await joinOther(people)
      await removeFromCompany(people)
    },
  },
  'a member whose password was removed': { role: 'customer', lose: removePassword },
  'a member of two companies, of which one was removed': {
    role: 'customer',
    isEnding: true,
    lose: joinOther,
  },
  'a colleague after the removal of the company': { role: 'staff', isEnding: true },
  'a colleague who was removed from the team': { role: 'staff', lose: removeFromTeam },
  'a colleague who became a customer of another company': {
    role: 'staff',
    lose: async people => {
      await joinOther(people)
      await owner.query("update users set role = 'customer' where id = any($1)", [idsOf(people)])
    },
  },
  'a colleague whose password was removed': { role: 'staff', lose: removePassword },
  'a colleague who was removed and invited again': {
    role: 'staff',
    lose: async people => {
      await removeFromTeam(people)
      for (const { email } of people) {
        const { status } = await as(staying.admin).call(routes.team.invite, {
          body: { email, name: 'Ayşe', surname: 'Yılmaz', role: 'staff' },
        })
        expect(status).toBe(200)
      }
    },
  },
}
/** Who loses nothing: what is stored reaches them. */
const controls: Record<string, Case> = {
  'a member': { role: 'customer' },
  'a colleague': { role: 'staff' },
}

/** Follows the ticket and is told of one kind only. */
type Reader = Person & { kind: NotificationKind; ticket: string }
const readers = new Map<string, Reader[]>()
let mails: Awaited<ReturnType<ReturnType<typeof mailsIn>['all']>> = []

beforeAll(async () => {
  await waitForReactions(owner) // they follow the tickets after these were opened
  for (const [name, { role, isEnding }] of Object.entries({ ...cases, ...controls }))
    readers.set(name, await addReaders(role, isEnding ? ending : staying))
  const all = [...readers.values()].flat()
  await waitForReactions(owner)
  for (const fixture of [staying, ending]) await changeInEveryWay(fixture)
  await waitForReactions(owner)
  const { rows } = await owner.query(
    `select n.user_id as "userId", n.kind, n.ticket_id as ticket from notifications n
       join mails m on m.id = n.mail_id and m.user_id = n.user_id and m.attempts = 0 where n.user_id = any($1) order by n.user_id`,
    [idsOf(all)],
  )
  expect(rows).toEqual(all.map(({ userId, kind, ticket }) => ({ userId, kind, ticket })))

  for (const [name, { lose }] of Object.entries(cases)) await lose?.(readers.get(name) ?? [])
  await as(staying.admin).call(routes.companies.remove, { params: { company: ending.companyId } })
  // As after a sign-in, which needs a password: most removals end sessions.
  const { rows: active } = await owner.query(
    'select id from users where id = any($1) and password_hash is not null',
    [idsOf(all)],
  )
  for (const reader of all)
    if (active.some(({ id }) => id === reader.userId))
      Object.assign(reader, await fixtures.session(staying, reader.userId))
  await owner.query("update pgboss.job set start_after = now() where name = 'ticket.news'")
  await waitFor(async () => expect((await owner.query('select from mails')).rowCount).toBe(0))
  mails = await mailsIn(portal).all()
})

describe.each(Object.keys(cases))('%s', name => {
  test.each(kinds)('is not told of %s', async kind => {
    expect(await toldTo(name, kind)).toEqual({ canOpen: false, bell: [], mails: [] })
  })
})

describe.each(Object.keys(controls))('%s', name => {
  test.each(kinds)('is told of %s', async kind => {
    const tickets = [staying.ticketId]
    expect(await toldTo(name, kind)).toEqual({ canOpen: true, bell: tickets, mails: tickets })
  })
})

/** The tickets that the bell and the mails of a reader name. */
async function toldTo(name: string, kind: NotificationKind) {
  const reader = readers.get(name)?.find(reader => reader.kind === kind)
  if (!reader) throw new Error(`${name} has no reader of ${kind}`)
  const { status } = await as(reader).call(routes.tickets.find, {
    params: { ticket: reader.ticket },
  })
  const bell = await as(reader).call(routes.notifications.list)
  return {
    canOpen: status === 200,
    bell: bell.status === 200 ? bell.body.notifications.map(({ ticket }) => ticket) : [],
    mails: mails
      .filter(({ to }) => to?.[0]?.address === reader.email)
      .flatMap(({ messageId = '' }) =>
        ticketsReferredTo(platform.signing, staying.vendorId, messageId),
      ),
  }
}

async function addReaders(
  role: Case['role'],
  { vendorId, domain, companyId, ticketId }: typeof staying,
) {
  const added: Reader[] = []
  for (const kind of kinds) {
    const person = await fixtures.person({ vendorId, domain }, role)
    if (role === 'customer') await fixtures.join(vendorId, person.userId, companyId)
    added.push({ ...person, kind, ticket: ticketId })
  }
  await owner.query(
    'insert into ticket_follows (vendor_id, ticket_id, user_id, follows) select $1, $2, id, true from unnest($3::uuid[]) as id',
    [vendorId, ticketId, idsOf(added)],
  )
  await owner.query(
    `insert into preferences (vendor_id, user_id, kind, mail, browser)
       select $1, id, kind, kind = own, kind = own from unnest($2::uuid[], $3::text[]) as reader(id, own), unnest($3::text[]) as kind`,
    [vendorId, idsOf(added), kinds],
  )
  return added
}

/** Events of all kinds; the ticket was opened before it had followers. */
async function changeInEveryWay(fixture: typeof staying) {
  const { vendorId, domain, companyId, ticketId: ticket, member, staff } = fixture
  const file = await fixtures.upload(member)
  await as(member).call(routes.tickets.replyOfAccount, {
    params: { company: companyId, ticket },
    body: { contents: 'Resim', files: [file] },
  })
  await as(staff).call(routes.tickets.reply, { params: { ticket }, body: { contents: 'Yanıt' } })
  await as(staff).call(routes.tickets.reply, {
    params: { ticket },
    body: { contents: 'Giderildi', close: true },
  })
  for (const status of ['archived', 'open', 'closed'] as const)
    await as(staff).call(routes.tickets.change, { params: { ticket }, body: { status } })
  await platform.database.inVendor(vendorId, async db => {
    const event = uuidv7()
    const opened = { event, kind: 'ticket.opened', ticket, actor: member.userId, domain } as const
    await recordEvent(db, 'ticket.changed', opened)
    const merged = { kind: 'ticket.merged', event: uuidv7(), actor: staff.userId } as const
    await recordEvent(db, 'ticket.changed', { ...opened, ...merged })
    await recordEvent(db, 'file.infected', { file, event: uuidv7() })
  })
}

async function removeFromCompany(people: Person[]) {
  for (const { userId, email } of people) {
    const { status } = await as(staying.admin).call(routes.users.remove, {
      params: { company: staying.companyId, user: userId },
      body: { email },
    })
    expect(status).toBe(200)
  }
}

async function removeFromTeam(people: Person[]) {
  for (const { userId, email } of people) {
    const { status } = await as(staying.admin).call(routes.team.remove, {
      params: { user: userId },
      body: { email },
    })
    expect(status).toBe(200)
  }
}

async function joinOther(people: Person[]) {
  for (const { userId } of people) await fixtures.join(staying.vendorId, userId, other.companyId)
}

async function removePassword(people: Person[]) {
  const ids = [idsOf(people)]
  await owner.query('update users set password_hash = null where id = any($1)', ids)
  await owner.query('delete from sessions where user_id = any($1)', ids)
}

function idsOf(people: Person[]) {
  return people.map(({ userId }) => userId)
}
