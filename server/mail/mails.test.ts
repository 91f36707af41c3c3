import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { reply, startMailServer } from '#testing/servers/mail-server.ts'
import { waitFor } from '#testing/wait-for.ts'
import { sweep } from '../app/sweep.ts'

// Mails that could not be sent, as administrators see, retry and discard them.

const mailServer = await startMailServer({
  recipient: address => {
    if (address.startsWith('yok')) throw reply(550, '5.1.1 no such user here')
    if (address.startsWith('dolu')) throw reply(452, '4.2.2 mailbox full')
  },
})
const portal = await openPortal(
  { SMTP_URL: mailServer.url },
  { retries: { retryLimit: 300, retryDelay: 60, retryDelayMax: 60 } },
)
const fixtures = fixturesIn(portal)
const { as, owner, platform } = portal

test('an administrator sees whom a mail did not reach, what it was, and what the mail server said', async () => {
  const { admin, companyId } = await fixtures.company()
  await invite(admin, companyId, 'yok@musteri.test')
  await waitFor(async () => expect(await listMails(admin, { status: 'failed' })).toHaveLength(1))
  const [mail] = await listMails(admin, { status: 'failed' })
  expect(mail).toEqual({
    _id: expect.any(String),
    kind: 'user.invited',
    to: 'yok@musteri.test',
    name: 'Ayşe Işık',
    status: 'failed',
    tries: 1,
    dateCreated: expect.any(String),
    dateTried: expect.any(String),
    dateNext: null,
    answer: '550 5.1.1 no such user here',
  })
})

test('of a mail that is tried again the administrator sees when, and what the mail server said last', async () => {
  const { admin, companyId } = await fixtures.company()
  await invite(admin, companyId, 'dolu@musteri.test')
  await waitFor(async () =>
    expect((await listMails(admin, { status: 'waiting' }))[0]?.answer).toBe(
      '452 4.2.2 mailbox full',
    ),
  )
  const [mail] = await listMails(admin, {})
  expect(mail).toMatchObject({ status: 'waiting', tries: 1 })
  expect(Date.parse(mail?.dateNext ?? '')).toBeGreaterThan(Date.now() + 30_000)
  expect(await listMails(admin, { status: 'failed' })).toEqual([])
})

test('a mail that was sent is in no list', async () => {
  const { admin, companyId } = await fixtures.company()
  await invite(admin, companyId, 'var@musteri.test')
  await waitFor(() =>
    expect(mailServer.received.map(({ to }) => to[0])).toContain('var@musteri.test'),
  )
  await waitFor(async () => expect(await listMails(admin, {})).toEqual([]))
})

test('the list is sorted, searched and paged', async () => {
  const seller = await fixtures.vendor()
  const [ali, zeynep] = [
    await fixtures.person(seller, 'customer', 'Ali'),
    await fixtures.person(seller, 'customer', 'Zeynep'),
  ]
  await fixtures.failedMail(seller, zeynep.userId, { kind: 'user.added', attempts: 5 })
  await fixtures.failedMail(seller, ali.userId, {
    attempts: 2,
    date_tried: '2026-01-01T10:00:00Z',
    date_created: '2026-01-01T09:00:00Z',
  })
  const names = async (query: object) =>
    (await listMails(seller.admin, query)).map(({ name }) => name.split(' ')[0])
  expect(await names({ sort: 'tries' })).toEqual(['Ali', 'Zeynep'])
  expect(await names({ sort: '-tries' })).toEqual(['Zeynep', 'Ali'])
  expect(await names({ sort: 'dateTried' })).toEqual(['Ali', 'Zeynep'])
  expect(await names({ sort: '-dateCreated' })).toEqual(['Zeynep', 'Ali'])
  expect(await names({ sort: 'kind' })).toEqual(['Zeynep', 'Ali'])
  expect(await names({ sort: 'to' })).toHaveLength(2)
  expect(await names({ search: 'zey' })).toEqual(['Zeynep'])
  const { body } = await as(seller.admin).call(routes.mails.list, {
    query: { page: '1', size: '1', sort: 'tries' },
  })
  expect([body.mails.map(({ name }) => name), body.total]).toEqual([['Zeynep Yılmaz'], 2])
})

test("another vendor's mails are nowhere: not in the list, not tried again by 'all'", async () => {
  const [vendor, otherVendor] = [await fixtures.vendor(), await fixtures.vendor()]
  const own = await fixtures.failedMail(vendor, vendor.staff.userId)
  const foreign = await fixtures.failedMail(otherVendor, otherVendor.staff.userId)
  expect((await listMails(vendor.admin, {})).map(({ _id }) => _id)).toEqual([own])
  expect((await as(vendor.admin).call(routes.mails.retryAll)).body.message).toBe(
    '1 e-posta şimdi yeniden deneniyor.',
  )
  expect(await stateOf(foreign)).toBe('failed')
})

