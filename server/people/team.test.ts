import { afterAll, describe, expect, test } from 'vitest'
import type { TeamRole } from '#contract/people.ts'
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
const { as, owner } = portal

let count = 0
const nextEmail = () => `sahin-${++count}@tezgah.test`
const invitation = (email: string, role: TeamRole = 'staff') => ({
  email,
  name: 'İnci',
  surname: 'Şahin',
  phone: '+90 476 227 10 10',
  role,
})
const invite = (caller: Person, body: ReturnType<typeof invitation>, idempotencyKey?: string) =>
  as(caller).call(routes.team.invite, { body }, idempotencyKey ? { idempotencyKey } : {})
const remind = (caller: Person, user: string) =>
  as(caller).call(routes.team.remind, { params: { user } })
const remove = (
  caller: Person,
  { userId, email }: Pick<Person, 'userId' | 'email'>,
  named = email,
) => as(caller).call(routes.team.remove, { params: { user: userId }, body: { email: named } })
const update = (
  caller: Person,
  { userId }: Pick<Person, 'userId'>,
  body: { name?: string; surname?: string; phone?: string; role?: TeamRole },
) => as(caller).call(routes.team.update, { params: { user: userId }, body })
const teamOf = async (
  caller: Person,
  query?: { sort?: 'name' | '-name' | 'surname'; search?: string },
) => (await as(caller).call(routes.team.list, { ...(query && { query }) })).body.users

/** Activates an invitation, and signs in. */
async function join(
  visitor: Person,
  { email, activationLink = '' }: { email: string; activationLink?: string | undefined },
) {
  const token = new URL(activationLink).searchParams.get('token') ?? ''
  const activated = await as(visitor).call(routes.sessions.activate, {
    body: { token, email, password },
  })
  const { body } = await as(visitor).call(routes.sessions.login, { body: { email, password } })
  return { activated: activated.status, person: { ...visitor, email, token: body.token ?? null } }
}

describe('the team', () => {
  test("is the vendor's administrators and staff, without customers and operators", async () => {
    const { admin, staff } = await fixtures.company()
    const team = await teamOf(admin)
    expect(team.map(({ email, role, pending }) => [email, role, pending]).sort()).toEqual([
      [admin.email, 'admin', false],
      [staff.email, 'staff', false],
    ])
  })

  test('stands in Turkish order, and is searched in Turkish', async () => {
    const { admin, staff } = await fixtures.vendor()
    await owner.query('update users set surname = $2 where id = $1', [staff.userId, 'Zor'])
    for (const surname of ['Şen', 'Iğdır', 'İnan', 'Sucu', 'Çelik']) {
      await invite(admin, { ...invitation(nextEmail()), name: 'Yeni', surname })
    }
    expect((await teamOf(admin, { sort: 'surname' })).map(({ surname }) => surname)).toEqual([
      ...['Çelik', 'Iğdır', 'İnan', 'Sucu', 'Şen', 'Yılmaz', 'Zor'],
    ])
    expect((await teamOf(admin, { search: 'IGDIR' })).map(({ surname }) => surname)).toEqual([
      'Iğdır',
    ])
  })
})

