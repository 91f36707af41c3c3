import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { incomingMailsIn, mailInSettings } from '#testing/incoming-mails.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal } from '#testing/portal.ts'
import { sendMailsTo, waitForReactions } from '#testing/queue.ts'
import { waitFor } from '#testing/wait-for.ts'
import { maxTicketMails } from '../mail/mail-queue.ts'

// Mails wait an hour, and are sent where a test says so.

const portal = await openPortal(mailInSettings)
const fixtures = fixturesIn(portal)
const mails = mailsIn(portal)
const incoming = incomingMailsIn(portal)
const { as, owner } = portal

type Company = Awaited<ReturnType<typeof fixtures.company>>

/** A customer's tickets, each answered by the team; the answers wait to be mailed. */
async function answeredTickets(count: number, at?: Company) {
  const fixture = at ?? (await fixtures.company())
  const { member, staff, companyId, companyMachineId } = fixture
  const tickets: { id: string; title: string }[] = []
  for (let i = 1; i <= count; i++) {
    const title = `Arıza ${i}.`
    const { body } = await as(member).call(routes.tickets.open, {
      params: { company: companyId },
      body: { title, machine: companyMachineId, message: 'Duruyoruz.' },
    })
    await answer({ staff }, body._id, `Yanıt ${i}.`)
    tickets.push({ id: body._id, title })
  }
  await waitForReactions(owner)
  return { ...fixture, tickets }
}

const answer = ({ staff }: Pick<Company, 'staff'>, ticket: string, contents: string) =>
  as(staff).call(routes.tickets.reply, { params: { ticket }, body: { contents, files: [] } })

const titlesIn = (text = '') => text.match(/Arıza \d+\./g) ?? []

test('news of a burst of a hundred tickets is one mail with the newest fifty of them, and says that there are more', async () => {
  const { member } = await answeredTickets(100)
  await sendMailsTo(owner, member.email)
  const received = await mails.to(member.email)
  expect(received).toHaveLength(1)
  expect(received[0]?.subject).toMatch(/50 talepten fazlasında gelişme var$/)
  expect(titlesIn(received[0]?.text)).toEqual(
    Array.from({ length: 50 }, (_, i) => `Arıza ${100 - i}.`),
  )
  expect(received[0]?.text).toContain('50 talepten fazlasında gelişme oldu')
}, 120_000)

test('two colleagues whose mails share their jobs get a digest each', async () => {
  const at = await fixtures.company()
  const colleague = await fixtures.person(at, 'staff')
  await answeredTickets(maxTicketMails + 1, at)
  await owner.query(
    'update pgboss.job set start_after = now() where id = (select job from mails where user_id = $1 limit 1)',
    [at.admin.userId],
  )
  for (const { email } of [at.admin, colleague]) {
    const received = await mails.to(email)
    expect(received).toHaveLength(1)
    expect(titlesIn(received[0]?.text)).toEqual(
      Array.from({ length: 11 }, (_, i) => `Arıza ${11 - i}.`),
    )
  }
})

test('a digest says of each ticket which machine it is about, what happened last and how much before, and opens it there', async () => {
  const fixture = await answeredTickets(maxTicketMails + 1)
  const { member, companyId, companyName, staff, tickets } = fixture
  await answer(fixture, tickets[2]?.id ?? '', `Son ${'söz '.repeat(200)}`)
  await waitForReactions(owner)
  await sendMailsTo(owner, member.email, staff.email)
  const [ofMember] = await mails.to(member.email)
  const text = ofMember?.text?.replaceAll('\r\n', '\n') ?? ''
  const ofTicket = text.slice(text.indexOf('Arıza 3.'), text.indexOf('Arıza 11.'))
  expect(ofTicket).toMatch(
    /^Arıza 3\.\nİnci Torna · SN-\w+ · .+\nÖncesinde 1 gelişme daha oldu.+\nAyşe Yılmaz yazdı: Son söz.+söz…\nMesajın devamı talebin sayfasında\.\n/,
  )
  expect(ofTicket).toMatch(
    new RegExp(`Talebi aç: \\S+/account/${companyId}/tickets/${tickets[2]?.id}#[0-9a-f-]{36}\n`),
  )
  const [ofTeam] = await mails.to(staff.email)
  expect(ofTeam?.text).toContain(companyName)
  expect(ofTeam?.text).toContain('Işıl Yılmaz bu talebi açtı.')
  expect(ofTeam?.text).toContain(`/staff/companies/${companyId}/tickets/${tickets[0]?.id}`)
})

test('a digest names the files of an answer without a text', async () => {
  const fixture = await answeredTickets(maxTicketMails + 1)
  const file = await fixtures.upload(fixture.staff, { name: 'devre şeması.pdf' })
  await as(fixture.staff).call(routes.tickets.reply, {
    params: { ticket: fixture.tickets[0]?.id ?? '' },
    body: { files: [file] },
  })
  await waitForReactions(owner)
  await sendMailsTo(owner, fixture.member.email)
  const [mail] = await mails.to(fixture.member.email)
  expect(mail?.text).toContain('Ayşe Yılmaz yazdı: devre şeması.pdf')
})

