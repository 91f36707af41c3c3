import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn, password } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal, type Person, sharedPortal } from '#testing/portal.ts'
import { waitForReactions } from '#testing/queue.ts'
import { reply, startMailServer } from '#testing/servers/mail-server.ts'
import { waitFor } from '#testing/wait-for.ts'

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const mails = mailsIn(portal)
const { as, owner } = portal

const newEmail = () => `yeni-${randomUUID().slice(0, 8)}@tezgah.test`
const request = (caller: Person, email: string) =>
  as(caller).call(routes.profile.requestEmail, { body: { email } })
/** The link in the newest of `min` mails to an address. */
async function linkTo(address: string, min = 1) {
  const { searchParams } = await mails.linkTo(address, min)
  return { token: searchParams.get('token') ?? '', email: searchParams.get('mail') ?? '' }
}
type Link = Awaited<ReturnType<typeof linkTo>>
const check = async (at: Person, link: Link) =>
  (await as(at).call(routes.profile.checkEmail, { body: link })).body.works
const confirm = async (at: Person, link: Link) => {
  const { status, body } = await as(at).call(routes.profile.confirmEmail, { body: link })
  return [status, body.message]
}
const signIn = async (at: Person, email: string) =>
  (await as(at).call(routes.sessions.login, { body: { email, password } })).status
const emailOf = async (person: Person) => (await as(person).call(routes.sessions.me)).body.email
const used = [400, 'Bu bağlantı geçersiz ya da daha önce kullanılmış. Yenisini isteyin.']

/** A member of a company with the link to a new address. */
async function memberWithLink() {
  const at = await fixtures.company()
  const email = newEmail()
  await request(at.member, email)
  return { ...at, email, link: await linkTo(email) }
}

