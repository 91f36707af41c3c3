import { randomUUID } from 'node:crypto'
import { jwtVerify } from 'jose'
import pg from 'pg'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { maxPushBrowsers } from '#contract/push.ts'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { waitForReactions } from '#testing/queue.ts'
import { createBrowser, startPushService } from '#testing/servers/push-service.ts'
import { waitFor } from '#testing/wait-for.ts'
import { queuePushes, readSubscriptions } from './push-subscriptions.ts'

const service = await startPushService()
afterAll(() => service.close())
const portal = await openPortal({
  PUSH_HOSTS: service.host,
  PUBLIC_URL: 'https://destek.example.com',
})
const fixtures = fixturesIn(portal)
const { as, owner } = portal

type Fixture = Awaited<ReturnType<typeof fixtures.ticket>>
const subscribe = (who: Person, body: { endpoint: string; p256dh: string; auth: string }) =>
  as(who).call(routes.push.subscribe, { body })
const answer = (fixture: Fixture, contents = 'Yağı değiştirin') =>
  as(fixture.staff).call(routes.tickets.reply, {
    params: { ticket: fixture.ticketId },
    body: { contents },
  })
const endedFor = async (who: Person) => (await as(who).call(routes.push.status)).body.ended
const browsersOf = async (who: Person) => (await as(who).call(routes.push.status)).body.browsers

async function browserOf(who: Person) {
  const browser = service.createBrowser()
  expect((await subscribe(who, browser.subscription)).status).toBe(200)
  return browser
}

/** A ticket, with a browser that is pushed what its author is notified of. */
async function ticketWithBrowser() {
  const fixture = await fixtures.ticket()
  await waitForReactions(owner)
  return { fixture, browser: await browserOf(fixture.member) }
}

/** Lets the pushes that wait for some seconds begin, and waits until each has been tried. */
async function waitForPushes() {
  await waitForReactions(owner)
  await beginWaiting()
  await waitFor(async () => {
    const { rowCount } = await owner.query(
      "select from pgboss.job where name = 'push.queued' and state in ('created', 'active')",
    )
    expect(rowCount).toBe(0)
  })
}

const beginWaiting = () =>
  owner.query(
    "update pgboss.job set start_after = now() where name = 'push.queued' and state in ('created', 'retry')",
  )

beforeEach(() => {
  service.received.length = 0
})

