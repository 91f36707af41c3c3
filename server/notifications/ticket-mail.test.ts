import { describe, expect, test } from 'vitest'
import { notificationKinds } from '#contract/notifications.ts'
import { routes } from '#contract/routes.ts'
import { fixturesIn, pathAndQuery } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { waitForReactions } from '#testing/queue.ts'
import { unsubscribeToken } from './preferences.ts'

const portal = await openPortal({ NOTIFY_DELAY: '0s' })
const fixtures = fixturesIn(portal)
const mails = mailsIn(portal)
const { as, owner } = portal

type Fixture = Awaited<ReturnType<typeof fixtures.ticket>>
const answer = (fixture: Fixture, contents = 'Yağı değiştirin', files: string[] = []) =>
  as(fixture.staff).call(routes.tickets.reply, {
    params: { ticket: fixture.ticketId },
    body: { contents, files },
  })
const close = (fixture: Fixture) =>
  as(fixture.staff).call(routes.tickets.change, {
    params: { ticket: fixture.ticketId },
    body: { status: 'closed' },
  })

/** Waits until no mail is left to be sent. */
async function sent() {
  await waitForReactions(owner)
  await expect.poll(async () => (await owner.query('select from mails')).rowCount).toBe(0)
}
const headerOf = (mail: Awaited<ReturnType<typeof mails.to>>[number] | undefined, key: string) =>
  mail?.headers.find(header => header.key === key.toLowerCase())?.value

