import { afterAll, describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn, password } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal, type Person, sharedPortal } from '#testing/portal.ts'
import { startMailServer } from '#testing/servers/mail-server.ts'

const portal = await sharedPortal()
const mailServer = await startMailServer()
afterAll(mailServer.stop)
const withMailServer = await openPortal({ SMTP_URL: mailServer.url })
const fixtures = fixturesIn(portal)
const mails = mailsIn(portal)
const { as } = portal

const invitation = (email: string) => ({
  email,
  name: 'Deniz',
  surname: 'Su',
  phone: '+90 212 555 00 00',
  department: 'Bakım',
  position: 'Usta',
})
const invite = (admin: Person, company: string, body: ReturnType<typeof invitation>) =>
  as(admin).call(routes.users.invite, { params: { company }, body })
const usersOf = async (admin: Person, company: string) =>
  (await as(admin).call(routes.users.list, { params: { company } })).body.users
const nextEmail = () => `deniz-${++count}@tezgah.test`
let count = 0

/** Activates an invitation, and signs in. */
async function join(
  at: Person,
  email: string,
  link: URL,
  language: 'tr' | 'en' = 'tr',
): Promise<Person> {
  const visitor = { ...at, language }
  const token = link.searchParams.get('token') ?? ''
  await as(visitor).call(routes.sessions.activate, { body: { token, email, password } })
  const { body } = await as(visitor).call(routes.sessions.login, { body: { email, password } })
  return { ...visitor, email, token: body.token }
}

describe('a new person who is invited', () => {
  test('is a pending user of the company, with the details of the invitation', async () => {
    const { admin, companyId } = await fixtures.company()
    const email = nextEmail()
    const { status, body } = await invite(admin, companyId, invitation(email))
    const { activationLink: _, ...user } = body
    expect([status, user]).toEqual([
      200,
      {
        ...invitation(email),
        _id: expect.any(String),
        contact: false,
        userRegistrationDate: expect.any(String),
        pending: true,
        undeliverable: false,
      },
    ])
    expect(await usersOf(admin, companyId)).toContainEqual(user)
  })

  test('gets a mail with a link that opens the portal to them', async () => {
    const { admin, companyId, visitor, domain } = await fixtures.company()
    const email = nextEmail()
    await invite(admin, companyId, invitation(email))
    const [mail] = await mails.to(email)
    expect([mail?.subject, mail?.from?.name, mail?.to]).toEqual([
      `Satıcı ${domain} destek portalına davet edildiniz`,
      `Satıcı ${domain}`,
      [{ name: 'Deniz Su', address: email }],
    ])
    const link = await mails.linkTo(email)
    expect([link.hostname, link.pathname, Object.fromEntries(link.searchParams)]).toEqual([
      domain,
      '/activate',
      { token: expect.any(String), mail: email, lang: 'tr' },
    ])
    const user = await join(visitor, email, link)
    expect(
      (await as(user).call(routes.companies.accounts)).body.accounts.map(({ _id }) => _id),
    ).toEqual([companyId])
    expect((await usersOf(admin, companyId)).find(each => each.email === email)).toMatchObject({
      pending: false,
    })
  })

  test('is written to in the language of the inviting administrator as the first of a company', async () => {
    const { admin, domain } = await fixtures.vendor()
    const { body } = await as(admin).call(routes.companies.create, {
      body: { name: 'Iğdır Döküm' },
    })
    const email = nextEmail()
    const invited = await invite({ ...admin, language: 'en' }, body._id, invitation(email))
    const [mail] = await mails.to(email)
    expect(mail?.subject).toBe(`You are invited to the support portal of Satıcı ${domain}`)
    expect(mail?.text).toContain('Hello Deniz,')
    expect((await mails.linkTo(email)).href).toBe(invited.body.activationLink)
    expect(invited.body.activationLink).toMatch(/&lang=en$/)
  })

  test('reads in the mail who has invited them, and to which company', async () => {
    const { admin, domain } = await fixtures.vendor()
    const { body } = await as(admin).call(routes.companies.create, {
      body: { name: 'Iğdır Döküm' },
    })
    const email = nextEmail()
    await invite(admin, body._id, invitation(email))
    const { body: me } = await as(admin).call(routes.sessions.me)
    const [mail] = await mails.to(email)
    expect(mail?.text?.replace(/\s+/g, ' ')).toContain(
      `${me.name} (Satıcı ${domain}) sizi Iğdır Döküm kullanıcısı olarak destek portalına davet etti.`,
    )
  })

  test('can be passed the link by the administrator where no mail is sent', async () => {
    const { admin, companyId, visitor } = await fixtures.company()
    const email = nextEmail()
    const { body } = await invite(admin, companyId, invitation(email))
    expect(
      (
        await as(await join(visitor, email, new URL(body.activationLink as string))).call(
          routes.sessions.me,
        )
      ).status,
    ).toBe(200)
  })

  test('gets the link by mail only where mail is sent', async () => {
    const { admin, companyId } = await fixturesIn(withMailServer).company()
    const invited = await withMailServer.as(admin).call(routes.users.invite, {
      params: { company: companyId },
      body: invitation('posta@tezgah.test'),
    })
    expect(invited.body).not.toHaveProperty('activationLink')
    const reminded = await withMailServer
      .as(admin)
      .call(routes.users.remind, { params: { company: companyId, user: invited.body._id } })
    expect(reminded.body).toEqual({
      message: 'Davet yeniden gönderildi; önceki bağlantı artık geçersiz.',
    })
    await expect
      .poll(() => mailServer.received.map(({ to }) => to))
      .toContainEqual(['posta@tezgah.test'])
  })
})

