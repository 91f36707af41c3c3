import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { incomingMailsIn, mailInDomain, passHeader, trustedHost } from '#testing/incoming-mails.ts'
import { openPortal } from '#testing/portal.ts'
import { startInstance } from '#testing/processes/instance.ts'
import { startImapServer } from '#testing/servers/imap-server.ts'
import { waitFor } from '#testing/wait-for.ts'

// A mailbox of an installation with one vendor.

const mailbox = await startImapServer({ user: 'destek', password: 'parola' }, afterAll)
const settings = {
  MAIL_FROM: `bildirim@${mailInDomain}`,
  MAIL_IN_URL: `imap://destek:parola@127.0.0.1:${mailbox.port}/INBOX?domain=${mailInDomain}`,
  MAIL_IN_TRUST: trustedHost,
}
const portal = await openPortal(settings)
const at = await fixturesIn(portal).ticket()
const { replyAddress, settled } = incomingMailsIn(portal)
let stored = 0

test.each(['X-Original-To', 'Delivered-To', 'X-Forwarded-To', 'Envelope-To', 'X-Envelope-To'])(
  'a mail that names its recipient in %s only is filed',
  async header => {
    const to = `${at.domain}@${mailInDomain}`
    mailbox.deliver(
      `${header}: ${to}\r\nTo: liste@baska.test\r\nFrom: ${at.member.email}\r\n${passHeader(at.member.email)}\r\n\r\n${header}`,
    )
    expect((await settled(at, ++stored)).at(-1)).toMatchObject({ state: 'filed' })
  },
)

test('of two instances one reads the mailbox, and the other one takes over when its connection to the database or it itself ends', async () => {
  const metrics = async () =>
    (await portal.http.inject({ url: '/metrics', headers: { host: 'localhost' } })).body
  const isReading = async () => (await metrics()).includes('mailbox_connected{state="connected"} 1')
  const second = await startInstance(portal, settings)
  onTestFinished(second.stop)
  await pause(1_000)
  expect([mailbox.logins, await isReading()]).toEqual([1, true])
  const endReaders = () =>
    portal.owner.query(
      "select pg_terminate_backend(a.pid) from pg_stat_activity a join pg_locks l using (pid) where application_name = 'tezgah mailbox' and datname = current_database() and locktype = 'advisory' and granted",
    )
  await waitFor(async () => {
    if (await isReading()) await endReaders() // the same instance may be the first to connect again
    expect(await metrics()).toContain('mailbox_connected{state="standby"} 0')
  })
  await second.stop()
  await waitFor(async () => expect(await isReading()).toBe(true))
})

test('a mail to no known address waits for the team of the only vendor, once, and can be accepted', async () => {
  const raw = `Message-ID: <kayip@musteri.test>\r\nTo: info@${mailInDomain}\r\nFrom: Ayşe <${at.member.email}>\r\nSubject: Pres durdu\r\n\r\nYağ akıyor`
  mailbox.deliver(raw)
  mailbox.deliver(raw)
  await waitFor(() => expect(mailbox.mails.every(({ seen }) => seen)).toBe(true))
  const held = (await settled(at, ++stored)).at(-1)
  expect(held).toMatchObject({
    state: 'held',
    reason: 'noRecipient',
    subject: 'Pres durdu',
    sender: at.member.email,
  })
  await portal.as(at.admin).call(routes.mailIn.accept, {
    params: { received: held?.id ?? '' },
    body: { as: 'sender', company: at.companyId },
  })
  expect((await settled(at, stored)).at(-1)).toMatchObject({
    state: 'filed',
    ticketId: expect.not.stringContaining(at.ticketId),
  })
})

// They may quote mails with links that set a password.
test.each([
  ['a mail to MAIL_FROM', `To: bildirim@${mailInDomain}\r\n`],
  ['a mail to the mailbox itself', `Cc: Destek <destek@${mailInDomain}>\r\n`],
  ['a delivery report', `To: kayip@${mailInDomain}\r\nReturn-Path: <>\r\n`],
])('%s is not shown to the team, but refused', async (_, header) => {
  const { mailInCounts } = portal.platform
  const before = mailInCounts.refused
  mailbox.deliver(`From: a@baska.test\r\n${header}\r\nSizin bağlantınız`)
  await waitFor(() => expect(mailInCounts.refused).toBe(before + 1))
  await settled(at, stored)
})

test('mails that wait at the first connection are filed in their order, and none is looked at more often than every five seconds', async () => {
  const fixtures = fixturesIn(portal)
  const other = await fixtures.ticket()
  const to = await replyAddress(other, other.member)
  const count = 60
  const begin = Date.now()
  mailbox.disconnect() // all of them wait once the reader connects again
  for (let i = 0; i < count; i++)
    mailbox.deliver(
      `To: ${to}\r\nFrom: ${other.member.email}\r\n${passHeader(other.member.email)}\r\n\r\nMesaj ${i}`,
    )
  await waitFor(() => expect(mailbox.mails.every(({ seen }) => seen)).toBe(true))
  await waitFor(async () => expect(await settled(other, count)).toHaveLength(count))
  const { body } = await portal
    .as(other.staff)
    .call(routes.tickets.get, { params: { ticket: other.ticketId } })
  expect(body.conversation.slice(1).map(({ message }) => message)).toEqual(
    Array.from({ length: count }, (_, i) => `Mesaj ${i}`),
  )
  const { rows } = await portal.owner.query(
    "select count(*)::int as jobs from pgboss.job where name = 'mail.received' and data->>'vendor' = $1",
    [other.vendorId],
  )
  const looks = 2 + (Date.now() - begin) / 5_000
  expect(rows[0].jobs).toBeLessThanOrEqual(looks * count)
})
