import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { AuthenticationUnavailable } from '#platform/mail/authentication.ts'
import { MailUnreadable } from '#platform/mail/parse-mail.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { incomingMailsIn, mailInDomain, mailInSettings } from '#testing/incoming-mails.ts'
import { openPortal } from '#testing/portal.ts'
import { sweep } from '../../app/sweep.ts'
import { checkSender, openMailReader, readMail } from './read-mail.ts'

// Mails that are made to occupy the server: each ends as
// unreadable, and the server and all other mails go on.

const portal = await openPortal(mailInSettings)
const fixtures = fixturesIn(portal)
const { send, sendRaw, settled, replyAddress } = incomingMailsIn(portal)
const { as, http, owner, platform } = portal

const header =
  'From: biri@baska.test\r\nSubject: zararli\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n'
const repeated = (text: string, bytes: number) => text.repeat(bytes / text.length)
/** A page beside a text, which is read in quadratic time. */
const links = `${header}--b\r\nContent-Type: text/plain\r\n\r\nx\r\n--b\r\nContent-Type: text/html\r\n\r\n${repeated('<a href="', 2_000_000)}\r\n--b--\r\n`

// Security: T7
test('mails of a million lines or parts are unreadable, while the server answers, and the next mail is filed', async () => {
  const at = await fixtures.ticket()
  const to = `${at.domain}@${mailInDomain}`
  const hostile = [
    `${header}${repeated('\n', 1_000_000)}`,
    `${header}${repeated('--b\n\n', 4_500_000)}`,
    `${header}${repeated('--b\r\n\r\n', 100_000)}`,
  ]
  await Promise.all(hostile.map(raw => sendRaw(raw, to)))
  await send(at.member, await replyAddress(at, at.member))
  expect((await http.inject('/healthz')).statusCode).toBe(200)
  const mails = await settled(at, 4)
  expect(mails.map(({ state, reason }) => `${state} ${reason}`).sort()).toEqual([
    'failed unreadable',
    'failed unreadable',
    'failed unreadable',
    'filed null',
  ])
})

// Security: T7
test('a mail that takes longer to read than the deadline is unreadable, the server answers meanwhile, and the next mail is read', async () => {
  const hostile = openMailReader({ heap: 128, deadline: 2_000, idle: 1 }).readMail(
    Buffer.from(links),
    'a',
  )
  const next = readMail(Buffer.from('Subject: Sonraki\r\n\r\nTamam\r\n'), 'a')
  expect((await http.inject('/healthz')).statusCode).toBe(200)
  await expect(hostile).rejects.toThrow(MailUnreadable)
  expect(await next).toMatchObject({
    subject: 'Sonraki',
    mailText: { text: 'Tamam', whole: 'Tamam' },
  })
})

// Security: T7
test('a mail during whose filing the server has ended three times is not filed again until the team asks for it', async () => {
  const at = await fixtures.ticket()
  const to = await replyAddress(at, at.member)
  const received = await fixtures.heldMail(at, {
    recipient: to,
    state: 'waiting',
    reason: null,
    attempts: 3,
    date_changed: new Date(Date.now() - 3 * 3_600_000),
  })
  await sweep(platform.database, platform.config)
  expect(await settled(at, 1)).toMatchObject([{ state: 'failed', reason: 'unreadable' }])
  await as(at.admin).call(routes.mailIn.retry, { params: { received } })
  const [mail] = await settled(at, 1)
  expect(mail?.state).not.toBe('failed')
})

test('an attempt to file a mail is forgotten after an error, and once the mail is filed', async () => {
  const at = await fixtures.ticket()
  const to = await replyAddress(at, at.member)
  const attempts = async () =>
    (await owner.query('select attempts from received_mails where vendor_id = $1', [at.vendorId]))
      .rows[0]?.attempts
  await owner.query(
    "alter table received_mails add constraint no_subject check (subject = '') not valid",
  )
  await send(at.member, to)
  await expect.poll(() => failedJobs(at.vendorId)).toBeGreaterThan(0)
  expect(await attempts()).toBe(0)
  await owner.query('alter table received_mails drop constraint no_subject')
  await settled(at, 1)
  expect(await attempts()).toBe(0)
})