describe('an invitation', () => {
  const subjectFor = async (admin: Person, companyId: string, language?: 'tr' | 'en') => {
    const email = nextEmail()
    await as(admin).call(routes.users.invite, {
      params: { company: companyId },
      body: { ...invitation(email), ...(language && { language }) },
    })
    return (await mails.to(email))[0]?.subject
  }

  test("is in the language of most of the company's people, not in the inviter's", async () => {
    const { admin, companyId, member } = await fixtures.company()
    await as(member).call(routes.profile.change, { body: { language: 'en' } })
    expect(await subjectFor(admin, companyId)).toMatch(/^You are invited/)
  })

  test('is in the language that was chosen for it', async () => {
    const { admin, companyId } = await fixtures.company()
    expect(await subjectFor(admin, companyId, 'en')).toMatch(/^You are invited/)
    expect(await subjectFor(admin, companyId, 'tr')).toMatch(/davet edildiniz$/)
  })
})

describe('a known user who is invited', () => {
  test('is a user of one more company, and told so in their own language', async () => {
    const { admin, companyId, visitor, ...rest } = await fixtures.company()
    const email = nextEmail()
    const { body } = await invite(admin, companyId, invitation(email))
    const user = await join(visitor, email, new URL(body.activationLink as string), 'en')
    const second = await fixtures.company({ ...rest, admin, visitor })
    const again = await invite(admin, second.companyId, {
      ...invitation(email),
      name: 'Başka',
      department: 'Depo',
    })
    expect([again.status, again.body]).toEqual([
      200,
      {
        ...body,
        activationLink: undefined,
        department: 'Depo',
        pending: false,
        userRegistrationDate: expect.any(String),
      },
    ])
    const subjects = async () => (await mails.to(email)).map(({ subject }) => subject)
    await expect.poll(subjects).toContain(`You were added to ${second.companyName}`)
    expect((await as(user).call(routes.companies.accounts)).body.accounts).toHaveLength(2)
  })

  test('and is still pending gets a new link, which makes them a user of both', async () => {
    const { admin, companyId, visitor, ...rest } = await fixtures.company()
    const second = await fixtures.company({ ...rest, admin, visitor })
    const email = nextEmail()
    const first = await invite(admin, companyId, invitation(email))
    const { body } = await invite(admin, second.companyId, invitation(email))
    expect(body.activationLink).not.toBe(first.body.activationLink)
    const user = await join(visitor, email, new URL(body.activationLink as string))
    expect((await as(user).call(routes.companies.accounts)).body.accounts).toHaveLength(2)
  })

  test('and is still pending is called as the newest invitation says', async () => {
    const { admin, companyId, ...seller } = await fixtures.company()
    const other = await fixtures.company({ admin, ...seller })
    const email = nextEmail()
    await invite(admin, companyId, { ...invitation(email), name: 'Dneiz' })
    await invite(admin, other.companyId, invitation(email))
    expect((await usersOf(admin, companyId)).find(user => user.email === email)?.name).toBe('Deniz')
  })

  test('to the same company again is refused, in capital letters too', async () => {
    const { admin, companyId, member } = await fixtures.company()
    const again = await invite(admin, companyId, invitation(member.email.toUpperCase()))
    expect([again.status, again.body.message]).toEqual([
      409,
      'Bu e-posta adresi zaten bu firmanın kullanıcısı.',
    ])
  })

  test('to the same company again, while pending, is refused as pending', async () => {
    const { admin, companyId } = await fixtures.company()
    const email = nextEmail()
    await invite(admin, companyId, invitation(email))
    const again = await invite(admin, companyId, invitation(email))
    expect([again.status, again.body.message]).toEqual([
      409,
      'Bu e-posta adresine gönderilmiş bir davet yanıt bekliyor; listeden yeniden gönderebilirsiniz.',
    ])
  })

  test('by two administrators at once is invited once', async () => {
    const { admin, operator, companyId } = await fixtures.company()
    const email = nextEmail()
    const both = await Promise.all([
      invite(admin, companyId, invitation(email)),
      invite(operator, companyId, invitation(email)),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await usersOf(admin, companyId)).filter(user => user.email === email)).toHaveLength(1)
  })

  test('at another vendor is a new user there', async () => {
    const company = await fixtures.company()
    const { body } = await invite(
      (await fixtures.vendor()).admin,
      company.companyId,
      invitation(nextEmail()),
    )
    expect(body.name).toBe('NotFoundError')
    const elsewhere = await fixtures.company()
    expect(
      (await invite(elsewhere.admin, elsewhere.companyId, invitation(company.member.email))).body,
    ).toMatchObject({
      pending: true,
      name: 'Deniz',
    })
  })
})

