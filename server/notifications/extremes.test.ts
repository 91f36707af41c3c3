import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal } from '#testing/portal.ts'
import { sendMailsTo, waitForReactions } from '#testing/queue.ts'

// Mails wait an hour, and are sent where a test says so.

const portal = await openPortal({ LIMIT_FACTOR: '100' })
const fixtures = fixturesIn(portal)
const mails = mailsIn(portal)
const { as, owner } = portal

type Fixture = Awaited<ReturnType<typeof fixtures.ticket>>
const answer = (fixture: Fixture, contents: string) =>
  as(fixture.staff).call(routes.tickets.reply, {
    params: { ticket: fixture.ticketId },
    body: { contents },
  })

test('300 messages in a minute are one mail, with the newest thirty in full length and the number of the others', async () => {
  const fixture = await fixtures.ticket()
  const long = 'ısındı ⚙️ '.repeat(limits.message).slice(0, limits.message - 10)
  for (let i = 1; i <= 300; i++)
    expect((await answer(fixture, `Adım ${i}. ${i > 270 ? long : ''}`)).status).toBe(200)
  await waitForReactions(owner)
  const { rowCount } = await owner.query('select from notifications where user_id = $1', [
    fixture.member.userId,
  ])
  expect(rowCount).toBe(300)
  await sendMailsTo(owner, fixture.member.email)
  const received = await mails.to(fixture.member.email)
  expect(received).toHaveLength(1)
  const [news = ''] = received[0]?.text?.split('Önceki mesajlar') ?? []
  expect(news).toContain('Daha önce 270 gelişme daha oldu')
  expect(news.match(/Adım \d+\./g)).toEqual(
    Array.from({ length: 30 }, (_, i) => `Adım ${i + 271}.`),
  )
  expect(received[0]?.text?.match(/ısındı/g)?.length).toBeGreaterThan(29_000)
}, 120_000)

test('an answer that 2,000 members follow reaches each of them once, and no member who has left before it is mailed', async () => {
  const fixture = await fixtures.ticket()
  const { vendorId, companyId, ticketId } = fixture
  await owner.query(
    `with added as (
       insert into users (vendor_id, id, email, name, surname, role, password_hash)
       select $1, gen_random_uuid(), 'uye' || i || '@musteri.test', 'Üye', i::text, 'customer', 'x' from generate_series(1, 2000) i
       returning id),
     members as (insert into memberships (vendor_id, user_id, company_id) select $1, id, $2 from added)
     insert into ticket_follows (vendor_id, ticket_id, user_id, follows) select $1, $3, id, true from added`,
    [vendorId, companyId, ticketId],
  )
  await owner.query('analyze users, memberships, ticket_follows') // as PostgreSQL does in a minute
  await answer(fixture, 'Yağı değiştirin')
  await waitForReactions(owner)
  const { rows } = await owner.query(
    `select count(*)::int as notified, count(distinct user_id)::int as users, count(mail_id)::int as mails
       from notifications where ticket_id = $1 and kind = 'ticket.answered'`,
    [ticketId],
  )
  expect(rows).toEqual([{ notified: 2_001, users: 2_001, mails: 2_001 }])
  const jobs = await owner.query(
    "select distinct job from mails join notifications on mail_id = mails.id where ticket_id = $1 and notifications.kind = 'ticket.answered'",
    [ticketId],
  )
  expect(jobs.rowCount).toBe(201)
  await owner.query(
    "delete from memberships where user_id = (select id from users where vendor_id = $1 and email = 'uye2@musteri.test')",
    [vendorId],
  )
  await sendMailsTo(owner, fixture.member.email, 'uye1@musteri.test', 'uye2@musteri.test')
  const told = (await mails.all()).filter(({ text }) => text?.includes('Yağı değiştirin'))
  expect(told.map(({ to }) => to?.[0]?.address).sort()).toEqual(
    [fixture.member.email, 'uye1@musteri.test'].sort(),
  )
}, 120_000)
