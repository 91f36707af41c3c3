import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { routes } from '#contract/routes.ts'
import { platformVendor } from '#platform/database/database.ts'
import { fixturesIn, password } from '#testing/fixtures.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { queueBehind } from '#testing/queue.ts'
import { codeNow, secondFactorsIn, visitor } from '#testing/sign-in/second-factors.ts'
import { addOperator } from './add-operator.ts'
import { type CommandContext, withConnection } from './command.ts'
import { listOperators } from './list-operators.ts'
import { removeOperator } from './remove-operator.ts'

// Operators are added and removed by commands, beside a running server.

const portal = await openPortal()
const fixtures = fixturesIn(portal)
const factors = secondFactorsIn(portal)
const { as, owner, platform } = portal
const [first, second] = [await fixtures.vendor(), await fixtures.vendor()]

const run = (
  command: (args: string[], context: CommandContext) => Promise<string>,
  ...args: string[]
) => withConnection(platform.config, portal.connection, context => command(args, context))
const add = (email: string) => run(addOperator, email)
const remove = (email: string) => run(removeOperator, email)
const list = () => run(listOperators)

type Seller = { vendorId: string; domain: string }
const login = (at: Seller, email: string, secret = password, devices: string[] = []) =>
  as(visitor({ domain: at.domain, email })).call(routes.sessions.login, {
    body: { email, password: secret, devices },
  })

/** A session of an operator at a vendor, begun by their password. */
async function signedIn(
  at: Seller,
  email: string,
  secret = password,
): Promise<Person & { device: string }> {
  const { body } = await login(at, email, secret)
  const person = {
    domain: at.domain,
    email,
    token: body.token,
    userId: '',
    device: body.device ?? '',
  }
  return { ...person, userId: (await as(person).call(routes.sessions.me)).body._id }
}

/** Follows a printed or mailed link: sets a password. */
const follow = (link: URL, at: Seller, secret = password) =>
  as(visitor({ domain: at.domain, email: '' })).call(routes.sessions.activate, {
    body: {
      token: link.searchParams.get('token') ?? '',
      email: link.searchParams.get('mail') ?? '',
      password: secret,
    },
  })
const linkIn = (printed: string) => new URL(/https?:\S+/.exec(printed)?.[0] ?? '')

const statusesOf = async (person: Person) => [
  (await as(person).call(routes.sessions.me)).status,
  (await as(person).call(routes.companies.list)).status,
  (await as(person).call(routes.companies.create, { body: { name: 'Bir firma' } })).status,
  (await as(person).call(routes.secondFactor.status)).status,
]
const auditOf = async ({ admin }: { admin: Person }) =>
  (await as(admin).call(routes.audit.list)).body.entries
const rowsOf = async (email: string) =>
  (
    await owner.query('select role, password_hash from users where email = $1 order by vendor_id', [
      email,
    ])
  ).rows

const sessionsOf = async (email: string) =>
  (
    await owner.query(
      'select from sessions s join users u on u.vendor_id = s.vendor_id and u.id = s.user_id where email = $1',
      [email],
    )
  ).rowCount

