import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { checkRecords } from './sender.ts'

// The sender of a vendor's mails: its name, and an address whose domain has the right DNS records.

/** The DNS: values by type and name, or the code of an error. */
const dns = new Map<string, string[] | string>()
const portal = await openPortal(
  {
    MAIL_FROM: 'destek@isletme.test',
    MAIL_IN_URL: `webhook:?domain=gelen.test&secret=${'x'.repeat(32)}`,
    MAIL_SPF: 'include:_spf.posta.test',
    MAIL_DKIM: 's1=s1.dkim.posta.test, s2=s2.dkim.posta.test',
    LIMIT_FACTOR: '100',
  },
  {
    resolver: async (name, type) => {
      const values = dns.get(`${type} ${name}`) ?? 'ENOTFOUND'
      if (typeof values === 'string') throw Object.assign(new Error(values), { code: values })
      // long texts come in parts
      return type === 'TXT' ? values.map(value => [value.slice(0, 20), value.slice(20)]) : values
    },
  },
)
const fixtures = fixturesIn(portal)
const { as } = portal

const unset = { senderName: '', senderAddress: '', mailInAddress: '' }
const change = (admin: Person, body: Partial<typeof unset>) =>
  as(admin).call(routes.mails.changeSender, { body: { ...unset, ...body } })
const read = async (admin: Person) => (await as(admin).call(routes.mails.sender)).body
const check = async (admin: Person) => (await as(admin).call(routes.mails.checkSender)).body

/** A vendor with an address at a domain of its own. */
async function withAddress() {
  const vendor = await fixtures.vendor()
  const domain = `${randomUUID().slice(0, 8)}.demir.test`
  expect(
    (await change(vendor.admin, { senderName: 'Demir Destek', senderAddress: `yardim@${domain}` }))
      .status,
  ).toBe(200)
  return { ...vendor, mailDomain: domain, address: `yardim@${domain}` }
}

/** Adds the records that the portal asks for. */
async function addRecords(admin: Person) {
  for (const { type, name, value } of (await read(admin)).records)
    dns.set(`${type} ${name}`, [value])
}

const fromOfTestMail = async (admin: Person) => {
  await as(admin).call(routes.mails.test)
  return (await mailsIn(portal).to(admin.email)).at(-1)?.from
}

test('mails have the vendor’s name and the address of the installation until a vendor sets others', async () => {
  const { admin, domain } = await fixtures.vendor()
  expect(await read(admin)).toEqual({
    ...unset,
    isVerified: false,
    used: { name: `Satıcı ${domain}`, address: 'destek@isletme.test' },
    defaultAddress: 'destek@isletme.test',
    incoming: `${domain}@gelen.test`,
    records: [],
  })
  expect(await fromOfTestMail(admin)).toMatchObject({
    name: `Satıcı ${domain}`,
    address: 'destek@isletme.test',
  })
})

test('a new address is used only when every record is right, and no longer when a record is missing at a later check', async () => {
  const { admin, mailDomain, address } = await withAddress()
  expect((await read(admin)).used).toEqual({ name: 'Demir Destek', address: 'destek@isletme.test' })
  expect(await fromOfTestMail(admin)).toMatchObject({
    name: 'Demir Destek',
    address: 'destek@isletme.test',
  })
  await addRecords(admin)
  const result = await check(admin)
  expect(result.records.map(({ type, name, status }) => [type, name, status])).toEqual([
    ['TXT', `_tezgah.${mailDomain}`, 'ok'],
    ['TXT', mailDomain, 'ok'],
    ['CNAME', `s1._domainkey.${mailDomain}`, 'ok'],
    ['CNAME', `s2._domainkey.${mailDomain}`, 'ok'],
    ['TXT', `_dmarc.${mailDomain}`, 'ok'],
  ])
  expect(result.isVerified).toBe(true)
  expect(await read(admin)).toMatchObject({
    isVerified: true,
    used: { name: 'Demir Destek', address },
  })
  expect(await fromOfTestMail(admin)).toMatchObject({ name: 'Demir Destek', address })

  dns.delete(`CNAME s2._domainkey.${mailDomain}`)
  expect(await check(admin)).toMatchObject({ isVerified: false })
  expect(await read(admin)).toMatchObject({
    isVerified: false,
    used: { address: 'destek@isletme.test' },
  })
})

