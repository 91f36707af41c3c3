import sharp from 'sharp'
import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import {
  incomingMailsIn,
  mailInDomain,
  mailInSettings,
  passHeader,
  trustedHost,
} from '#testing/incoming-mails.ts'
import { createPicture } from '#testing/pictures.ts'
import { openPortal, type Person } from '#testing/portal.ts'

// Replies by mail, over SMTP, to the address that the mails about a ticket have.

const portal = await openPortal(mailInSettings)
const fixtures = fixturesIn(portal)
const { replyAddress, send, sendRaw, settled } = incomingMailsIn(portal)
const { as, owner } = portal

test("a customer's reply is a message in the ticket, without quote and signature", async () => {
  const at = await fixtures.ticket()
  const text =
    'Yağı değiştirdim, düzeldi.\n\n-- \nIşıl Yılmaz\nŞişli Pres\n\n22 Kas 2026 Paz 10:15 tarihinde Satıcı <destek@satici.test> şunu yazdı:\n> Yağı değiştirin.\n'
  const response = await send(at.member, await replyAddress(at, at.member), { text })
  expect(response).toMatch(/^250 /)
  const [mail] = await settled(at, 1)
  expect(mail).toMatchObject({
    state: 'filed',
    userId: at.member.userId,
    ticketId: at.ticketId,
    sender: at.member.email,
    subject: 'Re: Mil ısınıyor',
  })
  const message = (await conversation(at)).at(-1)
  expect(message).toMatchObject({
    message: 'Yağı değiştirdim, düzeldi.',
    user: at.member.userId,
    isStaff: false,
    byMail: true,
    files: [],
  })
  const params = { ticket: at.ticketId, message: message?._id ?? '' }
  expect((await as(at.staff).call(routes.tickets.mailOfMessage, { params })).body).toEqual({
    text: text.trim(),
  })
})

// Security: T6
test('a mail is its author’s with the host in letters or in ASCII, and an address that only looks like theirs is held', async () => {
  const at = await fixtures.ticket()
  const to = await replyAddress(at, at.member)
  await owner.query(
    "update users set email = 'kisi@xn--rnek-4qa.test' where vendor_id = $1 and id = $2",
    [at.vendorId, at.member.userId],
  )
  const writers = [
    'Kisi@örnek.test',
    'kişi@örnek.test',
    'ki\u200bsi@xn--rnek-4qa.test',
    'KİSİ@xn--rnek-4qa.test',
  ]
  for (const from of writers)
    await sendRaw(
      `From: ${from}\r\nTo: ${to}\r\n${passHeader('kisi@xn--rnek-4qa.test')}\r\n\r\nBen ${from}\r\n`,
      to,
    )
  expect((await settled(at, 4)).map(({ state, reason }) => reason ?? state)).toEqual([
    'filed',
    'otherSender',
    'otherSender',
    'otherSender',
  ])
})

test("a reply of the vendor's staff is a message of the team", async () => {
  const at = await fixtures.ticket()
  await send(at.staff, await replyAddress(at, at.staff), { text: 'Yağı değiştirin.' })
  await settled(at, 1)
  expect((await conversation(at)).at(-1)).toMatchObject({
    message: 'Yağı değiştirin.',
    user: at.staff.userId,
    isStaff: true,
  })
})

test('the whole mail is shown to those only who see the ticket, and a message of the portal has none', async () => {
  const at = await fixtures.ticket()
  await send(at.member, await replyAddress(at, at.member))
  await settled(at, 1)
  const [first, second] = await conversation(at)
  const { member: neighbour } = await fixtures.company(at)
  const read = async (who: Person, message: string) =>
    (await as(who).call(routes.tickets.mailOfMessage, { params: { ticket: at.ticketId, message } }))
      .status
  expect(
    await Promise.all([
      read(at.member, second?._id ?? ''),
      read(neighbour, second?._id ?? ''),
      read(at.member, first?._id ?? ''),
    ]),
  ).toEqual([200, 404, 404])
})

