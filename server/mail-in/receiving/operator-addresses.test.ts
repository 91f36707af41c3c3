import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { isOperatorLocalPart, parseMailInUrl } from '#platform/mail/mail-in-url.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import {
  deliveryReport,
  incomingMailsIn,
  mailInDomain,
  mailInSettings,
} from '#testing/incoming-mails.ts'
import { openPortal, type Person } from '#testing/portal.ts'

// Delivery reports on the mails of all vendors, with what these mails
// say, go to MAIL_FROM, here at the domain of the vendors' addresses.

const mailFrom = `Bildirim@${mailInDomain}`
const portal = await openPortal({ ...mailInSettings, MAIL_FROM: mailFrom })
const fixtures = fixturesIn(portal)
const { settled, sendRaw } = incomingMailsIn(portal)

const choose = (admin: Person, mailInAddress: string) =>
  portal
    .as(admin)
    .call(routes.mails.changeSender, { body: { senderName: '', senderAddress: '', mailInAddress } })

test.each([
  'bildirim',
  'BILDIRIM',
  'no-reply',
  'noreply',
  'hostmaster',
  'webmaster',
  'postmaster',
  'abuse',
  'admin',
  'security',
  'doctor',
])('no vendor can choose %s as its address', async local => {
  const { admin } = await fixtures.vendor()
  const { status, body } = await choose(admin, local)
  expect([status, body.errors]).toEqual([
    400,
    [{ path: 'mailInAddress', msg: expect.stringContaining('ayrılmış') }],
  ])
})

test('a vendor that has the address from before MAIL_FROM became it gets no mails to it', async () => {
  const vendor = await fixtures.vendor()
  await portal.owner.query('update vendors set mail_in_address = $2 where vendor_id = $1', [
    vendor.vendorId,
    'bildirim',
  ])
  const report = deliveryReport('baska@musteri.test', '5.1.1', 'Subject: Parola linki')
  await expect(sendRaw(report, mailFrom, '')).rejects.toThrow(/550/)
  await expect(sendRaw('Subject: selam\r\n\r\nmerhaba', mailFrom)).rejects.toThrow(/550/)
  await settled(vendor, 0)
})

test.each([
  ['no-reply@baska.test', 'imaps://destek@imap.test/INBOX?domain=gelen.test', ['destek']],
  [
    'no-reply@GELEN.test',
    'imaps://Kutu%40gelen.test:p@imap.test/INBOX?domain=gelen.test',
    ['kutu', 'no-reply'],
  ],
  ['no-reply@baska.test', 'imap://kutu%40baska.test:p@imap.test?domain=gelen.test', []],
  ['no-reply@baska.test', 'smtp://0.0.0.0:25?domain=gelen.test', []],
])('with MAIL_FROM %s and MAIL_IN_URL %s the operator has the names %j', (mailFrom, url, own) => {
  const mailInUrl = parseMailInUrl(url)
  const names = ['destek', 'kutu', 'no-reply', ''].filter(local =>
    isOperatorLocalPart({ mailFrom, mailInUrl }, local),
  )
  expect(names).toEqual(own)
})
