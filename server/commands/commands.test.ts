import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { readConfig } from '#platform/config/config.ts'
import { fixturesIn, password } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { socketUrl } from '#testing/servers/pooler.ts'
import { secondFactorsIn } from '#testing/sign-in/second-factors.ts'
import { addOperator } from './add-operator.ts'
import { addVendor } from './add-vendor.ts'
import { type CommandContext, withConnection } from './command.ts'
import { resetSecondFactor } from './reset-second-factor.ts'
import { describeInstallation } from './run.ts'

const portal = await openPortal()
const { as } = portal
const visitor = (domain: string) => ({ domain, token: null, userId: '', email: '' })

const settings = { DATA_DIR: portal.dataDir }
const run = (
  command: (args: string[], context: CommandContext) => Promise<string>,
  ...args: string[]
) => withConnection(readConfig(settings), portal.connection, context => command(args, context))

/** Follows a printed link: sets the password, signs in. */
async function follow(printed: string) {
  const link = new URL(/https?:\S+/.exec(printed)?.[0] ?? '')
  const domain = link.hostname
  const token = link.searchParams.get('token') ?? ''
  const email = link.searchParams.get('mail') ?? ''
  const activated = await as(visitor(domain)).call(routes.sessions.activate, {
    body: { token, email, password },
  })
  const signedIn = await as(visitor(domain)).call(routes.sessions.login, {
    body: { email, password },
  })
  return { activated: activated.status, person: { ...visitor(domain), token: signedIn.body.token } }
}

test('a vendor is added beside a running server, and its first administrator can sign in after following the printed link', async () => {
  const printed = await run(addVendor, 'destek.ornek.test', 'Örnek Makine', 'mudur@ornek.test')
  expect(printed).toContain('//destek.ornek.test')
  const { activated, person } = await follow(printed)
  expect(activated).toBe(200)
  const me = await as(person).call(routes.sessions.me)
  expect(me.body).toMatchObject({
    email: 'mudur@ornek.test',
    isDomainAdmin: true,
    isAdmin: false,
    isStaff: false,
  })
})

test('a domain belongs to one vendor only', async () => {
  await run(addVendor, 'tek.test', 'Birinci', 'a@tek.test')
  for (const same of ['tek.test', 'TEK.test.'])
    await expect(run(addVendor, same, 'İkinci', 'b@tek.test')).rejects.toThrow('already belongs')
})

test('called again before the link was used, the first link has ended and the new one works', async () => {
  const first = await run(addVendor, 'yine.test', 'Yine', 'a@yine.test')
  const second = await run(addVendor, 'yine.test', 'Yine', 'a@yine.test')
  expect((await follow(first)).activated).toBe(400)
  expect((await follow(second)).activated).toBe(200)
})

test('invalid arguments are refused with the usage, and nothing is created', async () => {
  const before = await portal.owner.query('select count(*) from vendors')
  await expect(run(addVendor, 'not a domain', '', 'no address')).rejects.toThrow(
    /the domain, the name, the e-mail[\s\S]*Usage: npm run vendor/,
  )
  await expect(run(addVendor)).rejects.toThrow('Usage: npm run vendor')
  const after = await portal.owner.query('select count(*) from vendors')
  expect(after.rows).toEqual(before.rows)
})

test('the doctor mails to the stored spelling of an address, not to what was typed', async () => {
  const { connection, dataDir, port } = portal
  const { host, user, database } = connection
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, 'doctor.ts'), '\u200bUsta@Ölçüm.test.'],
    {
      env: {
        DATABASE_URL: socketUrl({ host, port: connection.port, user, database }),
        DATA_DIR: dataDir,
        PUBLIC_URL: `http://localhost:${port}`,
      },
    },
  ).catch((error: { stderr: string }) => ({ stdout: error.stderr }))
  expect(stdout).toContain('to usta@xn--lm-4ia2d6a.test: ')
})

test('a platform administrator can sign in at every vendor', async () => {
  await run(addVendor, 'bir.test', 'Bir', 'a@bir.test')
  await run(addVendor, 'iki.test', 'İki', 'a@iki.test')
  const printed = await run(addOperator, 'Isletmen@Tezgah.test')
  expect((await follow(printed)).activated).toBe(200)
  for (const domain of ['bir.test', 'iki.test']) {
    const signedIn = await as(visitor(domain)).call(routes.sessions.login, {
      body: { email: 'isletmen@tezgah.test', password },
    })
    const companies = await as({ ...visitor(domain), token: signedIn.body.token }).call(
      routes.companies.list,
    )
    expect(companies.body).toEqual({ companies: [] })
  }
})

