import { connect } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn, pathAndQuery } from '#testing/fixtures.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { waitFor } from '#testing/wait-for.ts'

// Regular uploads; bad-uploads.test.ts has the failing ones.

const portal = await openPortal()
const fixtures = fixturesIn(portal)
const { as } = portal
const picture = Buffer.from('iVBORw0KGgo/', 'base64')

const slotFor = async (person: Person) =>
  (
    await as(person).call(routes.files.request, {
      body: { fileName: 'alarm.png', fileSize: picture.length, fileType: 'image/png' },
    })
  ).body
const put = (url: string) =>
  portal.http.inject({
    method: 'PUT',
    url: pathAndQuery(url),
    payload: picture,
    headers: { 'content-type': 'image/png' },
  })
const bytesOf = async (url: string | null | undefined) =>
  (await portal.http.inject({ url: pathAndQuery(url ?? '') })).body

describe('a file', () => {
  test('is requested, uploaded, confirmed, sent with a message, and downloaded by the other side', async () => {
    const { member, staff, companyId, ticketId, domain } = await fixtures.ticket()
    const slot = await slotFor(member)
    expect(new URL(slot.url).hostname).toBe(domain)
    expect((await put(slot.url)).json()).toEqual({ message: 'Dosya yüklendi.' })
    const confirmed = await as(member).call(routes.files.confirm, { params: { file: slot.id } })
    const record = {
      id: slot.id,
      url: null, // the upload is complete
      fileName: 'alarm.png',
      fileSize: 9,
      fileType: 'image/png',
      uploaderUser: member.userId,
      uploadDate: expect.any(String),
      uploadComplate: true,
      signedURL: expect.any(String),
      previewURL: expect.any(String),
      state: 'ready',
      infection: null,
    }
    expect(confirmed.body).toEqual(record)
    const params = { company: companyId, ticket: ticketId }
    await as(member).call(routes.tickets.replyOfAccount, {
      params,
      body: { contents: 'Resmi ekledim', files: [slot.id] },
    })
    const { body } = await as(staff).call(routes.tickets.get, { params: { ticket: ticketId } })
    expect(body.conversation.at(-1)?.files).toEqual([record])
    expect(await bytesOf(body.conversation.at(-1)?.files[0]?.signedURL)).toBe(picture.toString())
  })

  test('has its url, the target before completion, in the answer that opens the upload alone', async () => {
    const { member } = await fixtures.company()
    const slot = await slotFor(member)
    expect(slot).toEqual({ id: slot.id, url: expect.stringContaining(`/file/${slot.id}/content?`) })
    const confirm = () => as(member).call(routes.files.confirm, { params: { file: slot.id } })
    expect((await confirm()).status).toBe(409) // no record of a pending upload is answered
    expect((await put(slot.url)).statusCode).toBe(200)
    expect((await confirm()).body).toMatchObject({ id: slot.id, url: null, uploadComplate: true })
  })

  test('is put on a machine without a confirmation, with the tag that the specification names', async () => {
    const { admin, machineId } = await fixtures.company()
    const file = await fixtures.upload(admin, { confirm: false })
    const { status } = await as(admin).call(routes.files.addToMachine, {
      params: { machine: machineId },
      body: { file, tags: ['machine'] },
    })
    expect(status).toBe(200)
  })

  test('must be confirmed before it goes into a saved reply', async () => {
    const { staff } = await fixtures.company()
    const file = await fixtures.upload(staff, { confirm: false })
    const saved = await as(staff).call(routes.savedReplies.save, {
      body: { shortcode: 'kilavuz', turkish: 'Ekte', files: [file], isOfTeam: false },
    })
    expect([saved.status, saved.body.message]).toEqual([
      409,
      'Dosyanın yüklendiği henüz onaylanmadı.',
    ])
  })

  test('that went with a message is not put on a machine', async () => {
    const { admin, machineId, ticketId } = await fixtures.ticket()
    const file = await fixtures.upload(admin)
    await as(admin).call(routes.tickets.reply, {
      params: { ticket: ticketId },
      body: { contents: 'Bakın', files: [file] },
    })
    const { status, body } = await as(admin).call(routes.files.addToMachine, {
      params: { machine: machineId },
      body: { file },
    })
    expect([status, body.message]).toEqual([409, 'Bu dosya zaten eklendi.'])
  })

  // Security: 8.2.2
  test('of another user cannot be sent with one’s own message, also within one company', async () => {
    const { member, vendorId, domain, companyId, ticketId } = await fixtures.ticket()
    const colleague = await fixtures.person({ vendorId, domain }, 'customer')
    await fixtures.join(vendorId, colleague.userId, companyId)
    const file = await fixtures.upload(colleague)
    const params = { company: companyId, ticket: ticketId }
    const sent = await as(member).call(routes.tickets.replyOfAccount, {
      params,
      body: { contents: 'Bakın', files: [file] },
    })
    expect(sent.status).toBe(404)
    expect(
      (await as(member).call(routes.tickets.getOfAccount, { params })).body.conversation,
    ).toHaveLength(1)
  })
})