describe('a mail about a ticket', () => {
  test('tells the author of an answer: who wrote what about which machine, with what was written before', async () => {
    const fixture = await fixtures.ticket()
    const { body: reply } = await answer(fixture)
    const [mail] = await mails.to(fixture.member.email)
    expect(mail?.subject).toBe(`[Satıcı ${fixture.domain}] #1001 Mil ısınıyor`)
    expect(mail?.from).toMatchObject({ name: `Satıcı ${fixture.domain}` })
    const { rows } = await owner.query('select serial_number from company_machines where id = $1', [
      fixture.companyMachineId,
    ])
    const text = mail?.text?.replaceAll('\r\n', '\n') ?? ''
    expect(text).toContain(`Makine: İnci Torna\nSeri no: ${rows[0].serial_number}`)
    expect(text).toMatch(
      /Ayşe Yılmaz yazdı · .+\nYağı değiştirin\n\nTalebi aç:\n\S+\n\nÖnceki mesajlar\n\nIşıl Yılmaz yazdı · .+\nİş mili on dakikada ısınıyor\./,
    )
    expect(text).toContain(`/account/${fixture.companyId}/tickets/${fixture.ticketId}#${reply._id}`)
    expect(mail?.html).toContain('Yağı değiştirin')
  })

  test('has the messages before it from the newest back', async () => {
    const fixture = await fixtures.ticket()
    await answer(fixture, 'Birinci')
    await mails.to(fixture.member.email)
    await answer(fixture, 'İkinci')
    const [, mail] = await mails.to(fixture.member.email, 2)
    expect(mail?.text).toMatch(/İkinci.+Birinci.+İş mili on dakikada/s)
  })

  test('says of a closed ticket until when a message of its author reopens it, and nothing of it afterwards', async () => {
    const fixture = await fixtures.ticket()
    await close(fixture)
    const [closed] = await mails.to(fixture.member.email)
    expect(closed?.text).toMatch(
      /Sorun sürüyorsa talebin sayfasında yazın; talep yeniden açılır\. Son tarih: \d/,
    )
    await owner.query(
      "update tickets set date_closed = date_closed - interval '15 days' where id = $1",
      [fixture.ticketId],
    )
    await answer(fixture, 'Geç yanıt')
    const [, late] = await mails.to(fixture.member.email, 2)
    expect(late?.text).not.toMatch(/yeniden açılır|yazılamaz/)
  })

  test('says that answers belong into the portal, where no mails are received', async () => {
    const fixture = await fixtures.ticket()
    await answer(fixture)
    const [mail] = await mails.to(fixture.member.email)
    expect(mail?.text).toContain('yanıtınızı talebin sayfasında yazın')
  })

  test('tells the team with the company, and links to their own page', async () => {
    const fixture = await fixtures.ticket()
    const [mail] = await mails.to(fixture.staff.email)
    expect(mail?.text).toContain(`Firma: ${fixture.companyName}`)
    expect(mail?.text).toContain(
      `/staff/companies/${fixture.companyId}/tickets/${fixture.ticketId}`,
    )
    expect(mail?.text).toContain('Işıl Yılmaz bu talebi açtı.')
  })

  test('is in the language of its reader', async () => {
    const fixture = await fixtures.ticket()
    await owner.query("update users set language = 'en' where id = $1", [fixture.member.userId])
    await answer(fixture)
    const [mail] = await mails.to(fixture.member.email)
    expect(mail?.text).toContain('Ayşe Yılmaz wrote')
    expect(headerOf(mail, 'content-language')).toBe('en')
  })

  test('belongs to one thread with the other mails about the ticket, and says that a program sent it', async () => {
    const fixture = await fixtures.ticket()
    await answer(fixture)
    await mails.to(fixture.member.email)
    await answer(fixture, 'Bir de filtre')
    const both = await mails.to(fixture.member.email, 2)
    const thread = headerOf(both[0], 'references')
    expect(thread).toMatch(
      new RegExp(`^<${fixture.ticketId}\\.${fixture.ticketId}\\.[0-9a-f]{16}@[^ ]+>$`),
    )
    // Also without a received mail, whose Message-ID would be the last one.
    for (const header of ['references', 'in-reply-to'])
      expect(both.map(mail => headerOf(mail, header))).toEqual([thread, thread])
    expect(new Set(both.map(mail => mail.messageId)).size).toBe(2)
    expect(headerOf(both[0], 'auto-submitted')).toBe('auto-generated')
    expect(headerOf(both[0], 'x-auto-response-suppress')).toBe('All')
    expect(headerOf(both[0], 'list-id')).toBe(`<tickets.${fixture.domain}>`)
  })

  test('says why its reader got it: because they take part, or as a member of the team', async () => {
    const fixture = await fixtures.ticket()
    await answer(fixture)
    const [ofAuthor] = await mails.to(fixture.member.email)
    const [ofTeam] = await mails.to(fixture.admin.email)
    expect(ofAuthor?.text).toContain('bu talepte yer aldığınız')
    expect(ofTeam?.text).toContain('destek ekibinde olduğunuz')
  })

  test('names its reader in the links to the settings, as another user may be signed in where they are opened', async () => {
    const fixture = await fixtures.ticket()
    await answer(fixture)
    const [mail] = await mails.to(fixture.member.email)
    const links = mail?.text?.match(/https?:\S+/g)?.map(link => new URL(link)) ?? []
    const mailOf = (path: string) =>
      links.find(({ pathname }) => pathname === path)?.searchParams.get('mail')
    expect([mailOf('/settings/notifications'), mailOf('/unsubscribe')]).toEqual([
      fixture.member.email,
      fixture.member.email,
    ])
  })

  test('names the attachments with their size', async () => {
    const fixture = await fixtures.ticket()
    await answer(fixture, 'Şemayı ekledim', [
      await fixtures.upload(fixture.staff, { name: 'şema.png' }),
    ])
    const [mail] = await mails.to(fixture.member.email)
    expect(mail?.text).toMatch(/Şemayı ekledim\r?\nşema\.png \(9 B\): http/)
  })

  test('contains no markup of a user', async () => {
    const fixture = await fixtures.ticket()
    await answer(fixture, '<img src=x onerror=alert(1)> & "tırnak"')
    const [mail] = await mails.to(fixture.member.email)
    expect(mail?.html).toContain('&#60;img src=x onerror=alert(1)&#62; &#38;')
    expect(mail?.html).not.toContain('<img')
  })
})