describe('an operator who is removed', () => {
  // Security: 7.4.2, P8
  test('is signed out everywhere at once, whatever the running server has cached of their sessions', async () => {
    const email = await fixtures.operator()
    const sessions = [
      await signedIn(first, email),
      await signedIn(first, email),
      await signedIn(second, email),
    ]
    for (const session of sessions)
      for (let times = 0; times < 2; times++)
        expect(await statusesOf(session)).toEqual([200, 200, 200, 200])
    await remove(email)
    for (const session of sessions) expect(await statusesOf(session)).toEqual([401, 401, 401, 401])
    expect(await sessionsOf(email)).toBe(0)
  })

  test('cannot sign in by password at any vendor, and has no role in any row', async () => {
    const email = await fixtures.operator()
    await signedIn(first, email)
    await remove(email)
    for (const vendor of [first, second])
      expect(await login(vendor, email)).toMatchObject({
        status: 401,
        body: { name: 'InvalidCredentialsError' },
      })
    expect(await rowsOf(email)).toEqual([
      { role: 'customer', password_hash: null },
      { role: 'customer', password_hash: null },
    ])
  })

  // Security: P8
  test('cannot complete a sign-in in progress: neither by a code nor by a new second factor', async () => {
    const enrolled = { ...first.operator }
    const { secret } = await factors.enrol(first.vendorId, enrolled.userId)
    const { token: pass, next } = await factors.signIn(enrolled)
    expect(next).toBe('code')
    await remove(enrolled.email)
    expect((await factors.enterCode(enrolled, pass, codeNow(secret, 1))).status).toBe(401)

    const strict = await fixtures.vendor()
    await factors.requireAt(strict)
    const { token: begun, next: nextStep } = await factors.signIn(strict.operator)
    expect(nextStep).toBe('enrol')
    await remove(strict.operator.email)
    const enrolling = await as(visitor(strict.operator)).call(routes.secondFactor.beginAtSignIn, {
      body: { pass: begun },
    })
    expect(enrolling.status).toBe(401)
    const { rows } = await owner.query(
      'select from second_factors where user_id in (select id from users where email = any($1))',
      [[enrolled.email, strict.operator.email]],
    )
    expect(rows).toEqual([])
  })

  test('cannot sign in by a link, old or new', async () => {
    const email = `davetli-${Date.now()}@tezgah.test`
    const link = linkIn(await add(email))
    await remove(email)
    expect((await follow(link, first)).status).toBe(400)
    const send = vi.spyOn(platform.jobs, 'send')
    onTestFinished(() => send.mockRestore())
    expect((await as(first.visitor).call(routes.sessions.forgot, { body: { email } })).status).toBe(
      200,
    )
    const jobsLeft = async () =>
      (
        await owner.query(
          "select from pgboss.job where name = 'password.requested' and state <> 'completed'",
        )
      ).rowCount
    await expect.poll(jobsLeft).toBe(0)
    expect(send.mock.calls.map(([, event]) => event)).toEqual(['password.requested'])
  })

  // Security: P8
  test.each(['before', 'after'])(
    'has no session of a concurrent sign-in that reaches the database %s the removal',
    async when => {
      const email = await fixtures.operator()
      const hold = 'select from users where email = $1 for no key update'
      const signIn = () => login(first, email)
      const works =
        when === 'before' ? [signIn, () => remove(email)] : [() => remove(email), signIn]
      const answers = await queueBehind<unknown>(portal, hold, [email], works)
      const { body } = answers[when === 'before' ? 0 : 1] as Awaited<ReturnType<typeof login>>
      expect(
        (await as({ ...first.visitor, token: body.token ?? null }).call(routes.sessions.me)).status,
      ).toBe(401)
      expect(await sessionsOf(email)).toBe(0)
    },
  )

  test('keeps their name on what they wrote and did', async () => {
    const fixture = await fixtures.ticket()
    const email = await fixtures.operator()
    const operator = await signedIn(fixture, email)
    await as(operator).call(routes.tickets.reply, {
      params: { ticket: fixture.ticketId },
      body: { contents: 'Bakıyoruz.' },
    })
    await remove(email)
    const { body } = await as(fixture.member).call(routes.tickets.getOfAccount, {
      params: { company: fixture.companyId, ticket: fixture.ticketId },
    })
    expect(JSON.stringify(body.conversation.at(-1))).toContain('İşletmen')
    const done = (await auditOf(fixture)).find(({ action }) => action === 'tickets.reply')
    expect(done).toMatchObject({ userName: 'İşletmen', role: 'operator' })
  })

  // Security: P8
  test('is recorded in the audit of every vendor, when added and when removed', async () => {
    const email = `gelen-${Date.now()}@tezgah.test`
    await add(email)
    await remove(email)
    for (const vendor of [first, second, await fixtures.vendor()]) {
      const entries = (await auditOf(vendor)).filter(({ subject }) => subject === email)
      const common = { user: null, userName: '', role: 'operator', refusal: null, address: '' }
      const expected = [
        { ...common, action: 'operators.remove', device: 'npm run operator -- remove' },
        { ...common, action: 'operators.add', device: 'npm run operator -- add' },
      ]
      expect(entries).toMatchObject(
        [first, second].includes(vendor as typeof first) ? expected : [],
      )
    }
    const { rows } = await owner.query(
      'select vendor_id from audit_entries where subject = $1 and vendor_id = $2',
      [email, platformVendor],
    )
    expect(rows).toHaveLength(2)
  })

  test('leaves another operator, whose address an earlier version stored by another spelling, and each is removed by the own one', async () => {
    const [one, other] = [await fixtures.operator(), await fixtures.operator()]
    const email = `irem-${Date.now()}@tezgah.test`
    const former = email.replace('i', 'İ')
    for (const [from, to] of [
      [one, former],
      [other, email],
    ])
      await owner.query('update users set email = $1 where email = $2', [to, from])
    const signedInOther = await signedIn(first, email)
    const signedInOne = await signedIn(first, former)
    await remove(former)
    expect([(await statusesOf(signedInOne))[0], (await statusesOf(signedInOther))[0]]).toEqual([
      401, 200,
    ])
    await remove(email)
    expect((await statusesOf(signedInOther))[0]).toBe(401)
    expect(await rowsOf(email)).toEqual([
      { role: 'customer', password_hash: null },
      { role: 'customer', password_hash: null },
    ])
  })

  test.each(['ops@192.168.1.5', 'ali@demo..test'])(
    'can have an address that earlier versions accepted: %s',
    async email => {
      const operator = await fixtures.operator()
      await owner.query('update users set email = $1 where email = $2', [email, operator])
      expect(await remove(email)).toContain(`${email} is no longer a platform administrator.`)
    },
  )

  test('leaves a vendor’s own user with that address unchanged, and the output says so', async () => {
    const vendor = await fixtures.vendor('kendi.tezgah.test')
    const { staff } = vendor
    const name = (await as(vendor.visitor).call(routes.sessions.portal)).body.name
    await add(staff.email)
    expect(await remove(staff.email)).toContain(`is still a user of ${name}`)
    expect((await as(staff).call(routes.sessions.me)).status).toBe(200)
    expect((await login(vendor, staff.email)).status).toBe(200)
  })
})