test('a mail that is tried again is sent once the mail server takes it', async () => {
  const { admin, companyId, ...seller } = await fixtures.company()
  await invite(admin, companyId, 'yok-sonra@musteri.test')
  await waitFor(async () => expect(await listMails(admin, { status: 'failed' })).toHaveLength(1))
  await owner.query(
    "update users set email = 'sonra-var@musteri.test' where vendor_id = $1 and email = 'yok-sonra@musteri.test'",
    [seller.vendorId],
  )
  const [mail] = await listMails(admin, {})
  const { status, body } = await as(admin).call(routes.mails.retry, {
    params: { mail: mail?._id ?? '' },
  })
  expect([status, body]).toEqual([200, { message: 'E-posta şimdi yeniden deneniyor.' }])
  await waitFor(() =>
    expect(mailServer.received.map(({ to }) => to[0])).toContain('sonra-var@musteri.test'),
  )
  await waitFor(async () => expect(await listMails(admin, {})).toEqual([]))
})

test('a mail whose link has expired is not sent, and its failure says so', async () => {
  const { admin, companyId, vendorId } = await fixtures.company()
  await invite(admin, companyId, 'yok-eski@musteri.test')
  await waitFor(async () => expect(await listMails(admin, { status: 'failed' })).toHaveLength(1))
  await owner.query(
    "update users set email = 'eski-var@musteri.test' where vendor_id = $1 and email = 'yok-eski@musteri.test'",
    [vendorId],
  )
  await owner.query('update activations set date_expires = now() where vendor_id = $1', [vendorId])
  const before = (await listMails(admin, {}))[0]
  await as(admin).call(routes.mails.retry, { params: { mail: before?._id ?? '' } })
  await waitFor(async () => {
    const [mail] = await listMails(admin, {})
    expect([mail?.status, (mail?.tries ?? 0) > (before?.tries ?? 0)]).toEqual(['failed', true])
  })
  expect(mailServer.received.map(({ to }) => to[0])).not.toContain('eski-var@musteri.test')
})

test('a mail that waits is tried at once when an administrator asks for it', async () => {
  const { admin, companyId } = await fixtures.company()
  await invite(admin, companyId, 'dolu-2@musteri.test')
  await waitFor(async () => expect((await listMails(admin, {}))[0]?.tries).toBe(1))
  await waitFor(async () => expect((await listMails(admin, {}))[0]?.status).toBe('waiting'))
  await as(admin).call(routes.mails.retry, {
    params: { mail: (await listMails(admin, {}))[0]?._id ?? '' },
  })
  await waitFor(async () => expect((await listMails(admin, {}))[0]?.tries).toBe(2))
})

test('a mail that failed for good is retried as often as a new one, after a manual retry', async () => {
  const { admin, member, vendorId, domain, companyId } = await fixtures.company()
  await owner.query("update users set email = 'dolu-3@musteri.test' where id = $1", [member.userId])
  const mail = { kind: 'user.added', data: { company: companyId, domain }, attempts: 301 }
  await fixtures.failedMail({ vendorId, domain }, member.userId, mail)
  await as(admin).call(routes.mails.retryAll)
  await waitFor(async () =>
    expect((await listMails(admin, {}))[0]).toMatchObject({ tries: 302, status: 'waiting' }),
  )
})

test('a waiting mail that is retried is sent by the new attempt only', async () => {
  const { admin, companyId } = await fixtures.company()
  await invite(admin, companyId, 'dolu-4@musteri.test')
  await waitFor(async () => expect((await listMails(admin, {}))[0]?.tries).toBe(1))
  await waitFor(async () => expect((await listMails(admin, {}))[0]?.status).toBe('waiting'))
  const { rows } = await owner.query(
    "select job from mails join users on users.id = user_id where email = 'dolu-4@musteri.test'",
  )
  await as(admin).call(routes.mails.retry, {
    params: { mail: (await listMails(admin, {}))[0]?._id ?? '' },
  })
  await waitFor(async () =>
    expect((await listMails(admin, {}))[0]).toMatchObject({ tries: 2, status: 'waiting' }),
  )
  await owner.query('update pgboss.job set start_after = now() where id = $1', [rows[0].job])
  await waitFor(async () => {
    const { rows: earlier } = await owner.query(
      'select state::text from pgboss.job where id = $1',
      [rows[0].job],
    )
    expect(earlier).toEqual([{ state: 'completed' }])
  })
  expect((await listMails(admin, {}))[0]).toMatchObject({ tries: 2, status: 'waiting' })
})

test('a failed mail is kept for two weeks, however often it is retried', async () => {
  const seller = await fixtures.vendor()
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  await fixtures.failedMail(seller, seller.staff.userId, {
    date_created: daysAgo(15),
    date_tried: daysAgo(1),
  })
  const younger = await fixtures.failedMail(seller, seller.staff.userId, {
    date_created: daysAgo(13),
    date_tried: daysAgo(13),
  })
  await sweep(platform.database, platform.config)
  expect((await listMails(seller.admin, {})).map(({ _id }) => _id)).toEqual([younger])
})