test('a mail that is delivered twice is one message', async () => {
  const at = await fixtures.ticket()
  const to = await replyAddress(at, at.member)
  for (const date of [0, 60_000])
    await send(at.member, to, {
      text: 'Bir kez',
      messageId: '<ayni@musteri.test>',
      date: new Date(date),
    })
  await settled(at, 1)
  expect(await messagesOf(at)).toEqual(['Bir kez'])
})

test('a mail without a Message-ID is one message, however often it is delivered', async () => {
  const at = await fixtures.ticket()
  const to = await replyAddress(at, at.member)
  const raw = `From: ${at.member.email}\r\nTo: ${to}\r\n${passHeader(at.member.email)}\r\n\r\nKimliksiz\r\n`
  for (let i = 0; i < 2; i++) await sendRaw(raw, to)
  await settled(at, 1)
  expect(await messagesOf(at)).toEqual(['Kimliksiz'])
})

test('two different mails with one Message-ID are two messages', async () => {
  const at = await fixtures.ticket()
  const to = await replyAddress(at, at.member)
  for (const text of ['Birinci', 'İkinci'])
    await send(at.member, to, { text, messageId: '<ayni@program.test>' })
  await settled(at, 2)
  expect(await messagesOf(at)).toEqual(['Birinci', 'İkinci'])
})

test('a mail to two tickets is a message in each of them', async () => {
  const at = await fixtures.ticket()
  const other = await fixtures.ticket(at)
  await send(at.member, [
    await replyAddress(at, at.member),
    await replyAddress(other, other.member),
  ])
  await settled(at, 2)
  expect([await messagesOf(at), await messagesOf(other)]).toEqual([
    ['Tamam, deneyeceğim.'],
    ['Tamam, deneyeceğim.'],
  ])
})

test("a mail to the reply addresses of two users of one ticket is filed once, as its sender's", async () => {
  const at = await fixtures.ticket()
  await send(at.member, [await replyAddress(at, at.staff), await replyAddress(at, at.member)])
  const mails = await settled(at, 2)
  expect(mails.map(({ state }) => state).sort()).toEqual(['discarded', 'filed'])
  expect(await messagesOf(at)).toEqual(['Tamam, deneyeceğim.'])
})

test('attachments and inline pictures are files of the message', async () => {
  const at = await fixtures.ticket()
  const picture = Buffer.concat([Buffer.from('iVBORw0KGgo=', 'base64'), Buffer.alloc(6_000)])
  await send(at.member, await replyAddress(at, at.member), {
    html: 'Resimde görülüyor <img src="cid:resim@x">',
    attachments: [
      { filename: 'alarm.png', content: picture, contentType: 'image/png', cid: 'resim@x' },
      { filename: '../../etc/günlük.txt', content: 'hata 12', contentType: 'text/plain' },
      {
        filename: 'logo.png',
        content: picture.subarray(0, 900),
        contentType: 'image/png',
        contentDisposition: 'inline',
      },
    ],
  })
  await settled(at, 1)
  const message = (await conversation(at)).at(-1)
  expect(
    message?.files.map(({ fileName, fileType, fileSize }) => [fileName, fileType, fileSize]),
  ).toEqual([
    ['alarm.png', 'image/png', picture.length],
    ['.._.._etc_günlük.txt', 'text/plain', 7],
  ])
})

test('an attachment with the direction mark of a messenger before its name has its name', async () => {
  const at = await fixtures.ticket()
  const attachments = ['\u200eBelge.txt', 'fatura\u202efdp.exe'].map(filename => ({
    filename,
    content: 'hata 12',
  }))
  await send(at.member, await replyAddress(at, at.member), { attachments })
  await settled(at, 1)
  expect((await conversation(at)).at(-1)?.files.map(({ fileName }) => fileName)).toEqual([
    'Belge.txt',
    'fatura_fdp.exe',
  ])
})