describe('an operator who is added again after being removed', () => {
  // Security: P8
  test('starts anew: nothing that they had before works, at any vendor', async () => {
    const email = `yine-${Date.now()}@tezgah.test`
    const oldLink = linkIn(await add(email))
    await follow(oldLink, first)
    const [old, elsewhere] = [await signedIn(first, email), await signedIn(second, email)]
    const { secret } = await factors.enrol(first.vendorId, old.userId)
    const { token: pass } = await factors.signIn(old)
    await remove(email)
    const link = linkIn(await add(email))

    expect((await login(first, email)).status).toBe(401)
    expect((await follow(oldLink, first)).status).toBe(400)
    expect((await follow(link, first, 'Freze1071')).status).toBe(200)
    expect((await login(first, email)).status).toBe(401)
    expect((await factors.enterCode(old, pass, codeNow(secret, 1))).status).toBe(401)
    for (const session of [old, elsewhere])
      expect(await statusesOf(session)).toEqual([401, 401, 401, 401])

    const again = await signedIn(first, email, 'Freze1071')
    expect(await statusesOf(again)).toEqual([200, 200, 200, 200])
    expect((await as(again).call(routes.sessions.me)).body.isAdmin).toBe(true)
    expect((await as(again).call(routes.secondFactor.status)).body).toMatchObject({ on: false })
    expect(again.userId).not.toBe(old.userId)
    const { rows } = await owner.query('select role from users where id = any($1)', [
      [old.userId, elsewhere.userId],
    ])
    expect(rows).toEqual([{ role: 'customer' }, { role: 'customer' }])
  })
})

