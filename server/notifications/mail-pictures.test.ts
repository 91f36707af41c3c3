import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { eicar } from '#platform/storage/scanner.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { incomingMailsIn, mailInDomain, mailInSettings } from '#testing/incoming-mails.ts'
import { mailsIn } from '#testing/mails.ts'
import { createPicture } from '#testing/pictures.ts'
import { openPortal, type TestPortal } from '#testing/portal.ts'
import { startClamd } from '#testing/servers/clamd.ts'

// The pictures that a mail about a ticket shows.

const portal = await openPortal({
  ...mailInSettings,
  NOTIFY_DELAY: '0s',
  MAIL_FROM: `destek@${mailInDomain}`,
})
const fixtures = fixturesIn(portal)
const mails = mailsIn(portal)

type File = { name: string; bytes: Buffer; type: string }
const bytes = await createPicture({ width: 640, height: 480 })
const photo = (name = 'alarm.jpg'): File => ({ name, type: 'image/jpeg', bytes })

/** An answer with these files, on a new ticket. */
async function answerWith(files: File[], at: TestPortal = portal) {
  const own = fixturesIn(at)
  const fixture = await own.ticket()
  const ids = []
  for (const file of files) ids.push(await own.upload(fixture.staff, file))
  const { body } = await at.as(fixture.staff).call(routes.tickets.reply, {
    params: { ticket: fixture.ticketId },
    body: { contents: 'Resimleri ekledim', files: ids },
  })
  const [mail] = await mailsIn(at).to(fixture.member.email)
  if (!mail) throw new Error('no mail was sent')
  const pictures = mail.attachments.map(({ content, contentId, mimeType, disposition }) => ({
    bytes: Buffer.from(content as ArrayBuffer),
    cid: contentId?.replace(/^<|>$/g, '') ?? '',
    mimeType,
    disposition,
  }))
  return { ...fixture, message: body._id, files: ids, mail, pictures }
}

describe('a picture of a message', () => {
  test('is shown in the mail with its name, and leads to the message on the page of the ticket', async () => {
    const { mail, pictures, message, companyId, ticketId } = await answerWith([photo()])
    expect(pictures).toMatchObject([{ mimeType: 'image/jpeg', disposition: 'inline' }])
    const [picture] = pictures
    expect(await sharp(picture?.bytes).metadata()).toMatchObject({
      format: 'jpeg',
      width: 320,
      height: 240,
    })
    const [tag = ''] = /<a href="[^"]+"><img [^>]+>/.exec(mail.html ?? '') ?? []
    expect(tag).toContain(`/account/${companyId}/tickets/${ticketId}#${message}"`)
    expect(tag).toContain(`src="cid:${picture?.cid}" width="320" height="240" alt="alarm.jpg"`)
    expect(mail.text).toMatch(
      new RegExp(`alarm\\.jpg \\([^)]+\\): \\S+/tickets/${ticketId}#${message}`),
    )
  })

  test.each(['png', 'webp'] as const)('of the type %s is shown as a JPEG', async format => {
    const bytes = await createPicture({ width: 200, height: 900, format })
    const { pictures } = await answerWith([
      { name: `alarm.${format}`, type: `image/${format}`, bytes },
    ])
    expect(await sharp(pictures[0]?.bytes).metadata()).toMatchObject({
      format: 'jpeg',
      width: 71,
      height: 320,
    })
  })

  test('is upright, at most 40 KB, and says nothing of the place where it was taken', async () => {
    const bytes = await createPicture({ width: 1_600, height: 1_200, orientation: 6 })
    expect((await sharp(bytes).metadata()).orientation).toBe(6)
    const { pictures } = await answerWith([{ name: 'alarm.jpg', type: 'image/jpeg', bytes }])
    const [picture] = pictures
    const { width, height, orientation = 1 } = await sharp(picture?.bytes).metadata()
    expect([width, height, orientation]).toEqual([240, 320, 1])
    expect(picture?.bytes.length).toBeLessThan(40_000)
    expect(picture?.bytes.includes('fabrika')).toBe(false)
  })

  test('beyond the fourth is a link only', async () => {
    const names = ['1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg']
    const { mail, pictures } = await answerWith(names.map(name => photo(name)))
    expect(pictures).toHaveLength(4)
    for (const name of names) expect(mail.text).toContain(`${name} (`)
  })

  test('that cannot be decoded, or has too many pixels, is a link only', async () => {
    const broken = bytes.subarray(0, 3_000)
    const large = await sharp({
      create: { width: 6_000, height: 5_000, channels: 3, background: '#19324f' },
    })
      .png()
      .toBuffer()
    const { mail, pictures } = await answerWith([
      { name: 'bozuk.jpg', type: 'image/jpeg', bytes: broken },
      { name: 'buyuk.png', type: 'image/png', bytes: large },
    ])
    expect(pictures).toEqual([])
    expect(mail.html).not.toContain('<img')
    expect(mail.text).toMatch(/bozuk\.jpg \([^)]+\): http[\s\S]+buyuk\.png \([^)]+\): http/)
  })

  test('comes back in a reply that quotes it, and is no file of that message', async () => {
    const { pictures, mail, member, ...at } = await answerWith([photo()])
    const { send, settled } = incomingMailsIn(portal)
    const attachments = [
      {
        filename: 'image001.jpg',
        content: pictures[0]?.bytes,
        contentType: 'image/jpeg',
        cid: 'image001.jpg@01DB',
      },
      { filename: 'yeni.jpg', content: bytes, contentType: 'image/jpeg' },
    ]
    await send(member, mail.replyTo?.[0]?.address ?? '', { text: 'Bizdeki böyle.', attachments })
    await settled(at, 1)
    const params = { company: at.companyId, ticket: at.ticketId }
    const { body } = await portal.as(member).call(routes.tickets.getOfAccount, { params })
    expect(body.conversation.at(-1)?.files.map(({ fileName }) => fileName)).toEqual(['yeni.jpg'])
  })
})

