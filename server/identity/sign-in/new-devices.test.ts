import { afterEach, describe, expect, test, vi } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn, password } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { start } from '../../app/start.ts'

const portal = await openPortal()
const fixtures = fixturesIn(portal)
const mails = mailsIn(portal)
const { as } = portal

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
const another = 'Freze1453'

type Attempt = { device?: string; secret?: string; devices?: string[]; language?: 'tr' | 'en' }
/** Signs in; returns the device token. */
async function signIn(
  { domain, email }: Pick<Person, 'domain' | 'email'>,
  { device = firefox, secret = password, devices }: Attempt = {},
) {
  const body = { email, password: secret, ...(devices && { devices }) }
  const visitor = { domain, token: null, userId: '', email }
  const reply = await as(visitor).call(
    routes.sessions.login,
    { body },
    { headers: { 'user-agent': device } },
  )
  return { device: reply.body.device ?? '' }
}
/** The subjects of the mails to an address, once every queued mail has been sent. */
async function subjectsTo(address: string) {
  const waiting = async () =>
    (await portal.owner.query("select from mails where state <> 'failed'")).rows
  await expect.poll(waiting).toEqual([])
  return (await mails.all())
    .filter(mail => mail.to?.[0]?.address === address)
    .map(mail => mail.subject ?? '')
}
const newDevice = (domain: string) =>
  `Satıcı ${domain} destek portalı: yeni bir cihazdan giriş yapıldı`

/** Sets a new password with a reset link. */
async function reset(
  { visitor, email }: { visitor: Person; email: string },
  least: number,
  secret = another,
) {
  await as(visitor).call(routes.sessions.forgot, { body: { email } })
  const token = (await mails.linkTo(email, least)).searchParams.get('token') ?? ''
  const { body } = await as(visitor).call(
    routes.sessions.activate,
    { body: { token, email, password: secret } },
    { headers: { 'user-agent': phone } },
  )
  return body
}

describe('a user who signs in from a new device', () => {
  test('is told when, with what and from where, and what to do if it was not them', async () => {
    const { member, domain } = await fixtures.company()
    await signIn(member)
    await signIn(member, { device: phone })
    const [mail] = await mails.to(member.email)
    expect(mail?.subject).toBe(newDevice(domain))
    expect(mail?.text).toMatch(
      /Ne zaman: \d+ \S+ \d{4} \d\d:\d\d GMT\+3\nCihaz: Safari, iOS\nAdres: 127\.0\.0\.1/,
    )
    expect(mail?.text).toContain(`/forgotpassword?mail=${encodeURIComponent(member.email)}`)
    expect(mail?.text).toContain(`${domain}`)
    expect(mail?.text).toContain(`/security?mail=${encodeURIComponent(member.email)}`)
  })

  test('is told in their language', async () => {
    const { member } = await fixtures.company()
    await as(member).call(routes.profile.change, { body: { language: 'en' } })
    await signIn(member)
    await signIn(member, { device: phone })
    const [mail] = await mails.to(member.email)
    expect(mail?.text).toMatch(/When: .* GMT\+3\nDevice: Safari, iOS/)
  })

  test('is not told at their first sign-in', async () => {
    const { member } = await fixtures.company()
    await signIn(member)
    expect(await subjectsTo(member.email)).toEqual([])
  })

  test('is not told where the browser has kept their device token, among those of other users', async () => {
    const { member, staff } = await fixtures.company()
    const { device } = await signIn(member)
    const { device: other } = await signIn(staff)
    await signIn(member, { device: phone, devices: [other, device] })
    expect(await subjectsTo(member.email)).toEqual([])
  })

  test('is not told where the browser has kept their device token of version 0.2, which had no second part', async () => {
    const { member } = await fixtures.company()
    const [earlier = ''] = (await signIn(member)).device.split('.')
    await signIn(member, { device: phone, devices: [earlier] })
    expect(await subjectsTo(member.email)).toEqual([])
  })

  test.each([
    ['of another user', async (staff: Person) => (await signIn(staff)).device],
    ['that was made up', async () => 'A'.repeat(43)],
  ])('is told where the browser sends a token %s', async (_, makeToken) => {
    const { member, staff, domain } = await fixtures.company()
    await signIn(member)
    await signIn(member, { devices: [await makeToken(staff)] })
    expect(await subjectsTo(member.email)).toEqual([newDevice(domain)])
  })

  test('is told once a day of the same kind of browser on the same network, and of each other kind', async () => {
    const { member, domain } = await fixtures.company()
    await signIn(member)
    for (const device of [phone, phone, firefox, firefox]) await signIn(member, { device })
    expect(await subjectsTo(member.email)).toEqual([newDevice(domain), newDevice(domain)])
  })

  test('reads nothing that was sent in place of a browser’s name', async () => {
    const { member } = await fixtures.company()
    await signIn(member)
    await signIn(member, { device: 'Hesabiniz calindi: evil.example adresine girin/1.0 x' })
    const [mail] = await mails.to(member.email)
    expect(mail?.text).toContain('Cihaz: ')
    expect(mail?.text).not.toContain('evil.example')
  })

  test('is not told of a wrong password', async () => {
    const { member } = await fixtures.company()
    await signIn(member)
    await signIn(member, { secret: 'Yanlis1453' })
    expect(await subjectsTo(member.email)).toEqual([])
  })

  test('is told as an operator, also at a vendor where they have never signed in', async () => {
    const email = await fixtures.operator()
    const [first, second] = [await fixtures.vendor(), await fixtures.vendor()]
    await signIn({ domain: first.domain, email })
    await signIn({ domain: second.domain, email }, { device: phone })
    expect(await subjectsTo(email)).toEqual([newDevice(second.domain)])
  })
})