describe('a person who is invited to the team', () => {
  test.each([
    ['staff', { isStaff: true, isDomainAdmin: false }],
    ['admin', { isStaff: false, isDomainAdmin: true }],
  ] as const)('as %s sets a password and is one', async (role, flags) => {
    const { admin, visitor } = await fixtures.vendor()
    const email = nextEmail()
    const { status, body } = await invite(admin, invitation(email, role))
    expect([status, body]).toMatchObject([200, { ...invitation(email, role), pending: true }])
    const { person } = await join(visitor, body)
    expect((await as(person).call(routes.sessions.me)).body).toMatchObject({
      email,
      isAdmin: false,
      ...flags,
    })
    expect((await teamOf(admin)).find(each => each.email === email)).toMatchObject({
      pending: false,
    })
  })

  test('reads in the mail that it is for the team', async () => {
    const { admin, domain } = await fixtures.vendor()
    const email = nextEmail()
    const { body } = await invite(admin, invitation(email))
    const [mail] = await mails.to(email)
    expect(mail?.subject).toBe(`Satıcı ${domain} destek ekibine davet edildiniz`)
    expect(mail?.text).toContain('müşterilerin makinelerini')
    expect((await mails.linkTo(email)).href).toBe(body.activationLink)
  })

  test('gets the link by mail only where mail is sent', async () => {
    const { admin } = await fixturesIn(withMailServer).vendor()
    const invited = await withMailServer
      .as(admin)
      .call(routes.team.invite, { body: invitation('posta@tezgah.test') })
    expect([invited.status, invited.body.activationLink]).toEqual([200, undefined])
    const again = await withMailServer
      .as(admin)
      .call(routes.team.remind, { params: { user: invited.body._id } })
    expect(again.body).toEqual({
      message: 'Davet yeniden gönderildi; önceki bağlantı artık geçersiz.',
    })
    await expect
      .poll(() => mailServer.received.map(({ to }) => to))
      .toContainEqual(['posta@tezgah.test'])
  })

  test('twice under one key is invited once', async () => {
    const { admin } = await fixtures.vendor()
    const email = nextEmail()
    const [first, second] = [
      await invite(admin, invitation(email), 'davet'),
      await invite(admin, invitation(email), 'davet'),
    ]
    expect([second.status, second.body]).toEqual([200, first.body])
  })

  test('and is on it already is not invited again', async () => {
    const { admin, staff } = await fixtures.vendor()
    const again = await invite(admin, invitation(staff.email.toUpperCase()))
    expect([again.status, again.body.message]).toEqual([
      409,
      'Bu e-posta adresi zaten ekibinizden birine ait.',
    ])
  })

  test('and has not accepted yet is refused as pending', async () => {
    const { admin } = await fixtures.vendor()
    const email = nextEmail()
    await invite(admin, invitation(email))
    const again = await invite(admin, invitation(email))
    expect([again.status, again.body.message]).toEqual([
      409,
      'Bu e-posta adresine gönderilmiş bir davet yanıt bekliyor; listeden yeniden gönderebilirsiniz.',
    ])
  })

  test('by two administrators at once is invited once', async () => {
    const { admin, operator } = await fixtures.vendor()
    const email = nextEmail()
    const both = await Promise.all([
      invite(admin, invitation(email)),
      invite(operator, invitation(email)),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('with an unknown role is refused', async () => {
    const { admin } = await fixtures.vendor()
    const refused = await invite(admin, invitation(nextEmail(), 'operator' as TeamRole))
    expect([refused.status, refused.body.errors?.map(({ path }) => path)]).toEqual([400, ['role']])
  })
})

describe('no user is both on the team and a customer:', () => {
  test("a customer's address is not invited to the team, and nothing of them changes", async () => {
    const { admin, member } = await fixtures.company()
    const refused = await invite(admin, invitation(member.email))
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Bu e-posta adresi bir müşterinize ait. Bir kişi hem ekipten hem müşteri olamaz; önce firmalarındaki kullanıcılığını silin ya da başka bir adres kullanın.',
    ])
    expect((await as(member).call(routes.sessions.me)).body).toMatchObject({
      name: 'Işıl Yılmaz',
      isStaff: false,
    })
  })

  test("a colleague's address is not invited to a company", async () => {
    const { admin, staff, companyId } = await fixtures.company()
    const refused = await as({ ...admin, language: 'en' }).call(routes.users.invite, {
      params: { company: companyId },
      body: { email: staff.email, name: 'Deniz', surname: 'Su' },
    })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining(' both on the team and a customer; use another address.'),
    ])
  })

  test('invited to both at once, they become one of them', async () => {
    const { admin, operator, companyId } = await fixtures.company()
    const email = nextEmail()
    const asCustomer = () =>
      as(operator).call(routes.users.invite, {
        params: { company: companyId },
        body: { email, name: 'Deniz', surname: 'Su' },
      })
    const both = await Promise.all([invite(admin, invitation(email)), asCustomer()])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('a former customer joins the team with a new password', async () => {
    const { admin, visitor, companyId, member } = await fixtures.company()
    await as(admin).call(routes.users.remove, {
      params: { company: companyId, user: member.userId },
      body: { email: member.email },
    })
    const { body } = await invite(admin, invitation(member.email))
    expect(body).toMatchObject({ _id: member.userId, name: 'İnci', role: 'staff', pending: true })
    const old = await as(visitor).call(routes.sessions.login, {
      body: { email: member.email, password },
    })
    expect(old.status).toBe(401)
    expect((await join(visitor, body)).activated).toBe(200)
  })
})

describe('a pending invitation', () => {
  test('can be sent again, which ends the link before it', async () => {
    const { admin, visitor } = await fixtures.vendor()
    const { body } = await invite(admin, invitation(nextEmail()))
    const again = await remind(admin, body._id)
    expect((await join(visitor, body)).activated).toBe(400)
    expect(
      (await join(visitor, { email: body.email, activationLink: again.body.activationLink }))
        .activated,
    ).toBe(200)
  })

  test('is not sent to a user with a password', async () => {
    const { admin, staff } = await fixtures.vendor()
    expect((await remind(admin, staff.userId)).status).toBe(409)
  })

  test('that is revoked leads nowhere, and its address can be invited again', async () => {
    const { admin, visitor } = await fixtures.vendor()
    const { body } = await invite(admin, invitation(nextEmail()))
    expect((await remove(admin, { userId: body._id, email: body.email })).status).toBe(200)
    expect((await join(visitor, body)).activated).toBe(400)
    expect(await teamOf(admin)).toHaveLength(2)
    expect((await invite(admin, invitation(body.email, 'admin'))).body).toMatchObject({
      role: 'admin',
      pending: true,
    })
  })
})

describe('a colleague who is removed from the team', () => {
  // Security: 7.4.2
  test('is signed out at once, and cannot sign in again', async () => {
    const { admin, staff, visitor } = await fixtures.vendor()
    expect((await remove(admin, staff)).body).toEqual({ message: 'Silme başarılı.' })
    expect((await as(staff).call(routes.sessions.me)).status).toBe(401)
    expect(
      (await as(visitor).call(routes.sessions.login, { body: { email: staff.email, password } }))
        .status,
    ).toBe(401)
    expect((await teamOf(admin)).map(({ email }) => email)).toEqual([admin.email])
  })

  test('gets no new password by a link that was on its way', async () => {
    const { admin, staff, visitor } = await fixtures.vendor()
    await as(visitor).call(routes.sessions.forgot, { body: { email: staff.email } })
    const link = await mails.linkTo(staff.email)
    await remove(admin, staff)
    expect((await join(visitor, { email: staff.email, activationLink: link.href })).activated).toBe(
      400,
    )
  })

  test('must be named by e-mail, so that no user is removed by mistake', async () => {
    const { admin, staff } = await fixtures.vendor()
    expect((await remove(admin, staff, 'baska@tezgah.test')).status).toBe(409)
    expect((await as(staff).call(routes.sessions.me)).status).toBe(200)
    expect((await remove(admin, staff, staff.email.toUpperCase())).status).toBe(200)
  })

  test('stays when only their invitation was to be revoked, and they have taken it up', async () => {
    const { admin, staff } = await fixtures.vendor()
    const body = { email: staff.email, pending: true } as const
    expect(
      (await as(admin).call(routes.team.remove, { params: { user: staff.userId }, body })).status,
    ).toBe(409)
    expect((await as(staff).call(routes.sessions.me)).status).toBe(200)
  })

  test('has not accepted yet: their invitation is revoked', async () => {
    const { admin } = await fixtures.vendor()
    const { body } = await invite(admin, invitation(nextEmail()))
    const removal = { email: body.email, pending: true } as const
    expect(
      (await as(admin).call(routes.team.remove, { params: { user: body._id }, body: removal }))
        .status,
    ).toBe(200)
    expect((await teamOf(admin)).map(({ _id }) => _id)).not.toContain(body._id)
  })

  test('stays the author of what they wrote', async () => {
    const { admin, staff, ticketId } = await fixtures.ticket()
    await as(staff).call(routes.tickets.reply, {
      params: { ticket: ticketId },
      body: { contents: 'Yağ basıncını okur musunuz?' },
    })
    await remove(admin, staff)
    const { body } = await as(admin).call(routes.tickets.get, { params: { ticket: ticketId } })
    expect(body.conversation.at(-1)).toMatchObject({ userName: 'Ayşe Yılmaz', isStaff: true })
  })

  test('is none of the customers, and no platform operator: those are not found', async () => {
    const { admin, member, operator } = await fixtures.company()
    expect([(await remove(admin, member)).status, (await remove(admin, operator)).status]).toEqual([
      404, 404,
    ])
    expect((await as(operator).call(routes.sessions.me)).status).toBe(200)
  })

  test('is not oneself', async () => {
    const { admin, ...vendor } = await fixtures.vendor()
    await fixtures.person(vendor, 'admin')
    const refused = await remove(admin, admin)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Kendinizi silemezsiniz; bunu başka bir yönetici yapabilir.',
    ])
  })
})

