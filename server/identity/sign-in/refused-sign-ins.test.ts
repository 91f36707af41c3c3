import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn, password } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { codeNow, secondFactorsIn } from '#testing/sign-in/second-factors.ts'

const portal = await openPortal({ LIMIT_FACTOR: '100' })
const fixtures = fixturesIn(portal)
const mails = mailsIn(portal)
const { createEnrolledColleague, signIn, enterCode } = secondFactorsIn(portal)
const { as, owner } = portal

type Known = Pick<Person, 'domain' | 'email'>
/** Enters a wrong password for an account, from each of these addresses. */
async function enterWrongPassword({ domain, email }: Known, from: string[]) {
  const visitor = { domain, token: null, userId: '', email }
  const body = { email, password: 'Yanlis1453' }
  const answers = await Promise.all(
    from.map(address =>
      as(visitor).call(
        routes.sessions.login,
        { body },
        { headers: { 'x-forwarded-for': address } },
      ),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
}
const home = '203.0.113.1'
const times = (count: number, address = home) => Array<string>(count).fill(address)
const auditOf = async (admin: Person) =>
  (await as(admin).call(routes.audit.list, { query: { refused: 'true' } })).body.entries
/** The refused sign-ins in the audit, once so many attempts are counted there. */
async function counted(admin: Person, attempts: number) {
  const sum = async () =>
    (await auditOf(admin)).reduce((all, entry) => all + (entry.attempts ?? 0), 0)
  await expect.poll(sum).toBe(attempts)
  return auditOf(admin)
}
const moveBack = (vendorId: string, interval: string) =>
  owner.query(
    `update audit_entries set date_created = date_created - $2::interval, date_notified = date_notified - $2::interval
      where vendor_id = $1 and attempts is not null`,
    [vendorId, interval],
  )
/** The subjects of the mails to a person, once every queued mail has been sent. */
async function subjectsTo({ email }: Known) {
  const waiting = async () => (await owner.query("select from mails where state <> 'failed'")).rows
  await expect.poll(waiting).toEqual([])
  return (await mails.all())
    .filter(mail => mail.to?.[0]?.address === email)
    .map(mail => mail.subject ?? '')
}
const unusual = (domain: string, email: string) =>
  `Satıcı ${domain} destek portalı: ${email} hesabında olağan dışı giriş denemeleri`

describe('wrong passwords', () => {
  // Security: P9
  test.each(['staff', 'admin', 'operator'] as const)(
    'for %s are one entry in ten minutes, with their count and networks',
    async role => {
      const { admin, vendorId, ...vendor } = await fixtures.vendor()
      const account = { admin, ...vendor }[role]
      await enterWrongPassword(account, times(3))
      await counted(admin, 3)
      await enterWrongPassword(account, ['2001:db8:1:2::3', '2001:db8:1:2::4'])
      const entries = await counted(admin, 5)
      expect(entries).toMatchObject([
        {
          action: 'sessions.login',
          user: null,
          subject: account.email,
          refusal: 'InvalidCredentialsError',
          attempts: 5,
          networks: [home, '2001:db8:1:2::/64'],
          address: home,
        },
      ])
      await moveBack(vendorId, '10 minutes')
      await enterWrongPassword(account, times(1))
      expect((await counted(admin, 6)).map(({ attempts }) => attempts)).toEqual([1, 5])
    },
  )

  test('of a customer, and for an address without an account, are not in the audit', async () => {
    const { admin, member, domain, staff } = await fixtures.company()
    await enterWrongPassword(member, times(3))
    await enterWrongPassword({ domain, email: 'yok@tezgah.test' }, times(3))
    await enterWrongPassword(staff, times(1))
    expect(await counted(admin, 1)).toHaveLength(1)
  })

  // Security: P9
  test('of an attack from many networks fill no more than one entry for each account', async () => {
    const { admin, staff } = await fixtures.vendor()
    const networks = Array.from({ length: 15 }, (_, i) => `198.51.100.${i}`)
    for (let i = 0; i < 3; i++) {
      await enterWrongPassword(staff, networks)
      await enterWrongPassword(admin, networks.slice(0, 5))
    }
    const entries = await counted(admin, 60)
    expect(
      entries.map(({ subject, attempts, networks }) => [subject, attempts, networks.length]).sort(),
    ).toEqual(
      [
        [admin.email, 15, 5],
        [staff.email, 45, 10],
      ].sort(),
    )
  })

  // Security: P9
  test('are answered before their entry is written: the answer takes as long for a colleague as for a made-up address', async () => {
    const { admin, staff } = await fixtures.vendor()
    const holder = await owner.connect()
    try {
      await holder.query('begin')
      await holder.query('lock table audit_entries in exclusive mode')
      await enterWrongPassword(staff, times(1))
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    expect(await counted(admin, 1)).toHaveLength(1)
  })

  test('are in the CSV in words, with their count and networks', async () => {
    const { admin, staff } = await fixtures.vendor()
    await enterWrongPassword(staff, [home, '198.51.100.7'])
    await counted(admin, 2)
    for (const [language, words] of [
      ['tr', 'yanlış parola ya da kod (2 deneme)'],
      ['en', 'wrong password or code (2 attempts)'],
    ] as const) {
      const { body } = await portal.http.inject({
        url: `/api/v1/domain/${admin.domain}/admin/audit/export?action=sessions.login&refused=true`,
        headers: { authorization: `Bearer ${admin.token}`, 'accept-language': language },
      })
      expect(body).toContain(words)
      expect(body).toMatch(/203\.0\.113\.1, 198\.51\.100\.7|198\.51\.100\.7, 203\.0\.113\.1/)
    }
  })
})

describe('the administrators', () => {
  test('are told of ten wrong passwords for one account within ten minutes, and not of nine', async () => {
    const { admin, staff, vendorId, domain } = await fixtures.vendor()
    const second = await fixtures.person({ vendorId, domain }, 'admin')
    await enterWrongPassword(staff, times(9))
    await counted(admin, 9)
    expect(await subjectsTo(admin)).toEqual([])
    await enterWrongPassword(staff, times(1))
    await counted(admin, 10)
    for (const reader of [admin, second])
      expect(await subjectsTo(reader)).toEqual([unusual(domain, staff.email)])
    expect(await subjectsTo(staff)).toEqual([])
    const [mail] = await mails.to(admin.email)
    expect(mail?.text).toContain(`${staff.email} hesabı için 10 kez yanlış parola girildi`)
    expect(mail?.text).toContain(home)
    expect(mail?.text).toContain(
      `/admin/audit?search=${encodeURIComponent(staff.email)}&outcome=refused`,
    )
  })

  test('are told of wrong passwords from more than three networks', async () => {
    const { admin, staff, domain } = await fixtures.vendor()
    await enterWrongPassword(staff, ['198.51.100.1', '198.51.100.2', '198.51.100.3'])
    await counted(admin, 3)
    expect(await subjectsTo(admin)).toEqual([])
    await enterWrongPassword(staff, ['198.51.100.4'])
    await counted(admin, 4)
    expect(await subjectsTo(admin)).toEqual([unusual(domain, staff.email)])
  })

  // Security: P9
  test('are told of one account once a day, also where many wrong ones come at the same moment', async () => {
    const { admin, staff, vendorId } = await fixtures.vendor()
    await enterWrongPassword(staff, times(30))
    await counted(admin, 30)
    await moveBack(vendorId, '23 hours')
    await enterWrongPassword(staff, times(12))
    await counted(admin, 42)
    expect(await subjectsTo(admin)).toHaveLength(1)
    await moveBack(vendorId, '2 hours')
    await enterWrongPassword(staff, times(12))
    await counted(admin, 54)
    expect(await subjectsTo(admin)).toHaveLength(2)
  })

  test('read it in their language', async () => {
    const { admin, operator, domain } = await fixtures.vendor()
    await as(admin).call(routes.profile.change, { body: { language: 'en' } })
    await enterWrongPassword(operator, times(10))
    await counted(admin, 10)
    expect(await subjectsTo(admin)).toEqual([
      `Support portal of Satıcı ${domain}: unusual sign-in attempts for ${operator.email}`,
    ])
  })

  test('find the notice among the mails where it cannot be sent', async () => {
    const vendor = await fixtures.vendor()
    await fixtures.failedMail(vendor, vendor.admin.userId, { kind: 'signIn.unusual' })
    const { body } = await as(vendor.admin).call(routes.mails.list, { query: { status: 'failed' } })
    expect(body.mails).toMatchObject([{ kind: 'signIn.unusual', to: vendor.admin.email }])
  })
})

describe('refused codes after the right password', () => {
  test("are one entry in ten minutes, in the name of the account's user", async () => {
    const { person, admin } = await createEnrolledColleague()
    const { token } = await signIn(person)
    for (let i = 0; i < 4; i++) await enterCode(person, token, '000000', { from: home })
    const entries = await counted(admin, 4)
    expect(entries).toMatchObject([
      {
        action: 'secondFactor.enter',
        user: person.userId,
        subject: person.email,
        attempts: 4,
        networks: [home],
      },
    ])
  })

  // Security: P9
  test('are told to the administrators at the first from a network that the account has shown no good code from', async () => {
    const { person, admin, domain } = await createEnrolledColleague()
    const { token } = await signIn(person)
    await enterCode(person, token, '000000', { from: '198.51.100.9' })
    expect(await subjectsTo(admin)).toEqual([unusual(domain, person.email)])
    const [mail] = await mails.to(admin.email)
    expect(mail?.text).toContain('parolası doğru girildi')
  })

  test('are told though wrong passwords for the account have been told of a moment ago', async () => {
    const { person, admin, domain } = await createEnrolledColleague()
    await enterWrongPassword(person, times(10))
    await counted(admin, 10)
    const { token } = await signIn(person)
    await enterCode(person, token, '000000', { from: '198.51.100.9' })
    expect(await subjectsTo(admin)).toEqual([
      unusual(domain, person.email),
      unusual(domain, person.email),
    ])
  })

  test('are told at the third from a network that it has', async () => {
    const { person, admin, secret } = await createEnrolledColleague()
    const { token } = await signIn(person)
    expect((await enterCode(person, token, codeNow(secret, 1), { from: home })).status).toBe(200)
    for (let i = 0; i < 2; i++) await enterCode(person, token, '000000', { from: home })
    expect(await subjectsTo(admin)).toEqual([])
    await enterCode(person, token, '000000', { from: home })
    expect(await subjectsTo(admin)).toHaveLength(1)
  })

  test('inside a session are in the audit too, and so are wrong passwords there', async () => {
    const { person, admin } = await createEnrolledColleague('admin')
    const turnOff = (secret: string) =>
      as(person).call(routes.secondFactor.turnOff, { body: { password: secret, code: '000000' } })
    expect([(await turnOff('Yanlis1453')).status, (await turnOff(password)).status]).toEqual([
      400, 400,
    ])
    expect(await auditOf(admin)).toMatchObject([
      {
        action: 'sessions.reauthenticate',
        user: person.userId,
        subject: person.email,
        attempts: 2,
      },
    ])
  })
})

test('the server changes no entry of the audit but by counting', async () => {
  const { vendorId, admin, staff } = await fixtures.vendor()
  await enterWrongPassword(staff, times(1))
  await counted(admin, 1)
  const change = portal.platform.database.inVendor(vendorId, db =>
    db.updateTable('auditEntries').set({ attempts: 1 }).execute(),
  )
  await expect(change).rejects.toThrow(/permission denied/)
})