test('of inline parts only small pictures are no files, and the whole mail names them', async () => {
  const at = await fixtures.ticket()
  await send(at.member, await replyAddress(at, at.member), {
    html: 'Ekte <img src="cid:logo@x"><a href="cid:olcum@x">ölçüm</a>',
    attachments: [
      {
        filename: 'logo.png',
        content: Buffer.from('iVBORw0KGgo=', 'base64'),
        contentType: 'image/png',
        cid: 'logo@x',
      },
      { filename: 'ölçüm.csv', content: 'sıcaklık;81', contentType: 'text/csv', cid: 'olcum@x' },
      {
        filename: 'rapor.pdf',
        content: '%PDF-1.4',
        contentType: 'application/pdf',
        contentDisposition: 'inline',
      },
    ],
  })
  await settled(at, 1)
  const message = (await conversation(at)).at(-1)
  expect(message?.files.map(({ fileName }) => fileName)).toEqual(['ölçüm.csv', 'rapor.pdf'])
  const { body } = await as(at.member).call(routes.tickets.mailOfMessage, {
    params: { ticket: at.ticketId, message: message?._id ?? '' },
  })
  expect(body.text).toContain('Alınmayan ekler: logo.png')
})

test('inline pictures are kept by their width and height: flat screenshots are files, icons, logos and tracking pixels are none', async () => {
  const at = await fixtures.ticket()
  const flat = (width: number, height: number, format: 'png' | 'jpeg' | 'gif' | 'webp') =>
    sharp({ create: { width, height, channels: 3, background: '#c00' } })
      .toFormat(format)
      .toBuffer()
  const kept = [
    ['screen.png', 'image/png', await flat(520, 90, 'png')],
    ['screen.jpg', 'image/jpeg', await flat(640, 480, 'jpeg')],
    ['screen.gif', 'image/gif', await flat(240, 128, 'gif')],
    ['screen.webp', 'image/webp', await flat(600, 24, 'webp')],
    ['screen.bmp', 'image/bmp', bitmap(320, -240)],
    ['misnamed.png', 'image/png', await flat(320, 240, 'jpeg')],
  ] as const
  const dropped = [
    ['pixel.gif', 'image/gif', await flat(1, 1, 'gif')],
    ['line.png', 'image/png', await flat(600, 2, 'png')],
    ['logo.png', 'image/png', await createPicture({ width: 200, height: 60, format: 'png' })],
    ['icon.bmp', 'image/bmp', bitmap(32, 32)],
  ] as const
  await send(at.member, await replyAddress(at, at.member), {
    text: 'Bakın',
    attachments: [...kept, ...dropped].map(([filename, contentType, content]) => ({
      filename,
      contentType,
      content,
      contentDisposition: 'inline' as const,
    })),
  })
  await settled(at, 1)
  const message = (await conversation(at)).at(-1)
  expect(message?.files.map(({ fileName }) => fileName)).toEqual(kept.map(([name]) => name))
  const { body } = await as(at.member).call(routes.tickets.mailOfMessage, {
    params: { ticket: at.ticketId, message: message?._id ?? '' },
  })
  expect(body.text).toContain(`Alınmayan ekler: ${dropped.map(([name]) => name).join(', ')}`)
})

/** The header of a bitmap (BITMAPINFOHEADER); a negative height is that of rows from the top. */
function bitmap(width: number, height: number) {
  const bytes = Buffer.alloc(400)
  bytes.write('BM')
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(width, 18)
  bytes.writeInt32LE(height, 22)
  return bytes
}

test('a picture that is none is a file to download only', async () => {
  const at = await fixtures.ticket()
  const attachments = [{ filename: 'resim.png', content: 'MZ değil', contentType: 'image/png' }]
  await send(at.member, await replyAddress(at, at.member), { attachments })
  await settled(at, 1)
  expect((await conversation(at)).at(-1)?.files).toMatchObject([
    { fileType: 'application/octet-stream', previewURL: null },
  ])
})

test('a mail with a picture and no text has its name as the message', async () => {
  const at = await fixtures.ticket()
  const attachments = [
    {
      filename: 'levha.jpg',
      content: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2]),
      contentType: 'image/jpeg',
    },
  ]
  await send(at.member, await replyAddress(at, at.member), { text: '', attachments })
  await settled(at, 1)
  expect((await conversation(at)).at(-1)).toMatchObject({
    message: 'levha.jpg',
    files: [{ fileName: 'levha.jpg' }],
  })
})

