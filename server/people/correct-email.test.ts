import { randomUUID } from 'node:crypto'
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
const { as, owner } = portal

const newEmail = () => `dogru-${randomUUID().slice(0, 8)}@tezgah.test`
const signIn = async (at: Person, email: string) =>
  (await as(at).call(routes.sessions.login, { body: { email, password } })).status
const linkOf = ({ searchParams }: URL) => ({
  token: searchParams.get('token') ?? '',
  email: searchParams.get('mail') ?? '',
})
const activate = async (at: Person, link: ReturnType<typeof linkOf>) =>
  (await as(at).call(routes.sessions.activate, { body: { ...link, password } })).status
const names = { name: 'Deniz', surname: 'Su' }

type Company = Awaited<ReturnType<typeof fixtures.company>>
/** A user of a company and a colleague: both are corrected in the same way. */
const kinds = {
  user: {
    invite: ({ admin, companyId }: Company, email: string) =>
      as(admin).call(routes.users.invite, {
        params: { company: companyId },
        body: { ...names, email },
      }),
    active: ({ member }: Company) => member,
    update: (
      { admin, companyId }: Company,
      user: string,
      body: { email?: string; name?: string },
    ) => as(admin).call(routes.users.update, { params: { company: companyId, user }, body }),
    list: async ({ admin, companyId }: Company) =>
      (await as(admin).call(routes.users.list, { params: { company: companyId } })).body.users,
    action: 'users.update',
  },
  colleague: {
    invite: ({ admin }: Company, email: string) =>
      as(admin).call(routes.team.invite, { body: { ...names, email, role: 'staff' } }),
    active: ({ staff }: Company) => staff,
    update: ({ admin }: Company, user: string, body: { email?: string; name?: string }) =>
      as(admin).call(routes.team.update, { params: { user }, body }),
    list: async ({ admin }: Company) => (await as(admin).call(routes.team.list)).body.users,
    action: 'team.update',
  },
} as const