describe('a user who asks for another e-mail address', () => {
  test('keeps the present one, and sees in the profile which one waits', async () => {
    const { member } = await fixtures.company()
    const email = newEmail()
    const { status, body } = await request(member, email)
    expect([status, body.message]).toEqual([
      200,
      `${email} adresine bir onay bağlantısı gönderdik. Bağlantı onaylanana kadar e-posta adresi değişmez.`,
    ])
    expect((await as(member).call(routes.profile.get)).body).toMatchObject({
      email: member.email,
      newEmail: { address: email, dateExpires: expect.any(String) },
    })
    expect(await signIn({ ...member, token: null }, member.email)).toBe(200)
  })

  test('signs in with the new one only, once its reader has opened the link and confirmed', async () => {
    const { visitor, member, domain, email, link } = await memberWithLink()
    const url = await mails.linkTo(email)
    expect([url.hostname, url.pathname]).toEqual([domain, '/confirm-email'])
    expect(await check(visitor, link)).toBe(true)
    expect(await confirm(visitor, link)).toEqual([
      200,
      `E-posta adresiniz artık ${email}. Bundan sonra bu adresle giriş yapın.`,
    ])
    expect([await signIn(visitor, member.email), await signIn(visitor, email)]).toEqual([401, 200])
  })

  test('is told at the present address that it was asked for, and that it was changed', async () => {
    const { visitor, member, email, link } = await memberWithLink()
    const [asked] = await mails.to(member.email)
    expect(asked?.text).toContain(`e-posta adresinin ${email} olarak değiştirilmesi istendi`)
    expect(asked?.text).toContain('/forgotpassword?')
    await confirm(visitor, link)
    const changed = (await mails.to(member.email, 2)).at(-1)
    expect(changed?.text).toContain(`e-posta adresi artık ${email}`)
    expect(changed?.text).toContain('bir yönetici geri değiştirebilir')
  })

  test('is not named in the mail to the new one, which may be that of a stranger', async () => {
    const { vendorId, email } = await memberWithLink()
    const [mail] = await mails.to(email)
    const { rows } = await owner.query('select name from vendors where vendor_id = $1', [vendorId])
    expect(mail?.text).toContain(`Merhaba ${email},`)
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toContain('Işıl')
    expect(mail?.subject).toContain(rows[0].name)
  })

  test('writes it with the capitals of a Turkish keyboard, and gets its one spelling', async () => {
    const { member } = await fixtures.company()
    const email = newEmail()
    await request(member, email.toUpperCase().replace('I', 'İ'))
    expect((await linkTo(email)).email).toBe(email)
  })

  test('is told that an address is the present one already', async () => {
    const { member } = await fixtures.company()
    const { status, body } = await request(member, member.email)
    expect([status, body.errors?.[0]]).toMatchObject([
      400,
      { path: 'email', msg: 'Hesabın e-posta adresi zaten bu.' },
    ])
  })

  // Security: 7.5.1
  test('confirms first that it is them, also a customer, where the password was entered long ago', async () => {
    const { member } = await fixtures.company()
    await owner.query(
      "update sessions set date_authenticated = now() - interval '15 minutes' where user_id = $1",
      [member.userId],
    )
    const email = newEmail()
    expect(await request(member, email)).toMatchObject({
      status: 403,
      body: { name: 'ReauthenticationRequiredError' },
    })
    await as(member).call(routes.sessions.reauthenticate, { body: { password } })
    expect((await request(member, email)).status).toBe(200)
  })

  test('can do so ten times an hour', async () => {
    const { member } = await fixtures.company()
    const statuses: number[] = []
    for (let i = 0; i < 11; i++) statuses.push((await request(member, newEmail())).status)
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  })

  test('is no operator: theirs is named where the installation is run', async () => {
    const { operator } = await fixtures.vendor()
    expect((await request(operator, newEmail())).status).toBe(403)
  })

  test('leaves in the audit what was asked for, given up and confirmed', async () => {
    const { admin, member, visitor } = await fixtures.company()
    const [given, kept] = [newEmail(), newEmail()]
    await request(member, given)
    await as(member).call(routes.profile.cancelEmail)
    await as(member).call(routes.profile.cancelEmail) // changes nothing
    await request(member, kept)
    await confirm(visitor, await linkTo(kept))
    const { entries } = (await as(admin).call(routes.audit.list)).body
    const own = entries.filter(({ user }) => user === member.userId)
    expect(own.map(({ action, subject, changes }) => [action, subject, ...changes])).toEqual([
      ['profile.confirmEmail', '', { field: 'email', before: member.email, after: kept }],
      ['profile.requestEmail', '', { field: 'unconfirmedEmail', before: null, after: kept }],
      ['profile.cancelEmail', '', { field: 'unconfirmedEmail', before: given, after: null }],
      ['profile.requestEmail', '', { field: 'unconfirmedEmail', before: null, after: given }],
    ])
  })
})

describe('a confirmed address', () => {
  test('ends the other sessions of the user, and keeps the one that has confirmed', async () => {
    const at = await memberWithLink()
    const other = { ...at.member, ...(await fixtures.session(at, at.member.userId)) }
    expect((await confirm(at.member, at.link))[0]).toBe(200)
    expect((await as(other).call(routes.sessions.me)).status).toBe(401)
    expect(await emailOf(at.member)).toBe(at.email)
  })

  test('ends all of them where it is confirmed in the session of another user, or without one', async () => {
    for (const kind of ['admin', 'visitor'] as const) {
      const at = await memberWithLink()
      expect((await confirm(at[kind], at.link))[0]).toBe(200)
      expect((await as(at.member).call(routes.sessions.me)).status).toBe(401)
      expect((await as(at.admin).call(routes.sessions.me)).status).toBe(200)
    }
  })

  test('is confirmed with a token that is no longer valid, too', async () => {
    const { member, link } = await memberWithLink()
    expect((await confirm({ ...member, token: `${member.token}x` }, link))[0]).toBe(200)
  })

  test('ends a reset link that the former one has got', async () => {
    const { visitor, member, link } = await memberWithLink()
    await as(visitor).call(routes.sessions.forgot, { body: { email: member.email } })
    const reset = await linkTo(member.email, 2)
    await confirm(visitor, link)
    for (const email of [member.email, link.email]) {
      const body = { ...reset, email, password: 'Freze2071' }
      expect((await as(visitor).call(routes.sessions.activate, { body })).status).toBe(400)
    }
  })

  test('gets the reset links from then on', async () => {
    const { visitor, link } = await memberWithLink()
    await confirm(visitor, link)
    await as(visitor).call(routes.sessions.forgot, { body: { email: link.email } })
    const body = { ...(await linkTo(link.email, 2)), password: 'Freze2071' }
    expect((await as(visitor).call(routes.sessions.activate, { body })).status).toBe(200)
  })
})