describe('the declared type of a file', () => {
  /** Uploads content under a declared type; returns the answer and the stored type. */
  async function sent(fileType: string, content: string) {
    const { member } = await fixtures.company()
    const bytes = Buffer.from(content, 'latin1')
    const { body: slot } = await as(member).call(routes.files.request, {
      body: { fileName: 'ek', fileSize: bytes.length, fileType },
    })
    const { statusCode, body } = await portal.http.inject({
      method: 'PUT',
      url: pathAndQuery(slot.url),
      payload: bytes,
    })
    const { body: confirmed } = await as(member).call(routes.files.confirm, {
      params: { file: slot.id },
    })
    return {
      status: statusCode,
      message: JSON.parse(body).message as string,
      type: confirmed.fileType,
      preview: confirmed.previewURL,
    }
  }
  const png = '\x89PNG\r\n\x1a\n…'
  const exe = 'MZ\x90\x00…'

  // Security: 5.2.2
  test.each([
    ['a page declared as a picture', 'image/png', '<html><script>alert(1)</script>'],
    ['a page declared as a PDF', 'application/pdf', '<html>'],
    [
      'a drawing in SVG declared as a JPEG',
      'image/jpeg',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
    ],
    ['a picture declared as a PDF', 'application/pdf', png],
    ['a program declared as a text', 'text/plain', exe],
    ['a program declared as a PDF', 'application/pdf', exe],
    ['a film declared as a picture', 'image/jpeg', '\0\0\0\x18ftypqt  \0\0\0\0'],
    [
      'a film with a brand of pictures after its brands',
      'image/jpeg',
      '\0\0\0\x14ftypisom\0\0\0\0mp42heic',
    ],
  ])('is refused for %s, and nothing is stored', async (_, type, content) => {
    const answer = await sent(type, content)
    expect([answer.status, answer.message]).toEqual([
      400,
      expect.stringMatching(/^Dosyanın içeriği türüyle uyuşmuyor/),
    ])
    expect(answer.type).toBeUndefined()
  })

  const ftyp = (brand: string, compatible = 'mif1heic') =>
    `\0\0\0${String.fromCharCode(16 + compatible.length)}ftyp${brand}\0\0\0\0${compatible}\0\0\0\x08mdat`
  test.each([
    ['PNG', 'image/jpeg', png, 'image/png'],
    ['HEIC of a telephone', 'image/jpeg', ftyp('heic'), 'image/heic'],
    ['HEIF', 'image/jpeg', ftyp('mif1'), 'image/heif'],
    ['AVIF', 'image/png', ftyp('avif'), 'image/avif'],
    ['HEIC of a layered sequence', 'image/jpeg', ftyp('hevs', 'hevsheic'), 'image/heic'],
    ['HEIF of the second edition', 'image/jpeg', ftyp('mif2', 'miafmif1'), 'image/heif'],
    ['AVIF of a collection', 'image/jpeg', ftyp('miaf', 'avif'), 'image/avif'],
    ['JPEG XL', 'image/jpeg', '\xff\x0a\xfa\x7f\x01\x90', 'image/jxl'],
    [
      'JPEG XL in a container',
      'image/png',
      '\0\0\0\x0cJXL \r\n\x87\n\0\0\0\x14ftypjxl ',
      'image/jxl',
    ],
    ['JPEG under the name of a JPEG XL', 'image/jxl', '\xff\xd8\xff\xe0…', 'image/jpeg'],
    ['TIFF', 'image/png', 'II*\0\x08\0\0\0', 'image/tiff'],
    ['BMP', 'image/webp', 'BM\x46\0\0\0\0\0\0\0\x36\0\0\0', 'image/bmp'],
    ['JPEG under the name of a HEIC', 'image/heic', '\xff\xd8\xff\xe0…', 'image/jpeg'],
  ])('is corrected for a picture of another kind: %s', async (_, declared, content, corrected) => {
    const { status, type, preview } = await sent(declared, content)
    expect([status, type]).toEqual([200, corrected])
    expect(preview).toEqual(
      ['image/png', 'image/jpeg'].includes(corrected) ? expect.any(String) : null,
    )
  })

  test.each([
    ['application/octet-stream', exe],
    ['text/csv', 'MZ-4500;12'],
    ['application/x-msdownload', exe],
    ['model/step', 'ISO-10303-21;'],
    ['text/html', '<html>'],
    ['image/svg+xml', '<svg/>'],
  ])('may be %s, which is only ever downloaded', async (type, content) => {
    const answer = await sent(type, content)
    expect([answer.status, answer.type, answer.preview]).toEqual([200, type, null])
  })
})

