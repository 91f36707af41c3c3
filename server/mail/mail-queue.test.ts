import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { routes } from '#contract/routes.ts'
import { givenIn } from '#testing/given.ts'
import { reply, startMailServer } from '#testing/mail-server.ts'
import { openPortal } from '#testing/portal.ts'
import { start } from '../app/start.ts'

// The mail server is away or difficult while people are invited; what is a day of patience otherwise are seconds here.

const port = await freePort()
const retries = { retryLimit: 20, retryDelay: 1, retryDelayMax: 1 }
const portal = await openPortal({ SMTP_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true` }, { retries })
const given = givenIn(portal)
const { as, owner } = portal
const seller = await given.vendor()

test('who is invited while the mail server is away gets the mail when it is back, and gets it once', async () => {
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
  await vi.waitFor(async () => expect((await jobs()).filter(job => job.tries > 0)).toHaveLength(people.length), patience)

  const server = await mailServerBack()
  await vi.waitFor(() => expect(server.received).toHaveLength(people.length), patience)
  await allDone()
  expect(server.received.flatMap(({ to }) => to).sort()).toEqual([...people].sort())
})

test('a mail server that breaks off in the middle of a mail gets it again', async () => {
  let broken = 0
  const server = await mailServerBack({
    text: () => {
      if (broken++ < 3) throw reply(451, 'local error in processing')
    },
  })
  const people = ['bir@musteri.test', 'iki@musteri.test']
  await invite(people)
  await vi.waitFor(() => expect(server.received).toHaveLength(2), patience)
  await allDone()
  expect(server.received.flatMap(({ to }) => to).sort()).toEqual(people)
})

test('an address that is refused holds up nobody, is asked once and is kept with its reason', async () => {
  const server = await mailServerBack({
    recipient: address => {
      if (address.startsWith('yok')) throw reply(550, '5.1.1 no such user here')
    },
  })
  await invite(['yok-1@musteri.test', 'var-1@musteri.test', 'yok-2@musteri.test', 'var-2@musteri.test'])
  await vi.waitFor(() => expect(server.received).toHaveLength(2), patience)
  await allDone()
  await pause(2_500) // two more rounds of the queue
  expect(server.received.flatMap(({ to }) => to).sort()).toEqual(['var-1@musteri.test', 'var-2@musteri.test'])
  expect(server.attempts.filter(address => address.startsWith('yok')).sort()).toEqual(['yok-1@musteri.test', 'yok-2@musteri.test'])
  const failed = (await jobs()).filter(job => job.state === 'failed')
  expect(failed.map(job => job.reason)).toEqual(Array(2).fill(expect.stringContaining('550 5.1.1 no such user here')))
})

test('recipients over whom the mail server thinks long hold up nobody, and get their mail once', async () => {
  const thinking = Promise.withResolvers<void>()
  onTestFinished(() => thinking.resolve())
  const server = await mailServerBack({ recipient: address => (address.startsWith('agir') ? thinking.promise : undefined) })
  const [slow, quick] = [
    ['agir-1@musteri.test', 'agir-2@musteri.test', 'agir-3@musteri.test'],
    ['cabuk-1@musteri.test', 'cabuk-2@musteri.test'],
  ]
  await invite(slow)
  await vi.waitFor(() => expect(server.attempts.toSorted()).toEqual(slow), patience)
  await invite(quick)
  await vi.waitFor(
    async () => expect((await jobs()).slice(-quick.length).map(job => job.state)).toEqual(['completed', 'completed']),
    patience,
  )
  expect(server.received.flatMap(({ to }) => to).sort()).toEqual(quick)
  thinking.resolve()
  await allDone()
  expect(server.attempts.toSorted()).toEqual([...slow, ...quick])
})

test('a mail over which its server died is sent within a minute, and is not when its server lives', async () => {
  await invite(['yetim@musteri.test', 'sahipli@musteri.test'])
  // As another server leaves them that was killed half a minute ago, and as one has them that says it is at it.
  await vi.waitFor(async () => {
    const { rowCount } = await owner.query(
      `update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - (case email when 'yetim@musteri.test' then '31 s' else '1 s' end)::interval
         from users where users.id::text = data->>'user' and state in ('created', 'retry')`,
    )
    expect(rowCount).toBe(2)
  }, patience)
  const server = await mailServerBack()
  await vi.waitFor(() => expect(server.received.flatMap(({ to }) => to)).toEqual(['yetim@musteri.test']), {
    timeout: 25_000,
    interval: 100,
  })
  const { rows } = await owner.query("update pgboss.job set state = 'completed', completed_on = now() where state = 'active' returning id")
  expect(rows).toHaveLength(1)
})

test('what waits to be sent outlives a restart', async () => {
  await invite(['sabah@musteri.test', 'aksam@musteri.test'])
  await portal.stop()
  const server = await mailServerBack()
  const restarted = await start(portal.platform.config, portal.connection, { logLevel: 'silent', retries })
  onTestFinished(() => restarted.stop())
  await vi.waitFor(() => expect(server.received).toHaveLength(2), patience)
  await allDone()
  expect(server.received.flatMap(({ to }) => to).sort()).toEqual(['aksam@musteri.test', 'sabah@musteri.test'])
})

const patience = { timeout: 20_000, interval: 100 }

async function mailServerBack(behaviour: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer(behaviour, {}, port)
  onTestFinished(server.stop)
  return server
}

async function invite(emails: string[]) {
  const { companyId } = await given.company(seller)
  for (const email of emails) {
    const { status } = await as(seller.admin).call(routes.users.invite, {
      params: { company: companyId },
      body: { email, name: 'Ayşe', surname: 'Işık' },
    })
    expect(status).toBe(200)
  }
}

/** The mails that the queue has to do with. */
async function jobs() {
  const { rows } = await owner.query<{ state: string; tries: number; reason: string | null }>(
    "select state, retry_count as tries, output->>'reason' as reason from pgboss.job where name = 'user.invited' order by created_on",
  )
  return rows
}

const allDone = () =>
  vi.waitFor(async () => expect((await jobs()).filter(job => !['completed', 'failed'].includes(job.state))).toEqual([]), patience)

/** A port that nobody listens on. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise(resolve => server.close(resolve))
  return port
}