describe('the link to a new address', () => {
  test('works once', async () => {
    const { visitor, link } = await memberWithLink()
    expect((await confirm(visitor, link))[0]).toBe(200)
    expect([await check(visitor, link), await confirm(visitor, link)]).toEqual([false, used])
  })

  test('works for one of two who confirm it at the same time', async () => {
    const { visitor, link } = await memberWithLink()
    const both = await Promise.all([confirm(visitor, link), confirm(visitor, link)])
    expect(both.map(([status]) => status).sort()).toEqual([200, 400])
  })

  test('is valid for 24 hours', async () => {
    const { visitor, member, link } = await memberWithLink()
    const { rows } = await owner.query(
      'select make_interval(mins => round(extract(epoch from date_expires - now()) / 60)::int)::text as left from activations where user_id = $1',
      [member.userId],
    )
    expect(rows).toEqual([{ left: '24:00:00' }])
    await owner.query('update activations set date_expires = now() where user_id = $1', [
      member.userId,
    ])
    expect([await check(visitor, link), await confirm(visitor, link)]).toEqual([
      false,
      [400, 'Bu bağlantının süresi dolmuş. Yenisini isteyin.'],
    ])
    expect((await as(member).call(routes.profile.get)).body.newEmail).toBeNull()
    expect(await emailOf(member)).toBe(member.email)
  })

  test('is not used up by a mail scanner that opens it', async () => {
    const { visitor, domain, email, link } = await memberWithLink()
    const { search } = await mails.linkTo(email)
    for (const url of [
      `/confirm-email${search}`,
      `/api/v1/domain/${domain}/user/email/confirm${search}`,
    ])
      for (const method of ['GET', 'HEAD'] as const) await portal.http.inject({ method, url })
    expect((await confirm(visitor, link))[0]).toBe(200)
  })

  const ends: [string, (at: Awaited<ReturnType<typeof memberWithLink>>) => Promise<unknown>][] = [
    ['another request', ({ member }) => request(member, newEmail())],
    ['a request for the same address', ({ member, email }) => request(member, email)],
    ['giving it up', ({ member }) => as(member).call(routes.profile.cancelEmail)],
    [
      'a new password',
      async ({ visitor, member }) => {
        await as(visitor).call(routes.sessions.forgot, { body: { email: member.email } })
        const body = { ...(await linkTo(member.email, 2)), password: 'Freze2071' }
        expect((await as(visitor).call(routes.sessions.activate, { body })).status).toBe(200)
      },
    ],
    [
      'the removal of the user',
      ({ admin, companyId, member }) =>
        as(admin).call(routes.users.remove, {
          params: { company: companyId, user: member.userId },
          body: { email: member.email },
        }),
    ],
  ]
  test.each(ends)('ends with %s', async (_, end) => {
    const at = await memberWithLink()
    await end(at)
    expect([await check(at.visitor, at.link), await confirm(at.visitor, at.link)]).toEqual([
      false,
      used,
    ])
  })

  test('ends with the removal of a colleague from the team', async () => {
    const { visitor, admin, staff } = await fixtures.vendor()
    const email = newEmail()
    await request(staff, email)
    const link = await linkTo(email)
    await as(admin).call(routes.team.remove, {
      params: { user: staff.userId },
      body: { email: staff.email },
    })
    expect(await confirm(visitor, link)).toEqual(used)
  })

  test('is good for its own address only, and at its own vendor', async () => {
    const { visitor, member, link } = await memberWithLink()
    const { visitor: elsewhere } = await fixtures.vendor()
    expect(await confirm(visitor, { ...link, email: newEmail() })).toEqual(used)
    expect([await check(elsewhere, link), await confirm(elsewhere, link)]).toEqual([false, used])
    expect(await emailOf(member)).toBe(member.email)
  })

  test('sets no password', async () => {
    const { visitor, member, link } = await memberWithLink()
    for (const email of [member.email, link.email]) {
      const body = { ...link, email, password: 'Freze2071' }
      expect((await as(visitor).call(routes.sessions.checkLink, { body })).body.works).toBe(false)
      expect((await as(visitor).call(routes.sessions.activate, { body })).status).toBe(400)
    }
  })

  test('cannot be guessed again and again', async () => {
    const { visitor } = await fixtures.vendor()
    const link = { token: 'x', email: newEmail() }
    const attempts = await Promise.all(Array.from({ length: 100 }, () => check(visitor, link)))
    expect(new Set(attempts)).toEqual(new Set([false]))
    await expect.poll(async () => (await confirm(visitor, link))[0]).toBe(429)
  })
})

