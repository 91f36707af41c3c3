import { expect, test } from 'vitest'
import { fixturesIn } from '#testing/fixtures.ts'
import { incomingMailsIn, mailInDomain, mailInSettings } from '#testing/incoming-mails.ts'
import { openPortal } from '#testing/portal.ts'
import { sweep } from '../../app/sweep.ts'

// A signed mail that arrives again is one mail, whatever its unsigned headers say.

const portal = await openPortal(mailInSettings)
const fixtures = fixturesIn(portal)
const { replyAddress, send, settled } = incomingMailsIn(portal)

const signature = (b: string, domain = 'tezgah.test') =>
  `v=1; a=rsa-sha256; d=${domain}; s=a; h=from:date; bh=Z292ZGU=; b=${b}`
const one = 'aW16YSBiaXI='
const two = 'aW16YSBpa2k='
const signed = (...signatures: string[]) => ({ headers: { 'DKIM-Signature': signatures } })

async function ticket() {
  const at = await fixtures.ticket()
  return { at, to: await replyAddress(at, at.member), vendor: `${at.domain}@${mailInDomain}` }
}
const ticketsOf = async ({ vendorId }: { vendorId: string }) =>
  (await portal.owner.query('select from tickets where vendor_id = $1', [vendorId])).rowCount
const messagesOf = async ({ ticketId }: { ticketId: string }) =>
  (
    await portal.owner.query(
      'select from message_mails m join messages using (vendor_id) where messages.id = m.message_id and ticket_id = $1',
      [ticketId],
    )
  ).rowCount

test.each([
  ['under another Message-ID', signed(signature(one))],
  ['with its signature folded in another way', signed(signature('aW16 YSBi\r\n aXI ='))],
  ['with an appended text', { ...signed(signature(one)), text: 'Tamam, deneyeceğim. Yarın da.' }],
  ['with a signature more', signed(signature(two, 'posta.test'), signature(one))],
])('a mail that comes again %s is filed once', async (_, options) => {
  const { at, to } = await ticket()
  await send(at.member, to, signed(signature(one)))
  await settled(at, 1)
  await send(at.member, to, options)
  expect((await settled(at, 2))[1]).toMatchObject({
    state: 'discarded',
    reason: 'duplicate',
    ticketId: at.ticketId,
  })
  expect(await messagesOf(at)).toBe(1)
})

test.each([
  ['as it was', {}],
  ['under another Message-ID', { messageId: undefined }],
])('a mail that comes again %s after its raw mail was deleted is not filed', async (_, change) => {
  const { at, to, vendor } = await ticket()
  const mail = { ...signed(signature(one)), messageId: `<${at.ticketId}@posta.test>` }
  await send(at.member, to, mail)
  await settled(at, 1)
  await portal.owner.query(
    "update received_mails set date_received = now() - interval '31 days' where vendor_id = $1",
    [at.vendorId],
  )
  await sweep(portal.platform.database, portal.platform.config)
  expect(await settled(at, 0)).toEqual([])
  await send(at.member, to, { ...mail, ...change })
  await send(at.member, vendor, { ...mail, ...change })
  const discarded = { state: 'discarded', reason: 'duplicate', ticketId: at.ticketId }
  expect(await settled(at, 2)).toMatchObject([discarded, discarded])
  expect(await messagesOf(at)).toBe(1)
})

test("a reply that comes again at the vendor's address opens no ticket, and a new ticket no second one", async () => {
  const { at, to, vendor } = await ticket()
  await send(at.member, to, signed(signature(one)))
  await settled(at, 1)
  await send(at.member, vendor, { ...signed(signature(one)), subject: 'Yeni' })
  expect((await settled(at, 2))[1]).toMatchObject({ state: 'discarded', reason: 'duplicate' })
  await send(at.member, vendor, signed(signature(two)))
  await settled(at, 3)
  await send(at.member, vendor, signed(signature(two)))
  const mails = await settled(at, 4)
  expect(mails.map(({ state }) => state)).toEqual(['filed', 'discarded', 'filed', 'discarded'])
  expect(await ticketsOf(at)).toBe(2)
})

test('mails with one text and signatures of their own are messages, and so are those without one', async () => {
  const { at, to } = await ticket()
  for (const options of [signed(signature(one)), signed(signature(two)), {}, {}])
    await send(at.member, to, options)
  expect((await settled(at, 4)).map(({ state }) => state)).toEqual(Array(4).fill('filed'))
  expect(await messagesOf(at)).toBe(4)
})

test('one signed mail to the addresses of two tickets is a message in both', async () => {
  const { at, to } = await ticket()
  const other = await fixtures.ticket(at)
  await send(at.member, [to, await replyAddress(other, at.member)], signed(signature(one)))
  expect((await settled(at, 2)).map(({ state }) => state)).toEqual(['filed', 'filed'])
})

test("a mail with a signature of another author's is filed", async () => {
  const { at, to } = await ticket()
  await send(at.member, to, signed(signature(one)))
  await settled(at, 1)
  await send(at.staff, await replyAddress(at, at.staff), signed(signature(one)))
  expect((await settled(at, 2))[1]).toMatchObject({ state: 'filed' })
})