test('a DNS that does not answer for a record changes nothing, unless another record is wrong', async () => {
  const { admin, mailDomain, address } = await withAddress()
  await addRecords(admin)
  dns.set(`CNAME s2._domainkey.${mailDomain}`, 'ETIMEOUT')
  expect(await check(admin)).toMatchObject({ isVerified: false })
  expect(await read(admin)).toMatchObject({ isVerified: false })
  await addRecords(admin)
  await check(admin)
  dns.set(`CNAME s2._domainkey.${mailDomain}`, 'ETIMEOUT')
  expect(await check(admin)).toMatchObject({ isVerified: true })
  expect(await read(admin)).toMatchObject({ isVerified: true, used: { address } })
  dns.delete(`TXT _dmarc.${mailDomain}`)
  expect(await check(admin)).toMatchObject({ isVerified: false })
  expect(await read(admin)).toMatchObject({ isVerified: false })
})

test('each record is reported with what was found', async () => {
  const { admin, mailDomain } = await withAddress()
  await addRecords(admin)
  dns.set(`TXT ${mailDomain}`, ['v=spf1 mx -all', 'v=spf1 include:_spf.posta.test ~all'])
  dns.set(`CNAME s1._domainkey.${mailDomain}`, ['baska.test'])
  dns.set(`CNAME s2._domainkey.${mailDomain}`, 'ESERVFAIL')
  dns.set(`TXT _dmarc.${mailDomain}`, 'ENODATA')
  const { isVerified, records } = await check(admin)
  expect(isVerified).toBe(false)
  expect(records.map(({ status, found }) => [status, found])).toEqual([
    ['ok', [expect.stringMatching(/^tezgah-domain=[\w-]{43}$/)]],
    ['several', ['v=spf1 mx -all', 'v=spf1 include:_spf.posta.test ~all']],
    ['different', ['baska.test']],
    ['unavailable', []],
    ['missing', []],
  ])
})

test('a changed address is not verified, a changed name leaves it verified', async () => {
  const { admin, address } = await withAddress()
  await addRecords(admin)
  await check(admin)
  await change(admin, { senderName: 'Demir', senderAddress: address })
  expect(await read(admin)).toMatchObject({ isVerified: true, used: { name: 'Demir', address } })
  await change(admin, { senderAddress: `baska-${address}` })
  expect(await read(admin)).toMatchObject({
    isVerified: false,
    used: { address: 'destek@isletme.test' },
  })
  await change(admin, { senderAddress: address })
  expect(await read(admin)).toMatchObject({ isVerified: false })
})

test('the records of one vendor verify no address of another vendor', async () => {
  const { admin, address } = await withAddress()
  await addRecords(admin)
  const { admin: impostor } = await fixtures.vendor()
  await change(impostor, { senderAddress: address })
  const { isVerified, records } = await check(impostor)
  expect([isVerified, records[0]?.status]).toEqual([false, 'different'])
  expect(await check(admin)).toMatchObject({ isVerified: true })
})

test.each(['biri@isletme.test', 'biri@gelen.test'])(
  '%s is refused, as its domain is the operator’s',
  async senderAddress => {
    const { admin } = await fixtures.vendor()
    const { status, body } = await change(admin, { senderAddress })
    expect([status, body.errors]).toEqual([
      400,
      [
        {
          path: 'senderAddress',
          msg: 'Bu alan adındaki adresler portalı işletene ait. Kendi alan adınızdaki bir adresi kullanın.',
        },
      ],
    ])
  },
)

test('the address of MAIL_FROM is the same as none', async () => {
  const { admin } = await fixtures.vendor()
  expect(
    (await change(admin, { senderName: 'Demir', senderAddress: 'Destek@isletme.test' })).status,
  ).toBe(200)
  expect(await read(admin)).toMatchObject({
    senderAddress: '',
    used: { name: 'Demir', address: 'destek@isletme.test' },
    records: [],
  })
})