describe('it is reported', () => {
  test('how many sessions have ended', async () => {
    const email = await fixtures.operator()
    for (const vendor of [first, first, second]) await signedIn(vendor, email)
    expect(await remove(email.toUpperCase())).toContain(
      `${email} is no longer a platform administrator. 3 sessions have ended`,
    )
    expect(await remove(await fixtures.operator())).toContain('No session was open')
  })

  test('that an address is no operator’s, and nothing is changed: an unknown one, a vendor’s user, one that was removed', async () => {
    const removed = await fixtures.operator()
    await remove(removed)
    const before = await owner.query('select count(*) from audit_entries')
    for (const email of ['kimse@tezgah.test', first.admin.email, removed])
      await expect(remove(email)).rejects.toThrow(
        `${email} is no platform administrator. npm run operator -- list shows who is.`,
      )
    expect((await owner.query('select count(*) from audit_entries')).rows).toEqual(before.rows)
    expect((await as(first.admin).call(routes.sessions.me)).status).toBe(200)
  })

  test.each([[[]], [['kimse']], [['a@tezgah.test', 'b@tezgah.test']]])(
    'how the command is called, for %j',
    async args => {
      await expect(run(removeOperator, ...args)).rejects.toThrow(
        'Usage: npm run operator -- remove <e-mail>',
      )
    },
  )

  test('how the list is called', async () => {
    await expect(run(listOperators, 'hepsi')).rejects.toThrow('Usage: npm run operator -- list')
  })

  test('when the last one is removed, or the last one who could sign in', async () => {
    const other = await openPortal()
    const second = fixturesIn(other)
    const runThere = (command: typeof removeOperator, ...args: string[]) =>
      withConnection(other.platform.config, other.connection, context => command(args, context))
    await second.vendor()
    await other.owner.query('delete from users where vendor_id = $1', [platformVendor])
    expect(await runThere(listOperators)).toContain(
      'There is no platform administrator. Add one: npm run operator -- add <e-mail>',
    )
    const [first, last] = [await second.operator(), await second.operator()]
    expect(await runThere(removeOperator, first)).not.toContain('Add one')
    await runThere(addOperator, 'davetli@tezgah.test')
    expect(await runThere(removeOperator, last)).toContain(
      'No platform administrator is left who has set a password',
    )
    expect(await runThere(removeOperator, 'davetli@tezgah.test')).toContain(
      'No platform administrator is left. Add one:',
    )
    expect(await runThere(listOperators)).toContain('There is no platform administrator.')
  })

  test('who the operators are, with how they sign in and whether they are signed in', async () => {
    const { operator } = await fixtures.vendor()
    await factors.enrol(
      (await owner.query('select vendor_id from users where id = $1', [operator.userId])).rows[0]
        .vendor_id,
      operator.userId,
    )
    const invited = `bekleyen-${Date.now()}@tezgah.test`
    await add(invited)
    const gone = await fixtures.operator()
    await remove(gone)
    const lines = (await list()).split('\n')
    const lineOf = (email: string) => lines.find(line => line.startsWith(email))
    const today = new Date().toISOString().slice(0, 10)
    expect(lineOf(operator.email)).toMatch(
      new RegExp(
        `^${operator.email} +since ${today}, two-step sign-in, 1 session, last used ${today} \\d\\d:\\d\\d UTC$`,
      ),
    )
    expect(lineOf(invited)).toMatch(new RegExp(`since ${today}, has not set a password$`))
    expect(lineOf(gone)).toBeUndefined()
  })
})