test('the metrics count the failed mails that were neither retried nor discarded', async () => {
  const seller = await fixtures.vendor()
  const failed = async () =>
    (await platform.jobs.queueLoads()).find(({ queue }) => queue === 'signIn.unusual')?.failed
  const id = await fixtures.failedMail(seller, seller.staff.userId, { kind: 'signIn.unusual' })
  expect(await failed()).toBe(1)
  await as(seller.admin).call(routes.mails.discard, { params: { mail: id } })
  expect(await failed()).toBe(0)
})

test('a mail that was discarded is gone, and is not sent', async () => {
  const seller = await fixtures.vendor()
  const id = await fixtures.failedMail(seller, seller.staff.userId)
  const { status, body } = await as(seller.admin).call(routes.mails.discard, {
    params: { mail: id },
  })
  expect([status, body]).toEqual([
    200,
    { message: 'E-postadan vazgeçildi; artık gönderilmeyecek.' },
  ])
  expect(await listMails(seller.admin, {})).toEqual([])
  expect(await stateOf(id)).toBeUndefined()
})

test('a mail that is being sent can be neither discarded nor sent a second time', async () => {
  const seller = await fixtures.vendor()
  const id = await fixtures.failedMail(seller, seller.staff.userId, { state: 'sending' })
  for (const route of [routes.mails.retry, routes.mails.discard]) {
    const { status, body } = await as({ ...seller.admin, language: 'en' }).call(route, {
      params: { mail: id },
    })
    expect([status, body.message]).toEqual([
      409,
      'This mail is being sent right now. The list will soon show how it went.',
    ])
  }
  expect((await listMails(seller.admin, { status: 'waiting' }))[0]).toMatchObject({
    status: 'sending',
    dateNext: null,
  })
})

test('a mail of an unknown kind, as a forged backup may have, is neither listed nor touched', async () => {
  const seller = await fixtures.vendor()
  const id = await fixtures.failedMail(seller, seller.staff.userId, { kind: 'file.removed' })
  expect(await listMails(seller.admin, {})).toEqual([])
  expect((await as(seller.admin).call(routes.mails.discard, { params: { mail: id } })).status).toBe(
    404,
  )
  await as(seller.admin).call(routes.mails.retryAll)
  expect(await stateOf(id)).toBe('failed')
})

test('what went wrong in the portal itself is for its log, not for the list', async () => {
  const seller = await fixtures.vendor()
  const id = await fixtures.failedMail(seller, seller.staff.userId, {
    kind: 'device.new',
    data: { date: 'no date' },
  })
  await as(seller.admin).call(routes.mails.retry, { params: { mail: id } })
  await waitFor(async () => {
    expect((await listMails(seller.admin, {}))[0]).toMatchObject({
      status: 'waiting',
      tries: 2,
      answer: null,
    })
  })
})

test("an administrator's home says how many mails have failed, and no other user's does", async () => {
  const seller = await fixtures.vendor()
  await fixtures.failedMail(seller, seller.staff.userId)
  await fixtures.failedMail(seller, seller.staff.userId)
  const other = await fixtures.vendor()
  await fixtures.failedMail(other, other.staff.userId)
  const failedMails = async (user: Admin) =>
    (await as(user).call(routes.home.ofTeam)).body.failedMails
  expect([await failedMails(seller.admin), await failedMails(seller.staff)]).toEqual([2, 0])
})

test('the audit says who had which mail tried again or discarded, by its address', async () => {
  const seller = await fixtures.vendor()
  const [first, second] = [
    await fixtures.failedMail(seller, seller.staff.userId),
    await fixtures.failedMail(seller, seller.staff.userId),
  ]
  await as(seller.admin).call(routes.mails.retry, { params: { mail: first } })
  await as(seller.admin).call(routes.mails.discard, { params: { mail: second } })
  const { rows } = await owner.query(
    'select action, subject from audit_entries where vendor_id = $1 order by date_created',
    [seller.vendorId],
  )
  expect(rows).toEqual([
    { action: 'mails.retry', subject: seller.staff.email },
    { action: 'mails.discard', subject: seller.staff.email },
  ])
})

type Admin = Awaited<ReturnType<typeof fixtures.vendor>>['admin']

async function listMails(admin: Admin, query: object) {
  const { status, body } = await as(admin).call(routes.mails.list, { query })
  expect(status).toBe(200)
  return body.mails
}

async function invite(admin: Admin, company: string, email: string) {
  const { status } = await as(admin).call(routes.users.invite, {
    params: { company },
    body: { email, name: 'Ayşe', surname: 'Işık' },
  })
  expect(status).toBe(200)
}

const stateOf = async (id: string) =>
  (await owner.query('select state from mails where id = $1', [id])).rows[0]?.state
