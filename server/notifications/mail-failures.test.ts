import { expect, onTestFinished, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { waitForReactions } from '#testing/queue.ts'
import { reply, startMailServer } from '#testing/servers/mail-server.ts'
import { freePort } from '#testing/servers/ports.ts'
import { waitFor } from '#testing/wait-for.ts'

// The mail server is away or fails while it is sent mails about
// tickets. A second attempt begins where a test says so.

const port = await freePort()
const portal = await openPortal(
  { NOTIFY_DELAY: '0s', SMTP_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true` },
  { retries: { retryLimit: 300, retryDelay: 600, retryDelayMax: 600 } },
)
const fixtures = fixturesIn(portal)
const { as, owner } = portal

type Fixture = Awaited<ReturnType<typeof fixtures.ticket>>
async function answer({ staff, ticketId }: Fixture, contents: string) {
  const { status } = await as(staff).call(routes.tickets.reply, {
    params: { ticket: ticketId },
    body: { contents },
  })
  expect(status).toBe(200)
  await waitForReactions(owner)
}
const mailsAt = async ({ admin }: Fixture, { email }: Person) =>
  (await as(admin).call(routes.mails.list, { query: {} })).body.mails.filter(
    ({ to }) => to === email,
  )
/** Begins the attempts of all mails that wait for a further one. */
const retryNow = () =>
  owner.query(
    "update pgboss.job set start_after = now() where name = 'ticket.news' and state = 'retry'",
  )
/** An attempt may also fail at a connection that an earlier server has closed. */
const isDelivered = ({ userId }: Person) =>
  waitFor(async () => {
    await retryNow()
    expect((await owner.query('select from mails where user_id = $1', [userId])).rowCount).toBe(0)
  })

async function startServer(behaviour: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer(behaviour, {}, port)
  onTestFinished(server.stop)
  const mailsTo = ({ email }: Person) =>
    server.received.filter(({ to }) => to.includes(email)).map(({ email }) => email)
  return { ...server, mailsTo }
}

test('a mail about a ticket waits while the mail server is away, as administrators see, and is then sent before a later one', async () => {
  const at = await fixtures.ticket()
  await answer(at, 'Önce makineyi durdurun')
  await waitFor(async () => expect(await mailsAt(at, at.member)).toHaveLength(1))
  await waitFor(async () =>
    expect((await mailsAt(at, at.member))[0]).toMatchObject({
      kind: 'ticket.news',
      status: 'waiting',
      tries: 1,
      answer: expect.stringContaining('ECONNREFUSED'),
    }),
  )
  const [mail] = await mailsAt(at, at.member)
  expect(Date.parse(mail?.dateNext ?? '')).toBeGreaterThan(Date.now() + 240_000)
  const { body } = await as(at.admin).call(routes.mails.counts)
  expect(body.waiting).toBeGreaterThan(0)
  expect(body.delayed).toBeGreaterThan(0)
  await answer(at, 'Sonra yağı boşaltın')

  const server = await startServer()
  await isDelivered(at.member)
  const texts = server.mailsTo(at.member).map(({ text }) => text)
  expect(texts).toEqual([
    expect.stringContaining('Önce makineyi durdurun'),
    expect.stringContaining('Sonra yağı boşaltın'),
  ])
  expect(texts[0]).not.toContain('Sonra yağı boşaltın')
})

/** Customers who follow the ticket. */
async function followersOf({ vendorId, companyId, ticketId, ...at }: Fixture, names: string[]) {
  await waitForReactions(owner) // they follow it after it was opened
  const followers = await Promise.all(
    names.map(name => fixtures.person({ vendorId, domain: at.domain }, 'customer', name)),
  )
  for (const person of followers) {
    await fixtures.join(vendorId, person.userId, companyId)
    await as(person).call(routes.notifications.follow, {
      params: { ticket: ticketId },
      body: { following: 'follow' },
    })
  }
  return followers
}

test('of mails that are sent together, one that fails for now is tried again, and the others come once', async () => {
  const at = await fixtures.ticket()
  const [late, ...others] = (await followersOf(at, ['Barış', 'Cem', 'Deniz'])) as [
    Person,
    ...Person[],
  ]
  let isBusy = true
  const server = await startServer({
    recipient: address => {
      if (isBusy && address === late.email) throw reply(451, '4.7.1 try again later')
    },
  })
  await answer(at, 'Yağı değiştirin')
  for (const person of [at.member, ...others]) await isDelivered(person)
  await waitFor(async () => expect(await mailsAt(at, late)).toMatchObject([{ status: 'waiting' }]))
  isBusy = false
  await isDelivered(late)
  for (const person of [at.member, late, ...others]) expect(server.mailsTo(person)).toHaveLength(1)
})

test('of mails that are sent together, one that cannot be read holds back none of the others', async () => {
  const at = await fixtures.ticket()
  const [broken, ...others] = (await followersOf(at, ['Barış', 'Cem'])) as [Person, ...Person[]]
  await answer(at, 'Yağı değiştirin') // while no server answers
  await waitFor(async () =>
    expect(await mailsAt(at, broken)).toMatchObject([{ tries: 1, status: 'waiting' }]),
  )
  await owner.query(
    `update mails set data = jsonb_set(data, '{ticket}', '"none"') where user_id = $1`,
    [broken.userId],
  )
  const server = await startServer()
  for (const person of [at.member, ...others]) {
    await isDelivered(person)
    expect(server.mailsTo(person)).toHaveLength(1)
  }
  // its own attempt may be running
  await waitFor(async () =>
    expect(await mailsAt(at, broken)).toMatchObject([{ status: 'waiting' }]),
  )
})

test('a recipient whom the mail server refuses is marked, and the other followers of the ticket get their mails', async () => {
  const at = await fixtures.ticket()
  const [refused, ...others] = (await followersOf(at, ['Barış', 'Cem', 'Deniz'])) as [
    Person,
    ...Person[],
  ]
  const server = await startServer({
    recipient: address => {
      if (address === refused.email) throw reply(550, '5.1.1 no such user here')
    },
  })
  await answer(at, 'Yağı değiştirin')
  for (const person of [at.member, ...others]) {
    await isDelivered(person)
    expect(server.mailsTo(person)).toHaveLength(1)
  }
  await waitFor(async () =>
    expect(await mailsAt(at, refused)).toMatchObject([
      {
        kind: 'ticket.news',
        status: 'failed',
        tries: 1,
        dateNext: null,
        answer: '550 5.1.1 no such user here',
      },
    ]),
  )
  const isMarked = async (person: Person) =>
    (await as(person).call(routes.notifications.preferences)).body.undeliverable
  expect(await Promise.all([refused, ...others, at.member].map(isMarked))).toEqual([
    true,
    false,
    false,
    false,
  ])

  await answer(at, 'Bir de filtreyi')
  await isDelivered(at.member)
  expect(await mailsAt(at, refused)).toHaveLength(1)
  expect(server.attempts.filter(address => address === refused.email)).toHaveLength(1)
  const { body } = await as(refused).call(routes.notifications.list)
  expect(body.notifications.map(({ isRead }) => isRead)).toEqual([false, false])
})

test('a mail whose reception the mail server does not confirm comes again with its Message-ID and content, whatever happens meanwhile', async () => {
  const at = await fixtures.ticket()
  let isCut = false
  const server = await startServer({
    text: () => {
      if (isCut) server.disconnectClients()
    },
  })
  for (const person of [at.staff, at.admin]) await isDelivered(person)
  isCut = true
  await answer(at, 'Önce makineyi durdurun')
  await waitFor(async () => {
    await retryNow()
    expect(server.mailsTo(at.member)).not.toEqual([])
  })
  await waitFor(async () =>
    expect(await mailsAt(at, at.member)).toMatchObject([{ status: 'waiting' }]),
  )
  await answer(at, 'Sonra yağı boşaltın')
  isCut = false
  await isDelivered(at.member)
  const received = server.mailsTo(at.member)
  const [cut, again] = received
  const later = received.at(-1)
  expect([again?.messageId, again?.text]).toEqual([cut?.messageId, cut?.text])
  expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(2)
  expect(cut?.text).toContain('Önce makineyi durdurun')
  expect(cut?.text).not.toContain('Sonra yağı boşaltın')
  expect(later?.messageId).not.toBe(cut?.messageId)
  expect(later?.text).toContain('Sonra yağı boşaltın')
})