describe('unsubscribing', () => {
  const linkOf = (mail: Awaited<ReturnType<typeof mails.to>>[number] | undefined) =>
    headerOf(mail, 'list-unsubscribe')?.replace(/^<|>$/g, '') ?? ''
  const post = (url: string, domain: string) =>
    portal.http.inject({
      method: 'POST',
      url,
      headers: { host: domain, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })

  test('by one click in the mail program turns off the mails of that kind, and no other', async () => {
    const fixture = await fixtures.ticket()
    await answer(fixture)
    const [mail] = await mails.to(fixture.member.email)
    expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(new URL(linkOf(mail)).searchParams.get('language')).toBe('tr')
    expect((await post(pathAndQuery(linkOf(mail)), fixture.domain)).statusCode).toBe(204)
    await answer(fixture)
    await close(fixture)
    await sent()
    const texts = (await mails.to(fixture.member.email)).map(({ text }) => text)
    expect(texts).toHaveLength(2)
    expect(texts[1]).toContain('bu talebi kapattı')
  })

  test('of every kind turns off each of them', async () => {
    const fixture = await fixtures.ticket()
    const token = unsubscribeToken(portal.platform.signing, {
      vendor: fixture.vendorId,
      user: fixture.staff.userId,
      kinds: [...notificationKinds],
    })
    const path = `/unsubscribe?${new URLSearchParams({ token })}`
    expect((await post(path, fixture.domain)).statusCode).toBe(204)
    const { body } = await as(fixture.staff).call(routes.notifications.preferences)
    expect(body.kinds.filter(({ mail }) => mail)).toEqual([])
  })

  test('names its kinds, and turns them on again', async () => {
    const fixture = await fixtures.ticket()
    await answer(fixture)
    const [mail] = await mails.to(fixture.member.email)
    expect(mail?.text).toContain('Bu tür e-postaları kapat (Destek ekibinin yanıtları)')
    const token = new URL(linkOf(mail)).searchParams.get('token') ?? ''
    const mailsOfAnswers = async () =>
      (await as(fixture.member).call(routes.notifications.preferences)).body.kinds.find(
        ({ kind }) => kind === 'ticket.answered',
      )?.mail
    const unsubscribe = async (undo?: boolean) =>
      (
        await as(fixture.visitor).call(routes.notifications.unsubscribe, {
          body: { token, ...(undo && { undo }) },
        })
      ).status
    expect([await unsubscribe(), await mailsOfAnswers()]).toEqual([200, false])
    expect([await unsubscribe(true), await mailsOfAnswers()]).toEqual([200, true])
  })

  test('beside it mutes this ticket only, and takes that back', async () => {
    const fixture = await fixtures.ticket()
    await answer(fixture)
    const [mail] = await mails.to(fixture.member.email)
    const link = /Yalnızca bu talebi sessize al: (\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
    const token = new URL(link).searchParams.get('token') ?? ''
    const params = { company: fixture.companyId, ticket: fixture.ticketId }
    const following = async () =>
      (await as(fixture.member).call(routes.tickets.getOfAccount, { params })).body.following
    const { body } = await as(fixture.visitor).call(routes.notifications.unsubscribe, {
      body: { token },
    })
    expect([body.message, await following()]).toEqual([
      'Bu talep hakkında artık bildirim almayacaksınız.',
      'mute',
    ])
    await as(fixture.visitor).call(routes.notifications.unsubscribe, {
      body: { token, undo: true },
    })
    expect(await following()).toBe('default')
    const forged = token.replace(fixture.ticketId, (await fixtures.ticket()).ticketId)
    const { status } = await as(fixture.visitor).call(routes.notifications.unsubscribe, {
      body: { token: forged },
    })
    expect(status).toBe(400)
  })

  test('does nothing by GET, and nothing with a changed token or at another vendor', async () => {
    const [fixture, other] = [await fixtures.ticket(), await fixtures.vendor()]
    await answer(fixture)
    const [mail] = await mails.to(fixture.member.email)
    const path = pathAndQuery(linkOf(mail))
    await portal.http.inject({ method: 'GET', url: path, headers: { host: fixture.domain } })
    expect((await post(path.replace(/...&/, 'abc&'), fixture.domain)).statusCode).toBe(400)
    expect((await post(path, other.domain)).statusCode).toBe(400)
    expect((await post(path, 'unbekannt.test')).statusCode).toBe(404)
    const { body } = await as(fixture.member).call(routes.notifications.preferences)
    expect(body.kinds.find(({ kind }) => kind === 'ticket.answered')?.mail).toBe(true)
  })
})

describe('a mail that waits is not sent to a reader who meanwhile', async () => {
  const waiting = await openPortal()
  const own = fixturesIn(waiting)

  test.each([
    ['has left the company', 'delete from memberships where user_id = $1'],
    [
      'belongs to another company',
      `with moved as (insert into companies (vendor_id, id, name) select vendor_id, gen_random_uuid(), 'Başka' from users where id = $1 returning id)
       update memberships set company_id = (select id from moved) where user_id = $1`,
    ],
    ['has no password any more', 'update users set password_hash = null where id = $1'],
    [
      'has muted the ticket',
      'insert into ticket_follows (vendor_id, ticket_id, user_id, follows) select vendor_id, id, $1, false from tickets where created_by = $1',
    ],
  ])('%s', async (_, change) => {
    const fixture = await own.ticket()
    await waiting.as(fixture.staff).call(routes.tickets.reply, {
      params: { ticket: fixture.ticketId },
      body: { contents: 'Gizli' },
    })
    await waitForReactions(waiting.owner)
    const mailsOfMember = async () =>
      (await waiting.owner.query('select from mails where user_id = $1', [fixture.member.userId]))
        .rowCount
    expect(await mailsOfMember()).toBe(1)
    await waiting.owner.query(change, [fixture.member.userId])
    await waiting.owner.query(
      "update pgboss.job set start_after = now() where name = 'ticket.news'",
    )
    await expect.poll(mailsOfMember).toBe(0)
    const texts = (await mailsIn(waiting).all()).filter(({ to }) =>
      to?.some(({ address }) => address === fixture.member.email),
    )
    expect(texts).toEqual([])
  })
})

test('messages within the delay are one mail, without those that were read meanwhile', async () => {
  const waiting = await openPortal({ NOTIFY_DELAY: '3s' })
  const own = fixturesIn(waiting)
  const fixture = await own.ticket()
  const reply = (contents: string) =>
    waiting
      .as(fixture.staff)
      .call(routes.tickets.reply, { params: { ticket: fixture.ticketId }, body: { contents } })
  await reply('Birinci')
  await waitForReactions(waiting.owner)
  await waiting
    .as(fixture.member as Person)
    .call(routes.notifications.read, { body: { ticket: fixture.ticketId } })
  await reply('İkinci')
  await reply('Üçüncü')
  await expect.poll(async () => (await waiting.owner.query('select from mails')).rowCount).toBe(0)
  const ofMember = (await mailsIn(waiting).all()).filter(
    mail => mail.to?.[0]?.address === fixture.member.email,
  )
  expect(ofMember).toHaveLength(1)
  const [news = ''] = (ofMember[0]?.text ?? '').split('Önceki mesajlar')
  expect([news.includes('Birinci'), news.includes('İkinci'), news.includes('Üçüncü')]).toEqual([
    false,
    true,
    true,
  ])
})

test('a mail about very many events has the newest messages, and says how many there were before', async () => {
  const waiting = await openPortal({ NOTIFY_DELAY: '20s' })
  const own = fixturesIn(waiting)
  const fixture = await own.ticket()
  for (let i = 1; i <= 32; i++)
    await waiting.as(fixture.staff).call(routes.tickets.reply, {
      params: { ticket: fixture.ticketId },
      body: { contents: `Adım ${i}.` },
    })
  await waitForReactions(waiting.owner)
  await waiting.owner.query("update pgboss.job set start_after = now() where name = 'ticket.news'")
  const [mail] = await mailsIn(waiting).to(fixture.member.email)
  const [news = '', earlier = ''] = mail?.text?.split('Önceki mesajlar') ?? []
  expect(news).toContain('Daha önce 2 gelişme daha oldu')
  expect(news.match(/Adım \d+\./g)).toEqual(Array.from({ length: 30 }, (_, i) => `Adım ${i + 3}.`))
  expect(earlier.match(/Adım \d+\./g)).toEqual(['Adım 2.', 'Adım 1.'])
})
