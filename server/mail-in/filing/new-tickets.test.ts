import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import type { Targets } from '#contract/targets.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { incomingMailsIn, mailInDomain, mailInSettings } from '#testing/incoming-mails.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal } from '#testing/portal.ts'

// Tickets that a customer opens by mail: what they are told, and how they name the machine.

const portal = await openPortal({ ...mailInSettings, NOTIFY_DELAY: '0s' })
const fixtures = fixturesIn(portal)
const { send, settled } = incomingMailsIn(portal)
const mails = mailsIn(portal)
const { as } = portal

/** A customer with two machines, and the address to which they write. */
async function twoMachines() {
  const at = await fixtures.company()
  const { body: second } = await as(at.admin).call(routes.machines.assign, {
    params: { company: at.companyId },
    body: { machine: at.machineId, serialNumber: 'TRN-1453', dateOfPurchase: '2026-02-28' },
  })
  return { ...at, second: second._id, to: `${at.domain}@${mailInDomain}` }
}
type Customer = Awaited<ReturnType<typeof twoMachines>>

/** Of a signature: they are no files, so they take no room of any. */
const icons = Array.from({ length: 10 }, (_, at) => ({
  filename: `icon${at}.gif`,
  content: Buffer.from('R0lGODlhIAAgAAAAACwAAAAAIAAgAAACAA==', 'base64'), // 32 × 32 pixels
  contentType: 'image/gif',
  contentDisposition: 'inline' as const,
}))

/** Writes a mail that names no machine; returns the question that comes back. */
async function askedMachine(at: Customer) {
  await send(at.member, at.to, {
    subject: 'Re: Kayış koptu',
    text: 'Sabah kayış koptu.',
    attachments: [...icons, { filename: 'kayış.txt', content: 'lastik' }],
  })
  await settled(at, 1)
  const [question] = await mails.to(at.member.email)
  return question
}
const answer = (
  at: Customer,
  question: Awaited<ReturnType<typeof askedMachine>>,
  text: string,
  from = at.member,
  options: object = {},
) =>
  send(from, question?.replyTo?.[0]?.address ?? '', {
    ...options,
    subject: `Re: ${question?.subject}`,
    text,
    inReplyTo: question?.messageId ?? '',
    references: question?.messageId ?? '',
  })
const readTicket = async (at: Pick<Customer, 'staff'>, ticket: string) =>
  (await as(at.staff).call(routes.tickets.get, { params: { ticket } })).body

test('a customer who is asked for the machine answers with its serial number, and their first mail becomes the ticket', async () => {
  const at = await twoMachines()
  const question = await askedMachine(at)
  expect(question?.text).toContain('• İnci Torna · TRN-1453')
  expect(question?.replyTo?.[0]?.address).toBe(at.to)
  await answer(at, question, 'trn 1453 olan')
  const received = await settled(at, 2)
  expect(received.map(({ state, reason }) => [state, reason])).toEqual([
    ['filed', null],
    ['filed', null],
  ])
  const [first, second] = received
  expect(first?.ticketId).toBe(second?.ticketId)
  const ticket = await readTicket(at, first?.ticketId ?? '')
  expect(ticket).toMatchObject({ title: 'Kayış koptu', machine: at.second })
  expect(
    ticket.conversation.map(({ message, files }) => [message, files.map(file => file.fileName)]),
  ).toEqual([
    ['Sabah kayış koptu.', ['kayış.txt']],
    ['trn 1453 olan', []],
  ])
})

/** Answers the question without a machine, with a file; returns the next question. */
async function askedAgain(at: Customer) {
  await answer(at, await askedMachine(at), 'Etiket okunmuyor, fotoğrafı ekte.', at.member, {
    attachments: [{ filename: 'etiket.txt', content: 'silik' }],
  })
  await settled(at, 2)
  return (await mails.to(at.member.email, 2))[1]
}