describe('the url of an upload', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  test.each([
    ['still works after 14 minutes', 14, 200],
    ['has ended after 17', 17, 404],
  ])('%s', async (_, minutes, status) => {
    const { member } = await fixtures.company()
    const slot = await slotFor(member)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
    expect((await put(slot.url)).statusCode).toBe(status)
  })
})

test('a client that keeps sending after a refusal loses its connection', async () => {
  const { member } = await fixtures.company()
  const { url } = await slotFor(member)
  const socket = connect(portal.port, '127.0.0.1').on('error', () => {})
  socket.write(
    `PUT ${pathAndQuery(url)} HTTP/1.1\r\nHost: x\r\nContent-Type: image/png\r\nTransfer-Encoding: chunked\r\n\r\n`,
  )
  const answer = new Promise<string>(resolve => socket.once('data', data => resolve(String(data))))
  const sending = setInterval(() => socket.write(`10000\r\n${'x'.repeat(0x10000)}\r\n`), 5)
  expect(await answer).toMatch(/^HTTP\/1\.1 400/)
  await expect.poll(() => socket.destroyed).toBe(true)
  clearInterval(sending)
})

test('a storage that is slow with the last bytes does not use up the database connections', async () => {
  const { member } = await fixtures.ticket()
  const slots = await Promise.all(Array.from({ length: 20 }, () => slotFor(member)))
  const stored = Promise.withResolvers<void>()
  const putSlowly = vi
    .spyOn(portal.platform.storage, 'put')
    .mockImplementation(async (_, bytes) => {
      await bytes.resume().toArray()
      await stored.promise
    })
  const uploads = slots.map(({ url }) => put(url))
  await waitFor(() => expect(putSlowly).toHaveBeenCalledTimes(20))
  expect((await as(member).call(routes.sessions.me)).status).toBe(200)
  stored.resolve()
  expect((await Promise.all(uploads)).map(({ statusCode }) => statusCode)).toEqual(
    slots.map(() => 200),
  )
})