// Security: T8
test("the sender of a mail is checked in the thread, by the server's DNS", async () => {
  const raw = Buffer.from('From: ayse@musteri.example\r\n\r\nTamam\r\n')
  const delivery = {
    raw,
    from: 'ayse@musteri.example',
    clientAddress: '192.0.2.1',
    clientName: 'mx',
    trustedHost: undefined,
  }
  const check = (records: Record<string, string>, code = 'ENOTFOUND') =>
    checkSender({ headers: [] }, 'ayse@musteri.example', delivery, async (name, type) => {
      const text = type === 'TXT' ? records[name] : undefined
      if (text === undefined) throw Object.assign(new Error('no answer'), { code })
      return [[text]]
    })
  expect(await check({ 'musteri.example': 'v=spf1 ip4:192.0.2.1 -all' })).toBe(true)
  expect(await check({ 'musteri.example': 'v=spf1 ip4:192.0.2.2 -all' })).toBe(false)
  await expect(check({}, 'ETIMEOUT')).rejects.toThrow(AuthenticationUnavailable)
})

// Security: T8
test("a sender's DNS that never answers ends the check, asked for each name once, and another check does not wait for it", async () => {
  const asked: string[] = []
  const check = (domain: string) => {
    const raw = Buffer.from(`From: ayse@${domain}\r\n\r\nTamam\r\n`)
    const address = `ayse@${domain}`
    const client = { clientAddress: '192.0.2.1', clientName: 'mx', trustedHost: undefined }
    const delivery = { raw, from: address, ...client }
    return checkSender({ headers: [] }, address, delivery, async (name, type) => {
      asked.push(`${type} ${name}`)
      if (name.endsWith('sessiz.example')) await new Promise(() => {})
      if (type !== 'TXT' || name !== domain)
        throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
      return [['v=spf1 ip4:192.0.2.1 -all']]
    })
  }
  const silent = Array.from({ length: 10 }, () =>
    check('sessiz.example').catch((error: Error) => error.name),
  )
  expect(await Promise.race([check('acik.example'), ...silent])).toBe(true)
  expect(new Set(await Promise.all(silent))).toEqual(new Set(['AuthenticationUnavailable']))
  expect(asked.filter(name => name === 'TXT _dmarc.sessiz.example')).toHaveLength(10)
  expect(asked.filter(name => name === 'TXT sessiz.example')).toHaveLength(10)
})

// Security: T7
test('a mail is not read behind mails of another vendor that take long', async () => {
  const reader = openMailReader({ heap: 128, deadline: 6_000, idle: 1 })
  const slow = Array.from({ length: 2 }, () =>
    reader.readMail(Buffer.from(links), 'a').catch((error: Error) => error.name),
  )
  const other = reader.readMail(Buffer.from('Subject: Sonraki\r\n\r\nTamam\r\n'), 'b')
  expect(await Promise.race([other, ...slow])).toMatchObject({ subject: 'Sonraki' })
  expect(await Promise.all(slow)).toEqual(['MailUnreadable', 'MailUnreadable'])
})

// Security: T7
test('mails are parsed in the thread only', () => {
  const folder = join(import.meta.dirname, '../..')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file =>
    /(?<!\.test)\.ts$/.test(file),
  )
  const parsing = files.filter(file =>
    /\bparseMail\b/.test(readFileSync(join(folder, file), 'utf8')),
  )
  expect(parsing.sort()).toEqual(['mail-in/content/mail-worker.ts', 'platform/mail/parse-mail.ts'])
})

async function failedJobs(vendorId: string) {
  const { rows } = await owner.query(
    "select count(*)::int as failed from pgboss.job where name = 'mail.received' and state = 'retry' and data->>'vendor' = $1",
    [vendorId],
  )
  return rows[0].failed
}