describe('with a scanner', async () => {
  const clamd = await startClamd()
  afterAll(clamd.stop)
  const retries = { retryLimit: 100, retryDelay: 1, retryDelayMax: 1 }
  const scanned = await openPortal({ CLAMAV_URL: clamd.url, NOTIFY_DELAY: '3s' }, { retries })
  const stateOf = async (file: string) =>
    (await scanned.owner.query('select scan from files where id = $1', [file])).rows[0].scan

  test('a picture that is clean is shown', async () => {
    const { files, pictures } = await answerWith([photo()], scanned)
    expect([await stateOf(files[0] ?? ''), pictures.length]).toEqual(['clean', 1])
  })

  test('an infected picture is not shown', async () => {
    const infected = { ...photo(), bytes: Buffer.concat([bytes, Buffer.from(eicar)]) }
    const { files, pictures } = await answerWith([infected], scanned)
    expect([await stateOf(files[0] ?? ''), pictures]).toEqual(['infected', []])
  })

  test('a picture that waits for its scan is not shown', async () => {
    clamd.hold()
    const { files, pictures } = await answerWith([photo()], scanned)
    expect([await stateOf(files[0] ?? ''), pictures]).toEqual(['waiting', []])
    clamd.release()
  })
})

// Security: T16
test('mails with pictures that are long to draw delay no other mail, and have them when they are drawn', async () => {
  const { get } = portal.platform.storage
  const { promise: hold, resolve: goOn } = Promise.withResolvers()
  portal.platform.storage.get = async (...of) => {
    await hold
    return get.call(portal.platform.storage, ...of)
  }
  const company = await fixtures.company()
  const slow = []
  for (let n = 0; n < 6; n++) {
    const at = await fixtures.ticket(company)
    const files = [await fixtures.upload(at.staff, photo())]
    await portal.as(at.staff).call(routes.tickets.reply, {
      params: { ticket: at.ticketId },
      body: { contents: 'Resim ekte', files },
    })
    slow.push(at)
  }
  const other = await fixtures.ticket()
  await portal.as(other.staff).call(routes.tickets.reply, {
    params: { ticket: other.ticketId },
    body: { contents: 'Bakıyoruz' },
  })
  await mails.to(other.member.email)
  const sent = (await mails.all()).map(({ to }) => to?.[0]?.address)
  expect(slow.filter(({ member }) => sent.includes(member.email))).toEqual([])
  goOn(null)
  for (const { member } of slow)
    expect((await mails.to(member.email))[0]?.attachments).toHaveLength(1)
  Object.assign(portal.platform.storage, { get })
})

test('a picture of an earlier message is a link only', async () => {
  const { member, staff, ticketId } = await answerWith([photo()])
  await portal.as(staff).call(routes.tickets.reply, {
    params: { ticket: ticketId },
    body: { contents: 'Gördünüz mü?' },
  })
  const [, second] = await mails.to(member.email, 2)
  expect(second?.attachments).toEqual([])
  expect(second?.text).toContain('alarm.jpg (')
})

test('a member of another company gets no mail with the picture', async () => {
  const { member, ...at } = await answerWith([photo()])
  const neighbour = await fixtures.ticket(await fixtures.company(at))
  const all = await mails.all()
  expect(
    all.filter(
      ({ to, attachments }) =>
        to?.[0]?.address === neighbour.member.email && attachments.length > 0,
    ),
  ).toEqual([])
  expect(
    all.filter(
      ({ to, attachments }) => to?.[0]?.address === member.email && attachments.length > 0,
    ),
  ).toHaveLength(1)
})