test('a customer who does not name a machine is asked again, and all their mails become the ticket', async () => {
  const at = await twoMachines()
  const again = await askedAgain(at)
  expect(again?.subject).toBe(
    `Satıcı ${at.domain} destek portalı: hangi makineyle ilgili? Kayış koptu`,
  )
  expect(again?.text).toContain('yazdığınız yanıtı aldık ve sakladık')
  await answer(at, again, 'TRN-1453')
  const received = await settled(at, 3)
  expect(new Set(received.map(({ state, ticketId }) => `${state} ${ticketId}`)).size).toBe(1)
  const ticket = await readTicket(at, received[0]?.ticketId ?? '')
  expect(
    ticket.conversation.map(({ message, files }) => [message, files.map(file => file.fileName)]),
  ).toEqual([
    ['Sabah kayış koptu.', ['kayış.txt']],
    ['Etiket okunmuyor, fotoğrafı ekte.', ['etiket.txt']],
    ['TRN-1453', []],
  ])
})

test('a customer who is asked again finds all their mails in the new ticket that is prepared', async () => {
  const at = await twoMachines()
  const link = new URL(/https?:\/\/\S+/.exec((await askedAgain(at))?.text ?? '')?.[0] ?? '')
  const params = { company: at.companyId, received: link.searchParams.get('mail') ?? '' }
  const { body } = await as(at.member).call(routes.mailIn.draft, { params })
  expect(body).toMatchObject({
    title: 'Kayış koptu',
    message: 'Sabah kayış koptu.\n\nEtiket okunmuyor, fotoğrafı ekte.',
    files: [{ fileName: 'kayış.txt' }, { fileName: 'etiket.txt' }],
  })
})

test('a customer answers with the name of the machine where one machine alone has it', async () => {
  const at = await twoMachines()
  const { body: model } = await as(at.admin).call(routes.machines.create, {
    body: { name: 'Ladin 90 enjeksiyon', sku: 'L90' },
  })
  const { body } = await as(at.admin).call(routes.machines.assign, {
    params: { company: at.companyId },
    body: { machine: model._id, serialNumber: 'AE25-1138', dateOfPurchase: '2026-02-28' },
  })
  const question = await askedMachine(at)
  await answer(at, question, 'İnci Torna')
  await settled(at, 2)
  await answer(at, question, 'Ladin 90 olan')
  const received = await settled(at, 3)
  expect(received.map(({ state }) => state)).toEqual(['filed', 'filed', 'filed'])
  const ticket = await readTicket(at, received[0]?.ticketId ?? '')
  expect(ticket.machine).toBe(body._id)
})

test('a second answer to the question is a message in the ticket that the first one opened', async () => {
  const at = await twoMachines()
  const question = await askedMachine(at)
  await answer(at, question, 'TRN-1453')
  await settled(at, 2)
  await answer(at, question, 'Acil!')
  const received = await settled(at, 3)
  expect(new Set(received.map(({ ticketId }) => ticketId)).size).toBe(1)
  const ticket = await readTicket(at, received[0]?.ticketId ?? '')
  expect(ticket.conversation.map(({ message }) => message)).toEqual([
    'Sabah kayış koptu.',
    'TRN-1453',
    'Acil!',
  ])
})

test("a colleague who answers a customer's question opens a ticket with their own text only", async () => {
  const at = await twoMachines()
  const question = await askedMachine(at)
  const colleague = await fixtures.person(at, 'customer', 'Barış')
  await fixtures.join(at.vendorId, colleague.userId, at.companyId)
  await answer(at, question, 'TRN-1453', colleague)
  const received = await settled(at, 2)
  expect(received.map(({ state }) => state)).toEqual(['answered', 'filed'])
  const ticket = await readTicket(at, received[1]?.ticketId ?? '')
  expect(ticket.conversation.map(({ message }) => message)).toEqual(['TRN-1453'])
})

const forwarded = `Operatörümüzün yazdığı:

---------- Forwarded message ---------
From: Op <op@musteri.test>
Date: Sun, 29 Nov 2026 at 12:03
Subject: arıza
To: <isil@musteri.test>

E-204 gösteriyor.

Op`
const told = `12.11.2026 14:03 tarihinde servisiniz (servis@satici.test) bana şunu yazdı:
Parametre 12 yi 40 yapın.
Yaptım, E-204 ile yine durdu.`
const outlook = `Aşağıdaki arıza.

________________________________
De : Op <op@musteri.test>
Envoyé : 29.11.2026 12:03
À : Işıl <isil@musteri.test>
Objet : panne

E-204`