test('a digest has the answer after which a ticket was closed, and says until when a reply reopens it', async () => {
  const fixture = await answeredTickets(maxTicketMails + 1)
  const { member, staff, tickets } = fixture
  await as(staff).call(routes.tickets.change, {
    params: { ticket: tickets[4]?.id ?? '' },
    body: { status: 'closed' },
  })
  await waitForReactions(owner)
  await sendMailsTo(owner, member.email)
  const [mail] = await mails.to(member.email)
  const text = mail?.text?.replaceAll('\r\n', '\n') ?? ''
  expect(text.slice(text.indexOf('Arıza 5.'))).toMatch(
    /^.+\n.+\nAyşe Yılmaz yazdı: Yanıt 5\.\nAyşe Yılmaz bu talebi kapattı\.\nSorun sürüyorsa bu e-postayı yanıtlayın; talep yeniden açılır\. Son tarih: \d/,
  )
})

test('news of as many tickets as a reader can answer one by one are a mail for each', async () => {
  const { member } = await answeredTickets(maxTicketMails)
  await sendMailsTo(owner, member.email)
  const received = await mails.to(member.email, maxTicketMails)
  expect(received.flatMap(({ text }) => titlesIn(text?.split('Önceki')[0])[0])).toHaveLength(
    maxTicketMails,
  )
})

test('a digest names no ticket that its reader has read, muted or may not open any more', async () => {
  const fixture = await answeredTickets(12)
  const { member, tickets, vendorId } = fixture
  const other = await fixtures.company(fixture)
  await owner.query(
    'insert into memberships (vendor_id, user_id, company_id) values ($1, $2, $3)',
    [vendorId, member.userId, other.companyId],
  )
  const elsewhere = await answeredTickets(1, { ...other, member })
  const [read, muted] = tickets
  await as(member).call(routes.notifications.read, { body: { ticket: read?.id ?? '' } })
  await as(member).call(routes.notifications.follow, {
    params: { ticket: muted?.id ?? '' },
    body: { following: 'mute' },
  })
  await owner.query('delete from memberships where user_id = $1 and company_id = $2', [
    member.userId,
    elsewhere.companyId,
  ])
  await sendMailsTo(owner, member.email)
  const [mail] = await mails.to(member.email)
  expect(mail?.subject).toMatch(/10 talepte gelişme var$/)
  expect(titlesIn(mail?.text)).toEqual(Array.from({ length: 10 }, (_, i) => `Arıza ${12 - i}.`))
  expect(mail?.text).not.toContain(elsewhere.companyId)
})

test('a digest has older news that its reader wants, however much newer news they do not', async () => {
  const fixture = await answeredTickets(55)
  const { member, staff, tickets } = fixture
  for (const { id } of tickets.slice(3))
    await as(staff).call(routes.tickets.change, {
      params: { ticket: id },
      body: { status: 'closed' },
    })
  await waitForReactions(owner)
  await owner.query(
    "update notifications set mail_id = null where user_id = $1 and kind = 'ticket.answered' and ticket_id <> all($2)",
    [member.userId, tickets.slice(0, 3).map(({ id }) => id)],
  )
  await as(member).call(routes.notifications.setPreferences, {
    body: { kinds: [{ kind: 'ticket.closed', mail: false, browser: true }] },
  })
  await sendMailsTo(owner, member.email)
  const [mail] = await mails.to(member.email)
  expect(mail?.subject).toMatch(/ 3 talepte gelişme var$/)
  expect(titlesIn(mail?.text)).toEqual(['Arıza 3.', 'Arıza 2.', 'Arıza 1.'])
}, 60_000)

test('a digest says where to reply, and each of its tickets can be answered by mail', async () => {
  const { member, tickets } = await answeredTickets(maxTicketMails + 1)
  await sendMailsTo(owner, member.email)
  const [mail] = await mails.to(member.email)
  const addresses = [...(mail?.html ?? '').matchAll(/mailto:([^?]+)\?subject=([^"]+)/g)]
  expect(addresses).toHaveLength(tickets.length)
  expect(mail?.text).toContain('talebin altındaki yanıt bağlantısını ya da adresini kullanın')
  expect(mail?.text).toContain(`E-postayla yanıtla: ${addresses[0]?.[1]}\n`)
  expect(mail?.replyTo).toBeUndefined()
  const [, address = '', subject = ''] = addresses.at(-1) ?? []
  await incoming.send(member, address, { subject: decodeURIComponent(subject), text: 'Denedim.' })
  await waitFor(async () => {
    const { rows } = await owner.query(
      "select ticket_id from messages where contents = 'Denedim.' and user_id = $1",
      [member.userId],
    )
    expect(rows).toEqual([{ ticket_id: tickets[0]?.id }])
  })
})