describe('a pending invitation', () => {
  test('can be sent again', async () => {
    const { admin, companyId } = await fixtures.company()
    const email = nextEmail()
    const { body } = await invite(admin, companyId, invitation(email))
    const again = await as(admin).call(routes.users.remind, {
      params: { company: companyId, user: body._id },
    })
    expect(again.body.message).toBe('Davet yeniden gönderildi; önceki bağlantı artık geçersiz.')
    // The first mail may have been under way already.
    await expect.poll(async () => (await mails.linkTo(email)).href).toBe(again.body.activationLink)
  })

  test('is not sent to a user with a password', async () => {
    const { admin, companyId, member } = await fixtures.company()
    const again = await as(admin).call(routes.users.remind, {
      params: { company: companyId, user: member.userId },
    })
    expect([again.status, again.body.message]).toEqual([
      409,
      'Bu kullanıcı hesabını zaten etkinleştirmiş.',
    ])
  })
})

describe('a user whose details are corrected', () => {
  const update = (
    admin: Person,
    company: string,
    user: Person,
    body: Partial<Omit<ReturnType<typeof invitation>, 'email'>>,
  ) => as(admin).call(routes.users.update, { params: { company, user: user.userId }, body })

  test('has them in the answer and in the list, and keeps what was not sent', async () => {
    const { admin, companyId, member } = await fixtures.company()
    const body = { surname: 'Işıldak', phone: '+90 476 227 10 10', position: 'Şef' }
    const { status, body: answer } = await update(admin, companyId, member, body)
    expect([status, answer]).toMatchObject([
      200,
      { ...body, name: 'Işıl', department: '', message: 'Güncelleme başarılı.' },
    ])
    const { message: _, ...user } = answer
    expect(await usersOf(admin, companyId)).toEqual([user])
  })

  test('has a new name and telephone at each of their companies, department and position at one', async () => {
    const at = await fixtures.company()
    const { admin, companyId, member } = at
    const other = await fixtures.company(at)
    const known = { ...invitation(member.email), department: 'Depo', position: 'Memur' }
    await invite(admin, other.companyId, known)
    const { email: _, ...details } = invitation(member.email)
    await update(admin, companyId, member, details)
    expect(
      (await usersOf(admin, other.companyId)).find(({ _id }) => _id === member.userId),
    ).toMatchObject({ ...details, department: 'Depo', position: 'Memur' })
  })

  test('is in the audit with what was there before', async () => {
    const { admin, companyId, member } = await fixtures.company()
    await update(admin, companyId, member, { name: 'Işıl', surname: 'Su', department: 'Bakım' })
    const { entries } = (await as(admin).call(routes.audit.list)).body
    expect(entries[0]).toMatchObject({
      action: 'users.update',
      subject: member.email,
      changes: [
        { field: 'surname', before: 'Yılmaz', after: 'Su' },
        { field: 'department', before: null, after: 'Bakım' },
      ],
    })
  })

  test('is a user of that company: others of the vendor are not found, and keep theirs', async () => {
    const at = await fixtures.company()
    const other = await fixtures.company(at)
    for (const stranger of [other.member, at.staff])
      expect((await update(at.admin, at.companyId, stranger, { name: 'Deniz' })).status).toBe(404)
    expect(await usersOf(at.admin, other.companyId)).toMatchObject([{ name: 'Işıl' }])
  })
})