describe('the address of another account', () => {
  test('is answered as a free one, and gets no mail', async () => {
    const at = await fixtures.company()
    const other = await fixtures.company(at)
    const taken = await request(at.member, other.member.email)
    expect([taken.status, taken.body.message]).toEqual([
      200,
      `${other.member.email} adresine bir onay bağlantısı gönderdik. Bağlantı onaylanana kadar e-posta adresi değişmez.`,
    ])
    expect((await as(at.member).call(routes.profile.get)).body.newEmail?.address).toBe(
      other.member.email,
    )
    await waitForReactions(owner)
    const readers = (await mails.all()).map(mail => mail.to?.[0]?.address)
    expect(readers).not.toContain(other.member.email)
  })

  test('is refused where it was taken since the request, and both keep theirs', async () => {
    const at = await memberWithLink()
    const other = await fixtures.person(at, 'staff')
    await owner.query('update users set email = $2 where id = $1', [other.userId, at.email])
    const [status, message] = await confirm(at.visitor, at.link)
    expect([status, message]).toEqual([409, expect.stringContaining('başka bir hesaba ait')])
    expect([await emailOf(at.member), await emailOf(other)]).toEqual([at.member.email, at.email])
  })

  test('is given to one of two users who confirm it at the same time', async () => {
    const at = await memberWithLink()
    const other = await fixtures.company(at)
    await request(other.member, at.email)
    const link = await linkTo(at.email, 2)
    const both = await Promise.all([confirm(at.visitor, at.link), confirm(at.visitor, link)])
    expect(both.map(([status]) => status).sort()).toEqual([200, 409])
  })

  test('is free at another vendor, where the account with it stays as it is', async () => {
    const [here, there] = [await fixtures.company(), await fixtures.company()]
    await request(here.member, there.member.email)
    expect((await confirm(here.visitor, await linkTo(there.member.email)))[0]).toBe(200)
    expect(await emailOf(there.member)).toBe(there.member.email)
    expect(await signIn(here.visitor, there.member.email)).toBe(200)
  })
})

test('a new address that refuses its mail does not mark the present one as undeliverable', async () => {
  const email = newEmail()
  const server = await startMailServer({
    recipient: address => {
      if (address === email) throw reply(550, '5.1.1 no such user here')
    },
  })
  const mailed = await openPortal({ SMTP_URL: server.url })
  const { member, admin } = await fixturesIn(mailed).company()
  await mailed.as(member).call(routes.profile.requestEmail, { body: { email } })
  await waitFor(async () => {
    const { body } = await mailed.as(admin).call(routes.mails.list, { query: { status: 'failed' } })
    expect(body.mails).toMatchObject([{ kind: 'email.confirmation', to: email }])
  })
  const { rowCount } = await mailed.owner.query('select from undeliverable_addresses')
  expect(rowCount).toBe(0)
  await server.stop()
})