test.each([
  ['senderAddress', 'yardim'],
  ['senderAddress', 'yardım@demir.test'],
  ['senderAddress', 'yardim@demir'],
  ['senderAddress', 'yardim@-demir.test'],
  ['senderAddress', `yardim@${'a.'.repeat(95)}test`],
  ['mailInAddress', 'destek.merkez'],
  ['mailInAddress', 'reply+abc'],
  ['mailInAddress', 'postmaster'],
  ['mailInAddress', 'Reply'],
  ['mailInAddress', '-a'],
])('%s cannot be %s', async (field, value) => {
  const { admin } = await fixtures.vendor()
  const { status, body } = await change(admin, { [field]: value })
  expect([status, body.errors?.[0]?.path]).toEqual([400, field])
})

test('the incoming address belongs to one vendor, and another one learns only that it is in use', async () => {
  const [own, other] = [
    await fixtures.vendor(),
    await fixtures.vendor(`yerel-${randomUUID().slice(0, 8)}`),
  ]
  const mailInAddress = `demir-${randomUUID().slice(0, 8)}`
  expect((await change(own.admin, { mailInAddress: mailInAddress.toUpperCase() })).status).toBe(200)
  expect(await read(own.admin)).toMatchObject({
    mailInAddress,
    incoming: `${mailInAddress}@gelen.test`,
  })
  expect((await change(own.admin, { mailInAddress })).status).toBe(200)
  const message = 'Bu gelen e-posta adresi kullanımda; başka bir ad seçin.'
  expect(await change(other.admin, { mailInAddress })).toMatchObject({
    status: 409,
    body: { name: 'ConflictError', message },
  })
  expect(await change(own.admin, { mailInAddress: other.domain })).toMatchObject({
    status: 409,
    body: { message },
  })
  expect(await read(other.admin)).toMatchObject({ incoming: `${other.domain}@gelen.test` })
})

test('two vendors that choose an incoming address at the same moment do not both get it', async () => {
  const vendors = await Promise.all([1, 2, 3, 4].map(() => fixtures.vendor()))
  const mailInAddress = `ortak-${randomUUID().slice(0, 8)}`
  const answers = await Promise.all(vendors.map(({ admin }) => change(admin, { mailInAddress })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
})

test('without an address there is nothing to check', async () => {
  const { admin } = await fixtures.vendor()
  expect(await as(admin).call(routes.mails.checkSender)).toMatchObject({
    status: 409,
    body: { name: 'ConflictError' },
  })
})

test('a DNS that does not answer ends the check after the timeout', async () => {
  const resolver = () => new Promise(() => {})
  const { vendorId } = await fixtures.vendor()
  const records = await checkRecords(
    { ...portal.platform, resolver },
    vendorId,
    'yardim@demir.test',
    50,
  )
  expect(new Set(records.map(({ status }) => status))).toEqual(new Set(['unavailable']))
})

test('the audit has each change and check', async () => {
  const { admin, address } = await withAddress()
  await check(admin)
  const { entries } = (await as(admin).call(routes.audit.list)).body
  expect(entries.map(({ action, subject }) => [action, subject])).toEqual([
    ['mails.checkSender', address],
    ['mails.changeSender', ''],
  ])
  expect(entries[1]?.changes).toEqual([
    { field: 'senderName', before: null, after: 'Demir Destek' },
    { field: 'senderAddress', before: null, after: address },
  ])
})

test('the colour of a vendor is that of the button and links in its mails', async () => {
  const at = await fixtures.company()
  await as(at.admin).call(routes.vendors.changeSettings, { body: { color: '#8A1C4F' } })
  const email = `${randomUUID()}@tezgah.test`
  await as(at.admin).call(routes.users.invite, {
    params: { company: at.companyId },
    body: { email, name: 'Ali', surname: 'Can' },
  })
  const [mail] = await mailsIn(portal).to(email)
  expect(mail?.html).toContain('bgcolor="#8a1c4f"')
  expect(mail?.html).not.toContain('#196ac8')
})