describe('a user who is removed from a company', () => {
  const remove = (admin: Person, company: string, user: Person, email = user.email) =>
    as(admin).call(routes.users.remove, { params: { company, user: user.userId }, body: { email } })

  test('must be named by e-mail, so that no user is removed by mistake', async () => {
    const { admin, companyId, member } = await fixtures.company()
    const refused = await remove(admin, companyId, member, 'baska@tezgah.test')
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'E-posta adresi bu kullanıcınınkiyle aynı değil; kimse silinmedi.',
    ])
    expect(await usersOf(admin, companyId)).toHaveLength(1)
    expect((await remove(admin, companyId, member, member.email.toUpperCase())).body).toEqual({
      message: 'Silme başarılı.',
    })
    expect(await usersOf(admin, companyId)).toEqual([])
    expect((await remove(admin, companyId, member)).status).toBe(404)
  })

  test('stays when only their invitation was to be revoked, and they have taken it up', async () => {
    const { admin, companyId, member } = await fixtures.company()
    const body = { email: member.email, pending: true } as const
    const late = await as(admin).call(routes.users.remove, {
      params: { company: companyId, user: member.userId },
      body,
    })
    expect([late.status, late.body.message]).toEqual([
      409,
      'Bu kullanıcı hesabını zaten etkinleştirmiş.',
    ])
    expect(await usersOf(admin, companyId)).toHaveLength(1)
  })

  test('has not accepted yet: their invitation is revoked', async () => {
    const { admin, companyId } = await fixtures.company()
    const { body } = await invite(admin, companyId, invitation(nextEmail()))
    const removal = { email: body.email, pending: true } as const
    const answer = await as(admin).call(routes.users.remove, {
      params: { company: companyId, user: body._id },
      body: removal,
    })
    expect(answer.status).toBe(200)
    expect((await usersOf(admin, companyId)).map(({ _id }) => _id)).not.toContain(body._id)
  })

  test('stays the author of their tickets and messages', async () => {
    const { admin, staff, companyId, member, ticketId } = await fixtures.ticket()
    await remove(admin, companyId, member)
    const { body } = await as(staff).call(routes.tickets.get, { params: { ticket: ticketId } })
    expect([body.createdByName, body.conversation[0]?.userName]).toEqual([
      'Işıl Yılmaz',
      'Işıl Yılmaz',
    ])
  })

  test('can be invited again, and signs in with the password they had', async () => {
    const { admin, companyId, member, visitor } = await fixtures.company()
    await remove(admin, companyId, member)
    expect((await invite(admin, companyId, invitation(member.email))).body).toMatchObject({
      _id: member.userId,
      name: 'Işıl',
      pending: false,
    })
    expect(
      (await as(visitor).call(routes.sessions.login, { body: { email: member.email, password } }))
        .status,
    ).toBe(200)
  })
})

describe('staff', () => {
  const newcomer = (at: Awaited<ReturnType<typeof fixtures.company>>) =>
    as(at.staff).call(routes.users.inviteForStaff, {
      params: { company: at.companyId },
      body: invitation(nextEmail()),
    })
  const remind = (at: Awaited<ReturnType<typeof fixtures.company>>, user: string) =>
    as(at.staff).call(routes.users.remindForStaff, { params: { company: at.companyId, user } })
  const permit = (at: { admin: Person }, staffMayInvite: boolean) =>
    as(at.admin).call(routes.vendors.changeSettings, { body: { staffMayInvite } })

  test('invite nobody unless the vendor lets them', async () => {
    const at = await fixtures.company()
    const { body: pending } = await invite(at.admin, at.companyId, invitation(nextEmail()))
    const refused = await newcomer(at)
    expect([refused.status, refused.body.message]).toEqual([403, 'Bunu yapmaya yetkiniz yok.'])
    expect((await remind(at, pending._id)).status).toBe(403)
    expect(await usersOf(at.admin, at.companyId)).toHaveLength(2)
  })

  test('invite and remind users of companies where the vendor lets them, and do nothing else to them', async () => {
    const at = await fixtures.company()
    await permit(at, true)
    const invited = await newcomer(at)
    expect([invited.status, invited.body]).toMatchObject([200, { pending: true }])
    const user = invited.body._id
    expect((await remind(at, user)).status).toBe(200)
    const params = { company: at.companyId, user }
    const { email } = invited.body
    for (const call of [
      as(at.staff).call(routes.users.update, { params, body: { name: 'Su' } }),
      as(at.staff).call(routes.users.remove, { params, body: { email } }),
      as(at.staff).call(routes.users.invite, {
        params: { company: at.companyId },
        body: invitation(nextEmail()),
      }),
    ])
      expect((await call).status).toBe(403)
  })

  test('of another vendor are not concerned, and find no company of this one', async () => {
    const at = await fixtures.company()
    const other = await fixtures.company()
    await permit(at, true)
    expect((await newcomer(other)).status).toBe(403)
    expect((await newcomer({ ...at, companyId: other.companyId })).status).toBe(404)
  })

  test('lose it with the setting, which the portal tells', async () => {
    const at = await fixtures.company()
    const told = async () => (await as(at.staff).call(routes.sessions.portal)).body.staffMayInvite
    await permit(at, true)
    expect(await told()).toBe(true)
    await permit(at, false)
    expect(await told()).toBe(false)
    expect((await newcomer(at)).status).toBe(403)
  })
})
