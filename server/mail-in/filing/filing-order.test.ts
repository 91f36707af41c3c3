import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { incomingMailsIn, mailInSettings, passHeader } from '#testing/incoming-mails.ts'
import { openPortal } from '#testing/portal.ts'
import { waitFor } from '#testing/wait-for.ts'
import { fileMail } from './file-mail.ts'

// Mails of one author to one ticket are messages in the order of their arrival.

const portal = await openPortal(mailInSettings)
const fixtures = fixturesIn(portal)
const { replyAddress, send, settled } = incomingMailsIn(portal)
const { as, owner, platform } = portal

test('a quick mail behind a slow one becomes the later message', async () => {
  const at = await fixtures.ticket()
  const to = await replyAddress(at, at.member)
  const holder = await owner.connect()
  try {
    await holder.query('begin')
    // delays the mail with an attachment
    await holder.query('lock table files in share row exclusive mode')
    await send(at.member, to, {
      text: 'Önce',
      attachments: [{ filename: 'a.txt', content: 'yavaş' }],
    })
    await send(at.member, to, { text: 'Sonra' })
    await waitFor(async () => expect(await endedJobs(at.vendorId)).toBe(1))
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  await settled(at, 2)
  expect(await messagesOf(at)).toEqual(['Önce', 'Sonra'])
})

/** A mail of the ticket's member that has waited for a minute and a half. */
async function overdueMail(
  at: Awaited<ReturnType<typeof fixtures.ticket>>,
  text: string,
  changes: object = {},
) {
  const recipient = await replyAddress(at, at.member)
  const raw = Buffer.from(
    `From: ${at.member.email}\r\nTo: ${recipient}\r\n${passHeader(at.member.email)}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}`,
  )
  return fixtures.heldMail(at, {
    recipient,
    raw: `\\x${raw.toString('hex')}`,
    state: 'waiting',
    reason: null,
    date_changed: new Date(Date.now() - 90_000),
    ...changes,
  })
}
const stateOf = async (id: string) =>
  (await owner.query('select state from received_mails where id = $1', [id])).rows[0].state

test('mails that wait in a backlog for over a minute keep their order', async () => {
  const at = await fixtures.ticket()
  const mails: string[] = []
  for (const text of ['Bir', 'İki', 'Üç']) mails.push(await overdueMail(at, text))
  const file = (mail: string | undefined) =>
    fileMail(platform as never, { vendor: at.vendorId, mail: mail ?? '' })
  await file(mails[2])
  await file(mails[1])
  expect(await Promise.all(mails.map(stateOf))).toEqual(['waiting', 'waiting', 'waiting'])
  await file(mails[0])
  expect(await messagesOf(at)).toEqual(['Bir', 'İki', 'Üç'])
})

test('a mail waits for an earlier one that is being filed for over a minute', async () => {
  const at = await fixtures.ticket()
  await overdueMail(at, 'Yavaş', { attempts: 1, date_attempted: new Date(Date.now() - 90_000) })
  const later = await overdueMail(at, 'Sonra')
  await fileMail(platform as never, { vendor: at.vendorId, mail: later })
  expect(await stateOf(later)).toBe('waiting')
})

test('a mail that cannot be filed for over a minute does not hold up the next one', async () => {
  const at = await fixtures.ticket()
  const to = await replyAddress(at, at.member)
  const stuck = await overdueMail(at, 'Önce')
  const config = { ...platform.config, mailInTrust: undefined }
  const resolver = () =>
    Promise.reject(Object.assign(new Error('queryTxt ETIMEOUT'), { code: 'ETIMEOUT' }))
  await owner.query(
    "update received_mails set client_address = '192.0.2.1', envelope_from = $2 where id = $1",
    [stuck, at.member.email],
  )
  await expect(
    fileMail({ ...platform, config, resolver } as never, { vendor: at.vendorId, mail: stuck }),
  ).rejects.toThrow()
  await send(at.member, to, { text: 'Sonra' })
  await waitFor(async () => expect(await messagesOf(at)).toEqual(['Sonra']))
  expect(await stateOf(stuck)).toBe('waiting')
})

test("a waiting mail of one sender to the vendor's address does not hold up those of others", async () => {
  const at = await fixtures.company()
  const to = `${at.domain}@reply.tezgah.test`
  await fixtures.heldMail(at, {
    recipient: to,
    envelope_from: 'baskasi@x.test',
    state: 'waiting',
    reason: null,
  })
  await send(at.member, to, { text: 'Sonra' })
  const states = async () =>
    (
      await owner.query('select state from received_mails where vendor_id = $1 order by id', [
        at.vendorId,
      ])
    ).rows.map(({ state }) => state)
  await waitFor(async () => expect(await states()).toEqual(['waiting', 'filed']))
})

async function endedJobs(vendorId: string) {
  const { rows } = await owner.query(
    "select count(*)::int as ended from pgboss.job where name = 'mail.received' and state = 'completed' and data->>'vendor' = $1",
    [vendorId],
  )
  return rows[0].ended
}

async function messagesOf(at: Awaited<ReturnType<typeof fixtures.ticket>>) {
  const { body } = await as(at.staff).call(routes.tickets.get, { params: { ticket: at.ticketId } })
  return body.conversation.slice(1).map(({ message }) => message)
}