test('a mail that opens a ticket keeps what it quotes and forwards, without the signature above', async () => {
  const at = await fixtures.company()
  const contents: [string, object][] = [
    ['Ekran:\n\n> E-204 yük', { html: '<p>Ekran:</p><blockquote><p>E-204 yük</p></blockquote>' }],
    ['> E-204 yük', { text: '> E-204 yük' }],
    [forwarded, { text: forwarded }],
    [
      forwarded,
      { text: forwarded.replace('yazdığı:', 'yazdığı:\n\n-- \nIşıl Yılmaz\nTel: 0 232 000 00 00') },
    ],
    [told, { text: told }],
    [outlook, { text: outlook }],
    [
      'Aşağıda.',
      { text: `Aşağıda.\n\n${outlook.slice(17).replace('op@', `reply+${'a'.repeat(26)}@`)}` },
    ],
  ]
  for (const [, options] of contents)
    await send(at.member, `${at.domain}@${mailInDomain}`, {
      subject: 'Arıza',
      text: '',
      ...options,
    })
  const received = await settled(at, contents.length)
  const tickets = await Promise.all(received.map(({ ticketId }) => readTicket(at, ticketId)))
  expect(tickets.map(({ conversation }) => conversation[0]?.message)).toEqual(
    contents.map(([message]) => message),
  )
})

/** In Hanoi, whose clock is seven hours ahead of UTC all year. */
const inHanoi: Targets = {
  timeZone: 'Asia/Ho_Chi_Minh',
  days: Array(7).fill({ opens: '00:00', closes: '24:00' }),
  publicHolidays: false,
  daysOff: [],
  standing: { first: 60, next: 60 },
  impaired: { first: null, next: null },
  normal: { first: 240, next: 240 },
  question: { first: null, next: null },
}

test('a customer whose mail opens a ticket is told its number and when an answer comes, and adds to it by mail', async () => {
  const at = await fixtures.company()
  await send(at.member, `${at.domain}@${mailInDomain}`, {
    subject: 'Kayış koptu',
    text: 'Sabah kayış koptu.',
    messageId: '<ilk@musteri.test>',
  })
  const [confirmation] = await mails.to(at.member.email)
  expect(confirmation?.subject).toBe(`[Satıcı ${at.domain}] #1001 Kayış koptu`)
  expect(confirmation?.text).toContain('E-postanız talep olarak açıldı: #1001 Kayış koptu')
  expect(confirmation?.text).toContain('\n\nYanıtımız size e-postayla gelir.')
  expect(confirmation?.inReplyTo).toBe('<ilk@musteri.test>')
  await send(at.member, confirmation?.replyTo?.[0]?.address ?? '', {
    text: 'Fotoğrafı da ekledim.',
  })
  const [opened, added] = await settled(at, 2)
  expect([opened?.state, added?.state, added?.ticketId]).toEqual([
    'filed',
    'filed',
    opened?.ticketId,
  ])
})

test.each([
  ['tr', (day: string, time: string) => `En geç ${day} ${time} GMT+7 zamanına kadar yanıtlarız.`],
  ['en', (day: string, time: string) => `We answer by ${day} at ${time} GMT+7 at the latest.`],
] as const)(
  "a customer reads by when to expect an answer by the clock of the vendor's country: %s",
  async (language, sentence) => {
    const at = await fixtures.company()
    await as(at.admin).call(routes.vendors.changeTargets, { body: inHanoi })
    await as(at.member).call(routes.profile.change, { body: { language } })
    await send(at.member, `${at.domain}@${mailInDomain}`, {
      subject: 'Kayış koptu',
      text: 'Sabah kayış koptu.',
    })
    const [received] = await settled(at, 1)
    const { body } = await as(at.staff).call(routes.tickets.get, {
      params: { ticket: received?.ticketId ?? '' },
    })
    const clock = new Date(Date.parse(body.dateDue ?? '') + 7 * 3_600_000)
    const day = new Intl.DateTimeFormat(language === 'tr' ? 'tr' : 'en-GB', {
      dateStyle: 'long',
      timeZone: 'UTC',
    }).format(clock)
    const [confirmation] = await mails.to(at.member.email)
    expect(confirmation?.text).toContain(sentence(day, clock.toISOString().slice(11, 16)))
  },
)
