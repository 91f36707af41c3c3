import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal, type Person } from '#testing/portal.ts'

const portal = await openPortal()
const fixtures = fixturesIn(portal)
const { as, owner } = portal
const tooMany = {
  tr: (seconds: unknown) => `Çok fazla deneme yapıldı. ${seconds} saniye sonra yeniden deneyin.`,
  en: (seconds: unknown) =>
    `Too many attempts. Try again in ${seconds} second${seconds === '1' ? '' : 's'}.`,
}
type Reply = { status: number; body?: unknown; headers: Record<string, unknown> }

/** Repeats a call until it is refused; returns how many were not. */
async function countUntilRefused(max: number, call: () => Promise<Reply>) {
  for (let i = 0; i <= max * 1.2; i++) {
    const { status } = await call()
    if (status === 429) return i
  }
  return Number.POSITIVE_INFINITY
}

const malformed = { body: { email: 'kimse' } as never }
const unknownId = '0198a5a0-0000-7000-8000-000000000000'
test.each([
  [
    'invitations to companies',
    200,
    18,
    (who: Person) =>
      as(who).call(routes.users.invite, { params: { company: unknownId }, ...malformed }),
  ],
  [
    'invitations to the team',
    200,
    18,
    (who: Person) => as(who).call(routes.team.invite, malformed),
  ],
  [
    'searches',
    240,
    1,
    (who: Person) => as(who).call(routes.companies.list, { query: { search: 'pres' } }),
  ],
  ['uploads', 300, 1, (who: Person) => as(who).call(routes.files.request, malformed)],
  [
    'messages',
    60,
    2,
    (who: Person) =>
      as(who).call(routes.tickets.reply, { params: { ticket: unknownId }, ...malformed }),
  ],
  [
    'own choices',
    120,
    1,
    (who: Person) => as(who).call(routes.profile.change, { body: { language: 'xx' } as never }),
  ],
  [
    "the team's changes of tickets",
    300,
    2,
    (who: Person) =>
      as(who).call(routes.tickets.change, { params: { ticket: unknownId }, ...malformed }),
  ],
])(
  '%s are limited per user, and the refusal says in the user’s language how long to wait',
  async (_, max, wait, call) => {
    const { admin, ...seller } = await fixtures.vendor()
    const count = await countUntilRefused(max, () => call(admin))
    expect(count).toBeGreaterThanOrEqual(max)
    for (const language of ['tr', 'en'] as const) {
      await owner.query(
        "update attempts set date_ends = date_ends + interval '1 second' where vendor_id = $1",
        [seller.vendorId],
      )
      const { status, body, headers } = await call({ ...admin, language })
      expect([status, body]).toMatchObject([
        429,
        { name: 'TooManyRequestsError', message: tooMany[language](headers['retry-after']) },
      ])
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(wait + 3)
    }
    const colleague = await fixtures.person(
      { vendorId: seller.vendorId, domain: admin.domain },
      'admin',
    )
    expect((await call(colleague)).status).not.toBe(429)
  },
)

// Security: T9
test('a customer writes sixty messages and opens sixty tickets at once, and then one of each every two seconds', async () => {
  const { member, vendorId, companyId: company } = await fixtures.company()
  const params = { company, ticket: unknownId }
  for (const route of [routes.tickets.replyOfAccount, routes.tickets.open] as const) {
    const call = () => as(member).call(route, { params, ...malformed })
    // on a busy machine two seconds pass meanwhile
    expect(await countUntilRefused(60, call)).toBeGreaterThanOrEqual(60)
    await owner.query(
      "update attempts set date_ends = now() + interval '120 seconds' where vendor_id = $1",
      [vendorId],
    )
    const { status, headers } = await call()
    expect([status, headers['retry-after']]).toEqual([429, '2'])
  }
})

test('repeated invitations to one mailbox are limited across all administrators', async () => {
  const { admin, companyId, vendorId, domain } = await fixtures.company()
  const params = { company: companyId }
  const { body } = await as(admin).call(routes.users.invite, {
    params,
    body: { email: 'dolan@tezgah.test', name: 'Deniz', surname: 'Su' },
  })
  const remind = (who: Person) =>
    as(who).call(routes.users.remind, { params: { ...params, user: body._id } })
  expect(await countUntilRefused(20, () => remind(admin))).toBe(20)
  expect((await remind(await fixtures.person({ vendorId, domain }, 'admin'))).status).toBe(429)
})

test('refused calls of an unauthorised user do not use up the limit of invitations', async () => {
  const { admin, staff, companyId } = await fixtures.company()
  const params = { company: companyId }
  const { body } = await as(admin).call(routes.users.invite, {
    params,
    body: { email: 'kalan@tezgah.test', name: 'Deniz', surname: 'Su' },
  })
  const remind = (who: Person) =>
    as(who).call(routes.users.remind, { params: { ...params, user: body._id } })
  for (let i = 0; i < 25; i++) expect((await remind(staff)).status).toBe(403)
  expect((await remind(admin)).status).toBe(200)
})

test('calls without a token are limited per address, and signed-in users at that address are not affected', async () => {
  const { member, domain } = await fixtures.company()
  const call = (path: string, remoteAddress: string, token?: string | null) =>
    portal.http.inject({
      url: `/api/v1/domain/${domain}${path}`,
      remoteAddress,
      headers: { ...(token && { authorization: `Bearer ${token}` }) },
    })
  expect((await call('/portal', '198.51.100.9')).statusCode).toBe(200)
  // fills every limit
  await owner.query("update attempts set date_ends = now() + interval '70 seconds'")
  for (const path of ['/portal', '/user/me', `/file/${unknownId}/content?expires=1&signature=a`]) {
    const refused = await call(path, '198.51.100.9')
    expect([path, refused.statusCode, refused.json().name]).toEqual([
      path,
      429,
      'TooManyRequestsError',
    ])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(5)
  }
  expect((await call('/portal', '198.51.100.10')).statusCode).toBe(200)
  expect((await call('/user/me', '198.51.100.9', member.token)).statusCode).toBe(200)
})

test('reading lists and tickets is not counted', async () => {
  const { member, companyId, ticketId } = await fixtures.ticket()
  const counted = async () =>
    (await owner.query('select key, date_ends from attempts order by key')).rows
  const before = await counted()
  const params = { company: companyId }
  expect(
    (await as(member).call(routes.tickets.listOfAccount, { params, query: { page: '0' } })).status,
  ).toBe(200)
  expect(
    (
      await as(member).call(routes.tickets.getOfAccount, {
        params: { ...params, ticket: ticketId },
      })
    ).status,
  ).toBe(200)
  expect(await counted()).toEqual(before)
})

test('LIMIT_FACTOR multiplies every limit', async () => {
  const big = await openPortal({ LIMIT_FACTOR: '2' })
  const { visitor } = await fixturesIn(big).vendor()
  const forgot = () =>
    big.as(visitor).call(routes.sessions.forgot, { body: { email: 'kimse@tezgah.test' } })
  expect(await countUntilRefused(40, forgot)).toBe(40)
})
