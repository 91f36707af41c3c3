import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn, password, pathAndQuery } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { reply, startMailServer } from '#testing/servers/mail-server.ts'
import { whileHashQueueFull } from '#testing/sign-in/hash-queue.ts'
import { waitFor } from '#testing/wait-for.ts'

// At the most detailed log level: no user input and no
// secret, and the request id in each line of a request.

let isRefused = (_: string) => false
const server = await startMailServer(
  {
    recipient: address => {
      if (isRefused(address))
        throw reply(
          550,
          `5.7.1 ${smtpPassword} may not send to <${address}>, see https://mail.test/?token=${linkToken}`,
        )
    },
  },
  {
    authMethods: ['PLAIN'],
    allowInsecureAuth: true,
    onAuth: (_, __, done) => done(null, { user: 'kutu' }),
  },
)
afterAll(server.stop)

const smtpPassword = 'kutunun-parolasi'
const linkToken = '0198a5a0.gizliBaglanti'
const log: string[] = []
const portal = await openPortal(
  { SMTP_URL: server.url.replace('//', `//kutu:${smtpPassword}@`) },
  { log },
)
const { as, owner } = portal
const fixtures = fixturesIn(portal)

// Security: P2
test('a flood of sign-ins that are turned away is a line of the log a second, with how many there were', async () => {
  const { visitor } = await fixtures.vendor()
  const signIn = () =>
    as(visitor).call(routes.sessions.login, {
      body: { email: 'kimse@tezgah.test', password: 'Yanlis1453' },
    })
  const lines = () => log.map(line => JSON.parse(line)).filter(({ msg }) => msg === 'busy')
  const { outcome: statuses } = await whileHashQueueFull(async () =>
    (await Promise.all([...Array(30)].map(signIn))).map(({ status }) => status),
  )
  await pause(1_000)
  await whileHashQueueFull(signIn)
  const refused = statuses.filter(status => status === 503).length
  expect(refused).toBeGreaterThan(5)
  expect(lines().length).toBeLessThan(refused / 2)
  const [, ...later] = lines() // the first one counts those before
  expect(later.reduce((sum, { unlogged }) => sum + 1 + unlogged, 1)).toBe(refused + 1)
})

test('no password, link, token, file name, message or search is in any line of the log, whatever goes wrong', async () => {
  const { admin, member, visitor, companyId, companyMachineId } = await fixtures.company()
  const texts = {
    title: 'Mil titriyor gizlice',
    message: 'Anahtar kasanın altında',
    search: 'aranangizli',
    file: 'gizli-cizim.png',
  }
  const wrong = 'YanlisParola1'
  const chosen = 'Karanfil1923'

  const signedIn = await as(visitor).call(routes.sessions.login, {
    body: { email: member.email, password },
  })
  await as(visitor).call(routes.sessions.login, { body: { email: member.email, password: wrong } })
  await as(member).call(routes.tickets.open, {
    params: { company: companyId },
    body: { title: texts.title, machine: companyMachineId, message: texts.message },
  })
  await as(admin).call(routes.companies.list, { query: { search: texts.search } })
  const slot = await as(member).call(routes.files.request, {
    body: { fileName: texts.file, fileSize: 9, fileType: 'image/png' },
  })
  for (const payload of [Buffer.from('iVBOR', 'base64'), Buffer.from('iVBORw0KGgo/', 'base64')])
    await portal.http.inject({
      method: 'PUT',
      url: pathAndQuery(slot.body.url),
      headers: { 'content-type': 'image/png' },
      payload,
    })
  await as(visitor).call(routes.sessions.forgot, { body: { email: member.email } })
  await waitFor(() => expect(server.received).toHaveLength(1))
  const reset =
    new URL(
      /https?:\/\/\S+/.exec(server.received[0]?.email.text ?? '')?.[0] ?? '',
    ).searchParams.get('token') ?? ''
  for (const token of [`${reset}x`, reset])
    await as(visitor).call(routes.sessions.activate, {
      body: { token, email: member.email, password: chosen },
    })
  await as({ ...member, token: `${member.token}x` }).call(routes.sessions.me)
  const again = await as(visitor).call(routes.sessions.login, {
    body: { email: member.email, password: chosen },
  })

  isRefused = () => true
  await as(admin).call(routes.users.invite, {
    params: { company: companyId },
    body: { email: 'yeni@musteri.test', name: 'Yeni', surname: 'Kişi' },
  })
  await as(admin).call(routes.mails.test)
  await waitFor(() => expect(log.join('')).toContain('failed permanently'))

  await withoutTable('tickets', async () => {
    const answer = await as({ ...member, token: again.body.token }).call(routes.tickets.open, {
      params: { company: companyId },
      body: { title: texts.title, machine: companyMachineId, message: texts.message },
    })
    expect(answer.status).toBe(500)
  })
  await whileLocked('companies', () =>
    as(admin).call(routes.companies.list, { query: { search: texts.search } }),
  )
  await whileLocked('companies', () =>
    as(admin).call(routes.companies.create, { body: { name: texts.title } }),
  )

  const { searchParams } = new URL(slot.body.url)
  const secrets = {
    ...texts,
    password,
    wrong,
    chosen,
    reset,
    smtpPassword,
    linkToken,
    tokens: [admin.token, member.token, signedIn.body.token, again.body.token].map(
      token => String(token).split('.')[2],
    ),
    signature: searchParams.get('signature'),
    secret: portal.platform.config.tokenSecret,
  }
  const logged = log.join('')
  expect(
    Object.entries(secrets).filter(([, secret]) =>
      [secret].flat().some(each => !each || logged.includes(each)),
    ),
  ).toEqual([])
})

test('each line about a request has the id that its answer has, and those about a slow query or a failure say which call it was', async () => {
  const { admin } = await fixtures.company()
  const start = log.length
  const slow = await whileLocked('companies', () => as(admin).call(routes.companies.list))
  const failed = await withoutTable('machines', () => as(admin).call(routes.machines.list))
  expect([slow.status, failed.status]).toEqual([200, 500])
  const lines = log.slice(start).map(line => JSON.parse(line))
  const isSlowQuery = ({ msg }: { msg: string }) => msg === 'slow query'
  expect(lines.filter(isSlowQuery)).toContainEqual(
    expect.objectContaining({
      route: 'companies.list',
      reqId: slow.headers['x-request-id'],
      ms: expect.any(Number),
    }),
  )
  expect(lines.filter(({ level }) => level === 50)).toEqual([
    expect.objectContaining({
      reqId: failed.headers['x-request-id'],
      route: expect.stringContaining('/admin/machine'),
      msg: 'unexpected',
    }),
  ])
  const ids = [slow, failed].map(({ headers }) => headers['x-request-id'])
  // On a loaded machine the queries of jobs are slow, too.
  expect(lines.filter(line => !ids.includes(line.reqId) && !isSlowQuery(line))).toEqual([])
})

/** Makes a call while another transaction locks a table for more than half a second. */
async function whileLocked<T>(table: string, call: () => Promise<T>): Promise<T> {
  const holder = await owner.connect()
  await holder.query('begin')
  await holder.query(`lock table ${table}`)
  const answer = call()
  await pause(700)
  await holder.query('rollback')
  holder.release()
  return answer
}

/** Makes a call while a table is missing. */
async function withoutTable<T>(table: string, call: () => Promise<T>): Promise<T> {
  await owner.query(`alter table ${table} rename to away`)
  return call().finally(() => owner.query(`alter table away rename to ${table}`))
}