describe('a push', () => {
  test('says which vendor, who and what in the language of its reader, and leads to the message, without its text', async () => {
    const { fixture, browser } = await ticketWithBrowser()
    const { body: reply } = await answer(fixture, 'Gizli fiyat')
    await waitForPushes()
    expect(browser.pushes()).toEqual([
      {
        title: `Satıcı ${fixture.domain}`,
        body: '#1001: Ayşe Yılmaz yanıtladı',
        path: `/account/${fixture.companyId}/tickets/${fixture.ticketId}#${reply._id}`,
        tag: fixture.ticketId,
      },
    ])
  })

  test('is signed with the key that the browser was given, for this push service, and is kept for a day', async () => {
    const { fixture, browser } = await ticketWithBrowser()
    await answer(fixture)
    await waitForPushes()
    const [request] = browser.requests()
    expect(request?.headers).toMatchObject({
      ttl: '86400',
      urgency: 'normal',
      'content-encoding': 'aes128gcm',
    })
    const [, token = '', key = ''] =
      /^vapid t=(.+), ?k=(.+)$/.exec(String(request?.headers.authorization)) ?? []
    expect((await as(fixture.member).call(routes.push.status)).body.publicKey).toBe(key)
    const point = Buffer.from(key, 'base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(each =>
      each.toString('base64url'),
    ) as [string, string]
    const { payload } = await jwtVerify(
      token,
      { kty: 'EC', crv: 'P-256', x, y },
      { audience: `http://${service.host}` },
    )
    expect(payload.sub).toBe('https://destek.example.com')
  })

  test('takes the place of an earlier one about the same ticket, and the push service learns no id of it', async () => {
    const { fixture, browser } = await ticketWithBrowser()
    const other = await fixtures.ticket(fixture)
    for (const each of [fixture, fixture, other]) await answer(each)
    await waitForPushes()
    const topics = browser.requests().map(({ headers }) => String(headers.topic))
    expect([topics.length, new Set(topics).size]).toEqual([3, 2])
    for (const topic of topics) expect(topic).toMatch(/^[\w-]{32}$/)
    expect(JSON.stringify(browser.requests().map(({ headers }) => headers))).not.toContain(
      fixture.ticketId,
    )
  })

  test('has the title and the text once its reader allows it', async () => {
    const { fixture, browser } = await ticketWithBrowser()
    expect((await as(fixture.member).call(routes.notifications.preferences)).body.pushText).toBe(
      false,
    )
    const { body } = await as(fixture.member).call(routes.notifications.setPreferences, {
      body: { pushText: true },
    })
    expect(body).toMatchObject({ pushText: true, scope: null })
    await answer(fixture, `Yağı değiştirin ${'🛠'.repeat(5_000)}`)
    await waitForPushes()
    const [push] = browser.pushes()
    expect(push?.body).toMatch(/^Ayşe Yılmaz yanıtladı: #1001 Mil ısınıyor\nYağı değiştirin 🛠/)
    expect(push?.body.length).toBeLessThan(700)
  })

  test('of a message without a text names its files', async () => {
    const { fixture, browser } = await ticketWithBrowser()
    await as(fixture.member).call(routes.notifications.setPreferences, { body: { pushText: true } })
    const files = [
      await fixtures.upload(fixture.staff, { name: 'şema.pdf' }),
      await fixtures.upload(fixture.staff, { name: 'mil.png' }),
    ]
    await as(fixture.staff).call(routes.tickets.reply, {
      params: { ticket: fixture.ticketId },
      body: { files },
    })
    await waitForPushes()
    expect(browser.pushes()[0]?.body).toBe(
      'Ayşe Yılmaz yanıtladı: #1001 Mil ısınıyor\nşema.pdf, mil.png',
    )
  })

  test('reaches every browser of its reader, and none of a colleague who was not told', async () => {
    const { fixture, browser } = await ticketWithBrowser()
    const second = await browserOf(fixture.member)
    const other = await browserOf(fixture.admin)
    await answer(fixture)
    await waitForPushes()
    expect([browser, second, other].map(each => each.pushes().length)).toEqual([1, 1, 0])
  })

  test('is queued for all browsers by one statement', async () => {
    const { fixture } = await ticketWithBrowser()
    await browserOf(fixture.member)
    await browserOf(fixture.member)
    const queries = vi.spyOn(pg.Client.prototype, 'query')
    const { userId } = fixture.member
    await portal.platform.database.inVendor(fixture.vendorId, async db =>
      queuePushes(db, await readSubscriptions(db, [userId]), [{ userId, event: randomUUID() }], 0),
    )
    const sent = (queries.mock.calls as unknown[][]).map(([query]) =>
      typeof query === 'string' ? query : (query as { text: string }).text,
    )
    queries.mockRestore()
    expect(sent.filter(text => /insert into pgboss/i.test(text))).toHaveLength(1)
    const { rowCount } = await owner.query(
      "select from pgboss.job where name = 'push.queued' and data->>'vendor' = $1",
      [fixture.vendorId],
    )
    expect(rowCount).toBe(3)
  })

  test('is not sent of a kind that its reader does not want in the browser', async () => {
    const { fixture, browser } = await ticketWithBrowser()
    const kinds = [{ kind: 'ticket.answered' as const, mail: true, browser: false }]
    await as(fixture.member).call(routes.notifications.setPreferences, { body: { kinds } })
    await answer(fixture)
    await waitForPushes()
    expect(browser.requests()).toEqual([])
  })

  test.each<[string, (fixture: Fixture) => Promise<unknown>]>([
    [
      'has read it',
      ({ member, ticketId }) =>
        as(member).call(routes.notifications.read, { body: { ticket: ticketId } }),
    ],
    [
      'has muted the ticket',
      ({ member, ticketId }) =>
        as(member).call(routes.notifications.follow, {
          params: { ticket: ticketId },
          body: { following: 'mute' },
        }),
    ],
    [
      'has left the company',
      ({ member }) => owner.query('delete from memberships where user_id = $1', [member.userId]),
    ],
    ['has signed out', ({ member }) => as(member).call(routes.sessions.logout)],
    [
      'has a new password',
      ({ member }) =>
        owner.query("update users set password_hash = 'x' where id = $1", [member.userId]),
    ],
    [
      'has been told a day ago',
      ({ member }) =>
        owner.query(
          "update notifications set date_created = now() - interval '25 hours' where user_id = $1",
          [member.userId],
        ),
    ],
  ])('is not sent to a reader who %s meanwhile', async (_, happen) => {
    const { fixture, browser } = await ticketWithBrowser()
    await answer(fixture)
    await waitForReactions(owner)
    const { rowCount } = await owner.query(
      "select from pgboss.job where name = 'push.queued' and state = 'created'",
    )
    expect(rowCount).toBe(1)
    await happen(fixture)
    await waitForPushes()
    expect(browser.requests()).toEqual([])
  })

  test.each([404, 410])('that is answered with %i ends the subscription', async status => {
    const { fixture, browser } = await ticketWithBrowser()
    browser.answer(status)
    await answer(fixture)
    await waitForPushes()
    expect(await browsersOf(fixture.member)).toBe(0)
    await answer(fixture)
    await waitForPushes()
    expect(browser.requests().length).toBe(1)
  })

  test.each([429, 503])('that is answered with %i is tried again later', async status => {
    const { fixture, browser } = await ticketWithBrowser()
    browser.answer(status)
    await answer(fixture)
    await waitForPushes()
    expect(browser.requests().length).toBe(1)
    browser.answer(201)
    await waitFor(async () => {
      await beginWaiting()
      expect(browser.requests().length).toBe(2)
    })
    expect(await browsersOf(fixture.member)).toBe(1)
  })

  test.each([400, 403, 302])(
    'that is answered with %i is not repeated, and goes nowhere else',
    async status => {
      const { fixture, browser } = await ticketWithBrowser()
      browser.answer(status)
      await answer(fixture)
      await waitForPushes()
      expect([
        browser.requests().length,
        service.received.length,
        await browsersOf(fixture.member),
      ]).toEqual([1, 1, 1])
    },
  )
})

describe('a subscription', () => {
  test.each([
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://wns2-par02p.notify.windows.com/w/?token=abc%2f',
    'https://web.push.apple.com/QGuQ',
  ])('at %s is accepted', async endpoint => {
    const { member } = await fixtures.company()
    expect((await subscribe(member, createBrowser(endpoint).subscription)).status).toBe(200)
    expect(await browsersOf(member)).toBe(1)
  })

  test.each([
    'https://push.example.com/abc',
    'https://fcm.googleapis.com.example.com/abc',
    'https://evil-push.apple.com.example.com/abc',
    'https://evilpush.apple.com/abc',
    'https://fcm.googleapis.com:8443/abc',
    'https://user:word@fcm.googleapis.com/abc',
    'http://fcm.googleapis.com/abc',
    'http://127.0.0.1:22/abc',
    'https://[::1]/abc',
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
  ])('at %s is refused', async endpoint => {
    const { member } = await fixtures.company()
    const reply = await subscribe(member, createBrowser(endpoint).subscription)
    expect(reply.status).toBe(400)
    expect(await browsersOf(member)).toBe(0)
  })

  test('with a key that is no point of the curve is refused in words', async () => {
    const { member } = await fixtures.company()
    const { status, body } = await subscribe(member, {
      ...createBrowser().subscription,
      p256dh: `B${'A'.repeat(86)}`,
    })
    expect([status, body.message]).toEqual([
      400,
      'Bu tarayıcıya bildirim gönderilemiyor: bildirim hizmeti tanınmıyor ya da anahtarı geçersiz.',
    ])
  })

  test('that is repeated is one, and belongs to the user who was the last in that browser', async () => {
    const { member, staff } = await fixtures.company()
    const { subscription } = createBrowser()
    for (const who of [member, member, staff]) await subscribe(who, subscription)
    expect([await browsersOf(member), await browsersOf(staff)]).toEqual([0, 1])
  })

  test('beyond the tenth takes the place of the one that was used longest ago', async () => {
    const { member } = await fixtures.company()
    const browsers = Array.from({ length: maxPushBrowsers + 1 }, () => createBrowser())
    for (const { subscription } of browsers) await subscribe(member, subscription)
    const { rows } = await owner.query(
      'select endpoint from push_subscriptions where user_id = $1 order by id',
      [member.userId],
    )
    expect(rows.map(({ endpoint }) => endpoint)).toEqual(
      browsers.slice(1).map(({ subscription }) => subscription.endpoint),
    )
  })

  test('ends where its browser, or all browsers of the user, are turned off, and no other user’s', async () => {
    const { member, staff } = await fixtures.company()
    const [first, second, third, foreign] = [
      createBrowser(),
      createBrowser(),
      createBrowser(),
      createBrowser(),
    ]
    for (const { subscription } of [first, second, third]) await subscribe(member, subscription)
    await subscribe(staff, foreign.subscription)
    const end = (endpoint?: string) =>
      as(member).call(routes.push.end, { body: { ...(endpoint && { endpoint }) } })
    await end(first.subscription.endpoint)
    await end(foreign.subscription.endpoint)
    expect([await browsersOf(member), await browsersOf(staff)]).toEqual([2, 1])
    expect(await endedFor(member)).toBeNull()
    await end()
    expect([await browsersOf(member), await browsersOf(staff)]).toEqual([0, 1])
  })

  test('that was ended in all browsers of the user is not renewed by them: they learn when that was', async () => {
    const { member, staff } = await fixtures.company()
    const endAll = async () => {
      await as(member).call(routes.push.end, { body: {} })
      return endedFor(member)
    }
    const first = await endAll()
    await subscribe(member, createBrowser().subscription)
    expect([await endedFor(member), await endedFor(staff)]).toEqual([first, null])
    expect((await endAll()) ?? '').toSatisfy((second: string) => second > (first ?? ''))
  })

  test('outlives a session that expires, until the user has a new password', async () => {
    const { fixture, browser } = await ticketWithBrowser()
    await owner.query(
      "update sessions set date_expires = now() - interval '1 minute' where user_id = $1",
      [fixture.member.userId],
    )
    const { sweep } = await import('../app/sweep.ts')
    await sweep(portal.platform.database, portal.platform.config)
    await answer(fixture)
    await waitForPushes()
    expect(browser.pushes().length).toBe(1)
    await owner.query("update users set password_hash = 'x' where id = $1", [fixture.member.userId])
    const { rowCount } = await owner.query('select from push_subscriptions where user_id = $1', [
      fixture.member.userId,
    ])
    expect(rowCount).toBe(0)
  })

  test('ends after 90 days without the portal', async () => {
    const { member } = await fixtures.company()
    await subscribe(member, createBrowser().subscription)
    await owner.query(
      "update push_subscriptions set date_used = now() - interval '91 days' where user_id = $1",
      [member.userId],
    )
    const { sweep } = await import('../app/sweep.ts')
    await sweep(portal.platform.database, portal.platform.config)
    expect(await browsersOf(member)).toBe(0)
  })
})

test('instances with the same secret have the same key, and those of another installation another one', async () => {
  const { openPush } = await import('#platform/push/push.ts')
  const { openSigning } = await import('#platform/crypto/signing.ts')
  const keyOf = (secret: string) => openPush(portal.platform.config, openSigning(secret)).publicKey
  const [one, two] = ['a'.repeat(32), 'b'.repeat(32)]
  expect(keyOf(one)).toBe(keyOf(one))
  expect(keyOf(one)).not.toBe(keyOf(two))
  expect(Buffer.from(keyOf(one) ?? '', 'base64url').length).toBe(65)
})

test('an installation that sends no pushes says so, and accepts no subscription', async () => {
  const silent = await openPortal({ PUSH_HOSTS: 'none' })
  const { member } = await fixturesIn(silent).company()
  expect((await silent.as(member).call(routes.push.status)).body.publicKey).toBeNull()
  expect(
    (await silent.as(member).call(routes.push.subscribe, { body: createBrowser().subscription }))
      .status,
  ).toBe(400)
})