describe('a colleague whose details are corrected', () => {
  test('has the new name and telephone, stays signed in, and is in the audit with the ones before', async () => {
    const { admin, staff } = await fixtures.vendor()
    const body = { surname: 'Işıldak', phone: '+90 476 227 10 10' }
    const { status, body: answer } = await update(admin, staff, body)
    const colleague = { ...body, name: 'Ayşe', role: 'staff', email: staff.email }
    expect([status, answer]).toMatchObject([200, { ...colleague, message: 'Güncelleme başarılı.' }])
    expect(await teamOf(admin)).toContainEqual(expect.objectContaining(colleague))
    expect((await as(staff).call(routes.sessions.me)).status).toBe(200)
    const { entries } = (await as(admin).call(routes.audit.list)).body
    expect(entries[0]).toMatchObject({
      action: 'team.update',
      subject: staff.email,
      changes: [
        { field: 'surname', before: 'Yılmaz', after: 'Işıldak' },
        { field: 'phone', before: null, after: '+90 476 227 10 10' },
      ],
    })
  })

  test('is named without the password that a change of the role asks for after 15 minutes', async () => {
    const { admin, staff } = await fixtures.vendor()
    await owner.query(
      "update sessions set date_authenticated = now() - interval '15 minutes' where user_id = $1",
      [admin.userId],
    )
    expect((await update(admin, staff, { name: 'İnci' })).status).toBe(200)
    expect((await update(admin, staff, { name: 'İnci', role: 'staff' })).status).toBe(403)
  })

  test('is none of the customers, and no platform operator: those are not found', async () => {
    const { admin, member, operator } = await fixtures.company()
    for (const person of [member, operator])
      expect((await update(admin, person, { role: 'staff' })).status).toBe(404)
  })
})