describe.each(Object.entries(kinds))('the e-mail of a %s', (_, kind) => {
  test('is corrected at once while the invitation waits, which goes to the new address; the link before it ends', async () => {
    const at = await fixtures.company()
    const [wrong, right] = [newEmail(), newEmail()]
    const { body: invited } = await kind.invite(at, wrong)
    const { status, body } = await kind.update(at, invited._id, { email: right })
    expect([status, body]).toMatchObject([200, { email: right, pending: true }])
    const former = linkOf(new URL(invited.activationLink ?? ''))
    for (const email of [wrong, right])
      expect(await activate(at.visitor, { ...former, email })).toBe(400)
    const mailed = await mails.linkTo(right)
    expect(body.activationLink).toBe(mailed.href)
    expect(await activate(at.visitor, linkOf(mailed))).toBe(200)
    expect([await signIn(at.visitor, wrong), await signIn(at.visitor, right)]).toEqual([401, 200])
  })

  test('of an active account changes once the link is confirmed, and both addresses are told', async () => {
    const at = await fixtures.company()
    const person = kind.active(at)
    const email = newEmail()
    const { status, body } = await kind.update(at, person.userId, { email })
    expect([status, body]).toMatchObject([
      200,
      { email: person.email, message: expect.stringContaining(`${email} adresine bir onay`) },
    ])
    expect(body.activationLink).toBeUndefined()
    const [notice] = await mails.to(person.email)
    expect(notice?.text).toContain(`Ayşe Yılmaz, hesabınızın e-posta adresinin ${email} olarak`)
    expect((await as(person).call(routes.profile.get)).body.newEmail?.address).toBe(email)
    expect(await signIn(at.visitor, person.email)).toBe(200)

    const link = linkOf(await mails.linkTo(email))
    expect((await as(at.visitor).call(routes.profile.confirmEmail, { body: link })).status).toBe(
      200,
    )
    expect(await kind.list(at)).toContainEqual(expect.objectContaining({ email }))
    expect([await signIn(at.visitor, person.email), await signIn(at.visitor, email)]).toEqual([
      401, 200,
    ])
  })

  test('is in the audit: what was corrected, and what waits for its confirmation', async () => {
    const at = await fixtures.company()
    const [wrong, right, other] = [newEmail(), newEmail(), newEmail()]
    const { body: invited } = await kind.invite(at, wrong)
    await kind.update(at, invited._id, { email: right })
    await kind.update(at, kind.active(at).userId, { email: other })
    const { entries } = (await as(at.admin).call(routes.audit.list)).body
    expect(entries.slice(0, 2)).toMatchObject([
      {
        action: kind.action,
        subject: kind.active(at).email,
        changes: [{ field: 'unconfirmedEmail', before: null, after: other }],
      },
      {
        action: kind.action,
        subject: right,
        changes: [{ field: 'email', before: wrong, after: right }],
      },
    ])
  })

  test('cannot become that of another account, be it of a customer or of the team; nothing else changes either', async () => {
    const at = await fixtures.company()
    const other = await fixtures.company(at)
    const { body: invited } = await kind.invite(at, newEmail())
    for (const { email } of [other.member, at.admin, at.staff, at.member])
      for (const id of [invited._id, kind.active(at).userId]) {
        if (id === kind.active(at).userId && email === kind.active(at).email) continue
        const { status, body } = await kind.update(at, id, { name: 'Başka', email })
        expect([status, body.message]).toEqual([
          409,
          expect.stringContaining('portalda başka bir hesaba ait'),
        ])
      }
    expect((await kind.list(at)).map(({ name }) => name)).not.toContain('Başka')
  })

  // Security: 7.5.1
  test('takes the password or a code again after 15 minutes, and the name alone does not', async () => {
    const at = await fixtures.company()
    const { userId } = kind.active(at)
    await owner.query(
      "update sessions set date_authenticated = now() - interval '15 minutes' where user_id = $1",
      [at.admin.userId],
    )
    expect((await kind.update(at, userId, { name: 'İnci' })).status).toBe(200)
    expect(await kind.update(at, userId, { name: 'İnci', email: newEmail() })).toMatchObject({
      status: 403,
      body: { name: 'ReauthenticationRequiredError' },
    })
  })

  test('that is sent unchanged sends no mail', async () => {
    const at = await fixtures.company()
    const { userId, email } = kind.active(at)
    const { body } = await kind.update(at, userId, { name: 'İnci', email })
    expect(body).toMatchObject({ name: 'İnci', email, message: 'Güncelleme başarılı.' })
    const { rows } = await owner.query('select from activations where user_id = $1', [userId])
    expect(rows).toEqual([])
  })
})

test('an administrator changes no e-mail of an operator, nor of a user of another vendor', async () => {
  const at = await fixtures.company()
  const elsewhere = await fixtures.company()
  for (const { userId } of [at.operator, elsewhere.staff, elsewhere.member])
    for (const kind of Object.values(kinds))
      expect((await kind.update(at, userId, { email: newEmail() })).status).toBe(404)
})

test('an administrator who corrects their own e-mail reads a notice of their own request', async () => {
  const at = await fixtures.company()
  await kinds.colleague.update(at, at.admin.userId, { email: newEmail() })
  const [notice] = await mails.to(at.admin.email)
  expect(notice?.text).toContain('olarak değiştirilmesi istendi')
})

test('the corrected e-mail of a user of two companies is that at both', async () => {
  const at = await fixtures.company()
  const other = await fixtures.company(at)
  const { body } = await kinds.user.invite(at, newEmail())
  await fixtures.join(at.vendorId, body._id, other.companyId)
  const email = newEmail()
  await kinds.user.update(at, body._id, { email })
  expect(await kinds.user.list(other)).toContainEqual(expect.objectContaining({ email }))
})

test('where mails are sent, the corrected invitation is not shown to the administrator, who is told where it went', async () => {
  const { admin, companyId } = await fixturesIn(withMailServer).company()
  const { call } = withMailServer.as(admin)
  const params = { company: companyId }
  const { body } = await call(routes.users.invite, {
    params,
    body: { ...names, email: newEmail() },
  })
  const email = newEmail()
  const { body: answer } = await call(routes.users.update, {
    params: { ...params, user: body._id },
    body: { email },
  })
  expect(answer.activationLink).toBeUndefined()
  expect(answer.message).toContain(`davet ${email} adresine yeniden gönderildi`)
})
