import { generateKeyPairSync } from 'node:crypto'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import { expect, test } from 'vitest'
import { fixturesIn } from '#testing/fixtures.ts'
import { incomingMailsIn, mailInDomain, mailInSettings } from '#testing/incoming-mails.ts'
import { openPortal } from '#testing/portal.ts'

// Signed mails of a user that someone who has received them, and
// knows a reply address of that user, sends there again.

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const { MAIL_IN_TRUST: _, ...settings } = mailInSettings
const portal = await openPortal(settings, {
  resolver: async (name, type) => {
    if (type === 'TXT' && name.startsWith('anahtar._domainkey.'))
      return [[`v=DKIM1; k=rsa; p=${key}`]]
    if (type === 'TXT' && name === '_dmarc.firma.test') return [['v=DMARC1; p=reject']]
    throw Object.assign(new Error(`no ${type} of ${name}`), { code: 'ENOTFOUND' })
  },
})
const fixtures = fixturesIn(portal)
const { owner } = portal
const { replyAddress, sendRaw, settled } = incomingMailsIn(portal)

type Fields = Record<string, string>
const write = (fields: Fields) =>
  [...Object.entries(fields).map(([name, value]) => `${name}: ${value}`), '', 'Tamam.', ''].join(
    '\r\n',
  )

/** A mail whose domain signs `headerList`; `above` and `below` are unsigned fields added later. */
async function signed(
  fields: Fields,
  headerList = 'from:to:cc:subject:date',
  { above = '', below = '', signingDomain = fields.From?.split('@')[1] } = {},
) {
  const mail = write({ Subject: 'Mil', Date: 'Sun, 29 Nov 2026 10:00:00 +0300', ...fields })
  const { signatures } = await dkimSign(mail, {
    headerList: headerList.split(':'),
    signatureData: [
      {
        signingDomain,
        selector: 'anahtar',
        privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      },
    ],
  } as never)
  return `${above}${signatures}${mail.replace('\r\n\r\n', `\r\n${below}\r\n`)}`
}

async function ticket() {
  const at = await fixtures.ticket()
  return { at, From: at.member.email, to: await replyAddress(at, at.member) }
}

test.each<[string, (to: string) => Fields, string?]>([
  ['To', To => ({ To })],
  ['Cc', Cc => ({ To: 'baska@firma.test', Cc })],
  ['To, in single quotes', to => ({ To: `'${to}'` })],
  ['To, with the name in quotes', to => ({ To: `"'${to}'" <${to}>` })],
  ['To, of a mail server that signs no recipients', To => ({ To }), 'from:subject:date'],
])("a user's signed mail whose reply address is in %s is filed", async (_, fields, list) => {
  const { at, From, to } = await ticket()
  await sendRaw(await signed({ From, ...fields(to) }, list), to)
  expect(await settled(at, 1)).toMatchObject([{ state: 'filed', userId: at.member.userId }])
})

test.each<[string, (to: string) => object, string?]>([
  ['as it is', () => ({})],
  ['with a Cc that is not signed', to => ({ below: `Cc: ${to}\r\n` }), 'from:to:subject:date'],
  ['with a second To', to => ({ above: `To: ${to}\r\n` }), 'from:to:subject:date'],
  [
    'with a signature that only seems to cover it',
    to => ({
      above: `Cc: ${to}\r\nDKIM-Signature: v=1; a=rsa-sha256; d=tezgah.test; s=anahtar; h=from:to:cc; bh=YQ==; b=YQ==\r\n`,
    }),
    'from:to:subject:date',
  ],
])(
  "a user's signed mail to someone else that comes to their reply address %s is held",
  async (_, change, list) => {
    const { at, From, to } = await ticket()
    const raw = await signed({ From, To: 'meslektas@baska.test' }, list, change(to))
    await sendRaw(raw, to)
    expect(await settled(at, 1)).toMatchObject([{ state: 'held', reason: 'notAddressed' }])
  },
)

test("a user's mail to someone else that another domain of their organisation signed is held at their reply address", async () => {
  const { at, to } = await ticket()
  const From = `isil@haber.firma.test`
  await owner.query('update users set email = $1 where id = $2', [From, at.member.userId])
  const change = { above: `To: ${to}\r\n`, signingDomain: 'posta.firma.test' }
  await sendRaw(await signed({ From, To: 'a@baska.test' }, 'from:to:subject:date', change), to)
  expect(await settled(at, 1)).toMatchObject([{ state: 'held', reason: 'notAddressed' }])
  const { above: _, ...own } = change
  await sendRaw(await signed({ From, To: to }, 'from:to:subject:date', own), to)
  expect((await settled(at, 2)).map(({ state }) => state)).toEqual(['held', 'filed'])
})

test("a signed mail to one reply address that comes to another of its author's is held there", async () => {
  const { at, From, to } = await ticket()
  const other = await fixtures.ticket(at)
  const elsewhere = await replyAddress(other, at.member)
  const raw = await signed({ From, To: to })
  await sendRaw(raw, elsewhere)
  await settled(at, 1)
  await sendRaw(raw, to)
  expect((await settled(at, 2)).map(({ state, ticketId }) => [state, ticketId])).toEqual([
    ['held', other.ticketId],
    ['filed', at.ticketId],
  ])
})

test("a signed reply to the vendor's address, which a forwarding can name otherwise, needs no address in To", async () => {
  const at = await fixtures.company()
  const raw = await signed({ From: at.member.email, To: 'destek@firma.test' })
  await sendRaw(raw, `${at.domain}@${mailInDomain}`)
  expect(await settled(at, 1)).toMatchObject([{ state: 'filed' }])
})
