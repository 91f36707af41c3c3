import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { routes } from '#contract/routes.ts'
import { type Mailer, MailRefused } from '#platform/mail/mailer.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { reply, startMailServer } from '#testing/servers/mail-server.ts'
import { freePort } from '#testing/servers/ports.ts'
import { waitFor } from '#testing/wait-for.ts'
import { start } from '../app/start.ts'
import { moveNotifications } from '../notifications/notify.ts'
import { mailWorker, prepareEach } from './mail-queue.ts'

// The mail server is down or fails while users are invited.
// The retries take seconds instead of a day.

const port = await freePort()
const retries = { retryLimit: 20, retryDelay: 1, retryDelayMax: 1 }
const portal = await openPortal(
  { SMTP_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true` },
  { retries },
)
const fixtures = fixturesIn(portal)
const { as, owner } = portal
const seller = await fixtures.vendor()

test('a user who is invited while the mail server is down gets the mail when it is back, and gets it once', async () => {
  const people = [
    'ayse@musteri.test',
    'işıl@musteri.test',
    'ali@musteri.test',
    'veli@musteri.test',
    'can@musteri.test',
    'ece@musteri.test',
    'nur@musteri.test',
  ]
  await invite(people)
  await waitFor(async () =>
    expect((await mails()).filter(mail => mail.attempts > 1)).toHaveLength(people.length),
  )

  const counts = async () => (await as(seller.admin).call(routes.mails.counts)).body
  expect((await counts()).waiting).toBe(people.length)
  expect((await counts()).delayed).toBeGreaterThanOrEqual(people.length)
  const server = await startServer()
  await waitFor(() => expect(server.received).toHaveLength(people.length))
  await allDone()
  expect(await counts()).toMatchObject({ waiting: 0, sent: people.length, failed: 0 })
  expect(server.received.flatMap(({ to }) => to).sort()).toEqual([...people].sort())
})

test('a mail server that breaks off in the middle of a mail gets it again', async () => {
  let broken = 0
  const server = await startServer({
    text: () => {
      if (broken++ < 3) throw reply(451, 'local error in processing')
    },
  })
  const people = ['bir@musteri.test', 'iki@musteri.test']
  await invite(people)
  await waitFor(() => expect(server.received).toHaveLength(2))
  await allDone()
  expect(server.received.flatMap(({ to }) => to).sort()).toEqual(people)
})

test('an address that is refused delays no other mail, is tried once and is stored with its reason', async () => {
  const server = await startServer({
    recipient: address => {
      if (address.startsWith('yok')) throw reply(550, '5.1.1 no such user here')
    },
  })
  await invite([
    'yok-1@musteri.test',
    'var-1@musteri.test',
    'yok-2@musteri.test',
    'var-2@musteri.test',
  ])
  await waitFor(() => expect(server.received).toHaveLength(2))
  await allDone()
  await pause(2_500) // two more polls of the queue
  expect((await as(seller.admin).call(routes.mails.counts)).body.failed).toBe(2)
  expect(server.received.flatMap(({ to }) => to).sort()).toEqual([
    'var-1@musteri.test',
    'var-2@musteri.test',
  ])
  expect(server.attempts.filter(address => address.startsWith('yok')).sort()).toEqual([
    'yok-1@musteri.test',
    'yok-2@musteri.test',
  ])
  expect((await mails()).map(mail => mail.answer)).toEqual(
    Array(2).fill('550 5.1.1 no such user here'),
  )
})

test('recipients that the mail server answers slowly delay no other mail, and get their mail once', async () => {
  const delayedReply = Promise.withResolvers<void>()
  onTestFinished(() => delayedReply.resolve())
  const server = await startServer({
    recipient: address => (address.startsWith('agir') ? delayedReply.promise : undefined),
  })
  const [slow, quick] = [
    ['agir-1@musteri.test', 'agir-2@musteri.test', 'agir-3@musteri.test'],
    ['cabuk-1@musteri.test', 'cabuk-2@musteri.test'],
  ]
  await invite(slow)
  await waitFor(() => expect(server.attempts.toSorted()).toEqual(slow))
  await invite(quick)
  await waitFor(async () =>
    expect(
      (await mails())
        .filter(mail => mail.state !== 'failed')
        .map(mail => mail.email)
        .sort(),
    ).toEqual(slow),
  )
  expect(server.received.flatMap(({ to }) => to).sort()).toEqual(quick)
  delayedReply.resolve()
  await allDone()
  expect(server.attempts.toSorted()).toEqual([...slow, ...quick])
})

test('a mail is sent within a minute after its instance has died, and not again while its instance runs', async () => {
  await invite(['yetim@musteri.test', 'sahipli@musteri.test'])
  // One job of an instance without a heartbeat for 31 s, and
  // one of an instance with a heartbeat 1 s ago.
  await waitFor(async () => {
    const { rowCount } = await owner.query(
      `update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - (case email when 'yetim@musteri.test' then '31 s' else '1 s' end)::interval
         from mails join users on users.id = user_id where mails.job = pgboss.job.id and pgboss.job.state in ('created', 'retry')`,
    )
    expect(rowCount).toBe(2)
  })
  const server = await startServer()
  await waitFor(() =>
    expect(server.received.flatMap(({ to }) => to)).toEqual(['yetim@musteri.test']),
  )
  await waitFor(async () =>
    expect((await mails()).filter(mail => mail.state !== 'failed').map(mail => mail.email)).toEqual(
      ['sahipli@musteri.test'],
    ),
  )
  await owner.query("delete from mails where state <> 'failed'")
})

test('after a crash in the last attempt a mail is tried once more, and only then', async () => {
  await invite(['sonuncu@musteri.test'])
  const job = await waitFor(() =>
    setJob(
      'sonuncu@musteri.test',
      "state = 'retry', retry_count = retry_limit - 1, start_after = now()",
    ),
  )
  await waitFor(async () => expect((await mails()).at(-1)).toMatchObject({ state: 'failed' }))
  await waitFor(async () => {
    const { rows } = await owner.query('select state::text from pgboss.job where id = $1', [job])
    expect(rows).toEqual([{ state: 'failed' }])
  }) // after the mail's own state

  await owner.query("update mails set state = 'sending' where job = $1", [job])
  await setJob(
    'sonuncu@musteri.test',
    "state = 'active', started_on = now(), completed_on = null, heartbeat_on = now() - interval '31 s'",
  )
  const server = await startServer()
  await waitFor(() =>
    expect(server.received.flatMap(({ to }) => to)).toEqual(['sonuncu@musteri.test']),
  )
})

test('an attempt that its job has repeated meanwhile changes nothing when it fails', async () => {
  const { companyId, vendorId, domain, member } = await fixtures.company()
  const id = await fixtures.failedMail({ vendorId, domain }, member.userId, {
    kind: 'user.added',
    data: { company: companyId, domain },
    state: 'waiting',
    date_next: new Date(),
  })
  const { rows } = await owner.query('select job as id from mails where id = $1', [id])
  const attempt = { id: rows[0].id, retryDelay: null }
  const state = async () => (await mails()).find(({ email }) => email === member.email)
  // both attempts have a function of their own instead
  const context = { ...portal.platform, mailer: {} as Mailer }
  const newer = Promise.withResolvers<void>()
  let newerDone: Promise<void> | undefined
  const sendNewer = mailWorker({ prepare: prepareEach(() => newer.promise), moveNotifications })
  const sendOlder = mailWorker({
    prepare: prepareEach(async () => {
      newerDone = sendNewer(context, vendorId, attempt)
      await waitFor(async () => expect(await state()).toMatchObject({ attempts: 3 }))
      throw new MailRefused('550 no such user here')
    }),
    moveNotifications,
  })
  const overtaken = sendOlder(context, vendorId, attempt)
  await expect(overtaken).rejects.toThrow('550')
  expect(await state()).toMatchObject({ state: 'sending', attempts: 3 })
  newer.resolve()
  await newerDone
  expect(await state()).toBeUndefined()
})

test('a mail that has waited for its turn for longer than a minute is read again before it is sent', async () => {
  const { companyId, vendorId, domain } = await fixtures.company()
  const job = randomUUID()
  const ids: string[] = []
  for (let i = 0; i < 6; i++) {
    const { userId } = await fixtures.person({ vendorId, domain }, 'customer')
    const data = { company: companyId, domain }
    const waiting = { kind: 'user.added', data, job, state: 'waiting', date_next: new Date() }
    ids.push(await fixtures.failedMail({ vendorId, domain }, userId, waiting))
  }
  const slow = Promise.withResolvers<void>()
  let sending = 0
  const send = mailWorker({
    prepare: prepareEach(() => {
      sending++
      return slow.promise
    }),
    moveNotifications,
  })
  const context = { ...portal.platform, mailer: {} as Mailer }
  const sent = send(context, vendorId, { id: job, retryDelay: null })
  await waitFor(async () => expect(sending).toBe(5))
  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 61_000)
  onTestFinished(() => clock.mockRestore())
  slow.resolve()
  await sent
  const { rows } = await owner.query('select state, job from mails where id = any($1)', [ids])
  expect(rows).toEqual([{ state: 'waiting', job: expect.not.stringMatching(job) }])
  expect(sending).toBe(5)
})

test('waiting mails survive a restart', async () => {
  await invite(['sabah@musteri.test', 'aksam@musteri.test'])
  await portal.stop()
  const server = await startServer()
  const restarted = await start(portal.platform.config, portal.connection, {
    logLevel: 'silent',
    retries,
  })
  onTestFinished(() => restarted.stop())
  await waitFor(() => expect(server.received).toHaveLength(2))
  await allDone()
  expect(server.received.flatMap(({ to }) => to).sort()).toEqual([
    'aksam@musteri.test',
    'sabah@musteri.test',
  ])
})

/** Changes the job of a mail that no attempt holds. */
async function setJob(email: string, changes: string) {
  const { rows } = await owner.query<{ id: string }>(
    `update pgboss.job set ${changes} from mails join users on users.id = user_id
      where mails.job = pgboss.job.id and email = $1 and pgboss.job.state <> 'active' returning pgboss.job.id`,
    [email],
  )
  expect(rows).toHaveLength(1)
  return rows[0]?.id
}

async function startServer(behaviour: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer(behaviour, {}, port)
  onTestFinished(server.stop)
  return server
}

async function invite(emails: string[]) {
  const { companyId } = await fixtures.company(seller)
  for (const email of emails) {
    const { status } = await as(seller.admin).call(routes.users.invite, {
      params: { company: companyId },
      body: { email, name: 'Ayşe', surname: 'Işık' },
    })
    expect(status).toBe(200)
  }
}

async function mails() {
  const { rows } = await owner.query<{
    state: string
    attempts: number
    answer: string | null
    email: string
  }>(
    'select state, attempts, answer, email from mails join users on users.id = user_id order by mails.date_created',
  )
  return rows
}

/** Waits until no mail is waiting or being sent. */
const allDone = () =>
  waitFor(async () => expect((await mails()).filter(mail => mail.state !== 'failed')).toEqual([]))