test('of more than ten attachments ten are kept, and the whole mail names the others', async () => {
  const at = await fixtures.ticket()
  const attachments = Array.from({ length: 12 }, (_, i) => ({
    filename: `${i + 1}.txt`,
    content: `dosya ${i + 1}`,
  }))
  await send(at.member, await replyAddress(at, at.member), { attachments })
  await settled(at, 1)
  const message = (await conversation(at)).at(-1)
  expect(message?.files).toHaveLength(10)
  const { body } = await as(at.member).call(routes.tickets.mailOfMessage, {
    params: { ticket: at.ticketId, message: message?._id ?? '' },
  })
  expect(body.text).toContain('Alınmayan ekler: 11.txt, 12.txt')
})

test('an unknown recipient is refused, and the others of the mail have it', async () => {
  const at = await fixtures.ticket()
  for (const local of [`reply+${'a'.repeat(26)}`, 'reply+kisa', 'postmaster'])
    await expect(send(at.member, `${local}@${mailInDomain}`)).rejects.toThrow(/550 5\.1\.1/)
  await expect(send(at.member, 'reply+x@baska.test')).rejects.toThrow(/550/)
  await send(at.member, [
    await replyAddress(at, at.member),
    `reply+${'b'.repeat(26)}@${mailInDomain}`,
  ])
  await settled(at, 1)
  expect(await messagesOf(at)).toEqual(['Tamam, deneyeceğim.'])
})

test('a mail of another sender, of several, or that is not authentic is held', async () => {
  const at = await fixtures.ticket()
  const to = await replyAddress(at, at.member)
  const failed = `${trustedHost}; dmarc=fail header.from=tezgah.test; spf=pass smtp.mailfrom=tezgah.test`
  await send({ email: 'baskasi@tezgah.test' }, to)
  await settled(at, 1)
  await send(at.member, to, {
    from: [at.member.email, 'ikinci@tezgah.test'],
    sender: at.member.email,
  })
  await settled(at, 2)
  await send(at.member, to, { headers: { 'Authentication-Results': failed } })
  await settled(at, 3)
  await send(at.member, to, {
    headers: { 'Authentication-Results': 'mx.saldirgan.test; dmarc=pass' },
  })
  const mails = await settled(at, 4)
  expect(mails.map(({ state, reason }) => [state, reason])).toEqual([
    ['held', 'otherSender'],
    ['held', 'severalSenders'],
    ['held', 'notAuthentic'],
    ['held', 'notAuthentic'],
  ])
  expect(await messagesOf(at)).toEqual([])
})

test("a removed user's reply, and one to a ticket of a removed company, are held", async () => {
  const at = await fixtures.ticket()
  const to = await replyAddress(at, at.member)
  const staffAddress = await replyAddress(at, at.staff)
  await as(at.admin).call(routes.users.remove, {
    params: { company: at.companyId, user: at.member.userId },
    body: { email: at.member.email },
  })
  await send(at.member, to)
  await settled(at, 1)
  await as(at.admin).call(routes.companies.remove, { params: { company: at.companyId } })
  await send(at.staff, staffAddress)
  expect((await settled(at, 2)).map(({ state, reason }) => [state, reason])).toEqual([
    ['held', 'notPermitted'],
    ['held', 'notPermitted'],
  ])
  const { rows } = await owner.query('select from messages where ticket_id = $1', [at.ticketId])
  expect(rows).toHaveLength(1)
})

async function conversation(at: Awaited<ReturnType<typeof fixtures.ticket>>) {
  const { body } = await as(at.staff).call(routes.tickets.get, { params: { ticket: at.ticketId } })
  return body.conversation
}
/** The texts after the ticket's first message. */
const messagesOf = async (at: Awaited<ReturnType<typeof fixtures.ticket>>) =>
  (await conversation(at)).slice(1).map(({ message }) => message)