describe('a colleague with another role', () => {
  const signIn = async (person: Person) => {
    const { body } = await as({ ...person, token: null }).call(routes.sessions.login, {
      body: { email: person.email, password },
    })
    return { ...person, token: body.token ?? null }
  }

  test('has its access after signing in again', async () => {
    const { admin, staff } = await fixtures.vendor()
    expect((await update(admin, staff, { role: 'admin' })).body).toMatchObject({ role: 'admin' })
    expect((await as(staff).call(routes.sessions.me)).status).toBe(401)
    expect((await as(await signIn(staff)).call(routes.team.list)).status).toBe(200)
  })

  test('loses the access of an administrator at once, and keeps tickets and what they follow', async () => {
    const at = await fixtures.ticket()
    const { admin, ticketId: ticket } = at
    const other = await fixtures.person(at, 'admin')
    await as(other).call(routes.tickets.change, {
      params: { ticket },
      body: { assignee: other.userId },
    })
    await as(other).call(routes.notifications.follow, {
      params: { ticket },
      body: { following: 'follow' },
    })
    expect((await update(admin, other, { role: 'staff' })).status).toBe(200)
    expect((await as(other).call(routes.team.list)).status).toBe(401)
    const again = await signIn(other)
    expect((await as(again).call(routes.team.list)).status).toBe(403)
    expect((await as(again).call(routes.tickets.get, { params: { ticket } })).body).toMatchObject({
      assignee: other.userId,
      following: 'follow',
    })
  })

  test('is oneself, where another administrator stays', async () => {
    const { admin, ...vendor } = await fixtures.vendor()
    await fixtures.person(vendor, 'admin')
    expect((await update(admin, admin, { role: 'staff' })).status).toBe(200)
    expect((await as(admin).call(routes.sessions.me)).status).toBe(401)
  })
})