test('without a mail server the link is to be passed on, and the mail folder is printed', async () => {
  const printed = await run(addVendor, 'postasiz.test', 'Postasız', 'a@postasiz.test')
  expect(printed).toContain(
    'No mail is sent, as SMTP_URL is not set: pass this link on to a@postasiz.test.',
  )
  expect(printed).toContain(`${portal.dataDir}/mail`)
})

test('with a mail server the server mails the link', async () => {
  const config = readConfig({ ...settings, SMTP_URL: 'smtp://localhost:2525' })
  const printed = await withConnection(config, portal.connection, context =>
    addVendor(['postali.test', 'Postalı', 'a@postali.test'], context),
  )
  expect(printed).toContain('The server mails the same link to a@postali.test.')
})

describe('a user who has lost phone and recovery codes', () => {
  const fixtures = fixturesIn(portal)
  const factors = secondFactorsIn(portal)
  const nextOf = async (person: { domain: string; email: string }) =>
    (
      await as(visitor(person.domain)).call(routes.sessions.login, {
        body: { email: person.email, password },
      })
    ).body.next

  test('can sign in by password again, as a vendor’s only administrator', async () => {
    const { admin, vendorId, domain } = await fixtures.vendor()
    await factors.enrol(vendorId, admin.userId)
    expect(await nextOf(admin)).toBe('code')
    const printed = await run(resetSecondFactor, admin.email.toUpperCase(), domain)
    expect(printed).toContain(`${admin.email} signs in with the password alone`)
    expect(await nextOf(admin)).toBeUndefined()
    expect((await as(admin).call(routes.sessions.me)).status).toBe(401)
  })

  test('can sign in by password again, as a platform administrator', async () => {
    const { operator, vendorId } = await fixtures.vendor()
    await factors.enrol(vendorId, operator.userId)
    await run(resetSecondFactor, operator.email)
    expect(await nextOf(operator)).toBeUndefined()
    expect((await as(operator).call(routes.sessions.me)).status).toBe(401)
  })

  test('is told apart from another user of one mailbox, whose address an earlier version stored by another spelling', async () => {
    const { admin, staff, vendorId, domain } = await fixtures.vendor()
    const rename = (user: string, email: string) =>
      portal.owner.query('update users set email = $1 where vendor_id = $2 and id = $3', [
        email,
        vendorId,
        user,
      ])
    await rename(admin.userId, 'irem@tezgah.test')
    await rename(staff.userId, 'İrem@tezgah.test')
    for (const { userId } of [admin, staff]) await factors.enrol(vendorId, userId)
    await run(resetSecondFactor, 'İrem@tezgah.test', domain)
    expect([
      await nextOf({ domain, email: 'irem@tezgah.test' }),
      await nextOf({ domain, email: 'İrem@tezgah.test' }),
    ]).toEqual(['code', undefined])
  })

  test('must set one up again, as a platform administrator, where it is required', async () => {
    const { operator, vendorId } = await fixtures.vendor()
    await factors.enrol(vendorId, operator.userId)
    const config = readConfig({ ...settings, OPERATOR_SECOND_FACTOR: 'required' })
    const printed = await withConnection(config, portal.connection, context =>
      resetSecondFactor([operator.email], context),
    )
    expect(printed).toContain(
      `${operator.email} sets up two-step sign-in again at the next sign-in.`,
    )
  })

  test.each([
    ['is unknown there', 'kimse@tezgah.test', 'kimse@tezgah.test is no user of the platform'],
    [
      'has an invalid address',
      'kimse',
      'Usage: npm run operator -- reset-second-factor <e-mail> [<domain>]',
    ],
  ])('and %s gets an error', async (_, address, message) => {
    await expect(run(resetSecondFactor, address)).rejects.toThrow(message)
  })

  test('and has no second factor gets an error', async () => {
    const { admin, domain } = await fixtures.vendor()
    await expect(run(resetSecondFactor, admin.email, domain)).rejects.toThrow(
      'has no second factor',
    )
  })
})

describe('the printed installation of a command:', () => {
  test('its folder', () => {
    expect(describeInstallation(readConfig(settings), false)).toBe(
      `Installation: ${portal.dataDir} (DATA_DIR).`,
    )
  })

  test('that it was made just now, so that one beside the server’s is noticed', () => {
    expect(describeInstallation(readConfig(settings), true)).toContain(
      "made just now. If your server uses another one, run this again with the server's",
    )
  })

  test('its database, without the password', () => {
    const config = readConfig({
      ...settings,
      DATABASE_URL: 'postgresql://tezgah:gizli@db.example.com:6432/destek',
    })
    expect(describeInstallation(config, true)).toBe(
      'Installation: the database destek at db.example.com:6432 (DATABASE_URL).',
    )
  })
})