describe('sign-ins from ever new devices and networks', () => {
  let network = 0
  /** `count` sign-ins at 09:00 of a day, each from another network. */
  async function signIns(
    count: number,
    { domain, email }: Pick<Person, 'domain' | 'email'>,
    day: string,
    http = portal.http,
  ) {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T09:00:00Z`) })
    const one = () =>
      http.inject({
        method: 'POST',
        url: `/api/v1/domain/${domain}/user/login`,
        payload: { email, password },
        headers: { 'user-agent': firefox, 'x-forwarded-for': `198.51.100.${++network}` },
      })
    const replies = await Promise.all([...Array(count)].map(one))
    vi.useRealTimers()
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(count).fill(200))
  }
  afterEach(() => void vi.useRealTimers())

  const lastNotice = {
    tr: 'Bu, bugünkü son bildirim',
    en: 'This is the last of these notices today',
  }
  test.each(['tr', 'en'] as const)(
    'are reported to the user five times a day, and the fifth mail says that it is the last (%s)',
    async language => {
      const { member } = await fixtures.company()
      await as(member).call(routes.profile.change, { body: { language } })
      await signIn(member)
      await signIns(8, member, '2026-11-22')
      expect(await subjectsTo(member.email)).toHaveLength(5)
      const texts = (await mails.to(member.email, 5)).map(({ text }) => text ?? '')
      expect(texts.filter(text => text.includes(lastNotice[language]))).toHaveLength(1)
    },
  )

  test('are reported to the user again on the next day', async () => {
    const { member } = await fixtures.company()
    await signIn(member)
    await signIns(6, member, '2026-11-22')
    await signIns(1, member, '2026-11-23')
    expect(await subjectsTo(member.email)).toHaveLength(6)
  })

  test('do not use up a colleague’s mails', async () => {
    const { member, staff } = await fixtures.company()
    for (const person of [member, staff]) await signIn(person)
    await signIns(6, member, '2026-11-22')
    await signIns(1, staff, '2026-11-22')
    expect(await subjectsTo(staff.email)).toHaveLength(1)
  })

  test('are reported to an operator no more often at many vendors', async () => {
    const email = await fixtures.operator()
    const [first, second] = [await fixtures.vendor(), await fixtures.vendor()]
    await signIn({ domain: first.domain, email })
    await signIns(4, { domain: first.domain, email }, '2026-11-22')
    await signIns(8, { domain: second.domain, email }, '2026-11-22')
    expect(await subjectsTo(email)).toHaveLength(5)
  })

  test('are reported by two instances of the server no more often than by one', async () => {
    const { member } = await fixtures.company()
    await signIn(member)
    const other = await start({ ...portal.platform.config, port: 0 }, portal.connection, {
      logLevel: 'silent',
    })
    try {
      for (const { http } of [portal, other, portal, other])
        await signIns(2, member, '2026-11-22', http)
      expect(await subjectsTo(member.email)).toHaveLength(5)
    } finally {
      await other.stop()
    }
  })
})

describe('a new password', () => {
  test('is reported by mail, with when and from where it was set', async () => {
    const { member, visitor, domain } = await fixtures.company()
    await reset({ visitor, email: member.email }, 1)
    const mail = (await mails.to(member.email, 2)).at(-1)
    expect(mail?.subject).toBe(`Satıcı ${domain} destek portalı: parolanız değişti`)
    expect(mail?.text).toContain('Safari, iOS')
  })

  test('makes every device new but the one that it was set with', async () => {
    const { member, visitor, domain } = await fixtures.company()
    const { device: old } = await signIn(member)
    const { device } = await reset({ visitor, email: member.email }, 1)
    await signIn(member, { secret: another, devices: [device] })
    expect(await subjectsTo(member.email)).not.toContain(newDevice(domain))
    await signIn(member, { secret: another, devices: [old] })
    expect(await subjectsTo(member.email)).toContain(newDevice(domain))
  })

  test('is not reported when it is the user’s first', async () => {
    const { admin, visitor, companyId } = await fixtures.company()
    const email = 'yeni@musteri.test'
    const invited = await as(admin).call(routes.users.invite, {
      params: { company: companyId },
      body: { email, name: 'Deniz', surname: 'Su' },
    })
    const token = new URL(invited.body.activationLink ?? '').searchParams.get('token') ?? ''
    await as(visitor).call(routes.sessions.activate, { body: { token, email, password: another } })
    await signIn({ ...visitor, email }, { secret: another })
    const notices = (await subjectsTo(email)).filter(subject => !subject.includes('davet'))
    expect(notices).toEqual([])
  })
})