describe('the last administrator', () => {
  test('is not made staff, by nobody, and the other details are not saved', async () => {
    const { admin, operator } = await fixtures.vendor()
    await invite(admin, invitation(nextEmail(), 'admin')) // not active
    for (const caller of [admin, { ...operator, language: 'en' as const }]) {
      const refused = await update(caller, admin, { name: 'İnci', role: 'staff' })
      expect([refused.status, refused.body.message]).toEqual([
        409,
        caller === admin
          ? expect.stringMatching(/^Son yönetici silinemez, rolü de değiştirilemez\./)
          : expect.stringMatching(
              /^The last administrator can neither be removed nor become staff\./,
            ),
      ])
    }
    expect((await as(admin).call(routes.sessions.me)).body).toMatchObject({ name: 'Ayşe Yılmaz' })
  })

  test.each([1, 2, 3])(
    'stays when each of two makes the other staff at the same moment (%i)',
    async () => {
      const { admin, ...vendor } = await fixtures.vendor()
      const other = await fixtures.person(vendor, 'admin')
      const both = await Promise.all([
        update(admin, other, { role: 'staff' }),
        update(other, admin, { role: 'staff' }),
      ])
      expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    },
  )

  test.each([1, 2, 3])('stays when both make themselves staff at once (%i)', async () => {
    const { admin, ...vendor } = await fixtures.vendor()
    const other = await fixtures.person(vendor, 'admin')
    const both = await Promise.all(
      [admin, other].map(each => update(each, each, { role: 'staff' })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('cannot be removed, not even by an operator', async () => {
    const { admin, operator } = await fixtures.vendor()
    for (const caller of [admin, operator]) {
      const refused = await remove(caller, admin)
      expect([refused.status, refused.body.message]).toEqual([
        409,
        'Son yönetici silinemez, rolü de değiştirilemez. Önce ekipten birini yönetici yapın ya da yeni bir yönetici davet edip hesabını etkinleştirmesini bekleyin.',
      ])
    }
    expect((await as(admin).call(routes.sessions.me)).status).toBe(200)
  })

  test('cannot be removed while the only other one is pending', async () => {
    const { admin, operator } = await fixtures.vendor()
    await invite(admin, invitation(nextEmail(), 'admin'))
    expect((await remove(operator, admin)).status).toBe(409)
  })

  test.each([1, 2, 3])('stays when two remove each other at the same moment (%i)', async () => {
    const { admin, ...vendor } = await fixtures.vendor()
    const other = await fixtures.person(vendor, 'admin')
    const both = await Promise.all([remove(admin, other), remove(other, admin)])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    const { rows } = await owner.query(
      "select count(*)::int as left from users where vendor_id = $1 and role = 'admin'",
      [vendor.vendorId],
    )
    expect(rows).toEqual([{ left: 1 }])
  })

  test('stays when three remove each other in a circle', async () => {
    const { admin, ...vendor } = await fixtures.vendor()
    const [second, third] = [
      await fixtures.person(vendor, 'admin'),
      await fixtures.person(vendor, 'admin'),
    ]
    await Promise.all([remove(admin, second), remove(second, third), remove(third, admin)])
    const { rows } = await owner.query(
      "select count(*)::int as left from users where vendor_id = $1 and role = 'admin'",
      [vendor.vendorId],
    )
    expect(rows[0].left).toBeGreaterThanOrEqual(1)
  })
})
