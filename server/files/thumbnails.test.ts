import sharp, { type Metadata } from 'sharp'
import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn, pathAndQuery } from '#testing/fixtures.ts'
import { createPicture, createProgressive } from '#testing/pictures.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { readThumbnails } from './thumbnails.ts'

// How the thumbnails of mails and pages are drawn: each once, and vendors take turns.

const portal = await openPortal()
const fixtures = fixturesIn(portal)
const { owner, platform } = portal
const photo = await createPicture({ width: 640, height: 480 })

async function stored({ member, vendorId }: { member: Person; vendorId: string }, bytes = photo) {
  const id = await fixtures.upload(member, {
    name: 'a.jpg',
    type: 'application/octet-stream',
    bytes,
  })
  const { rows } = await owner.query('select stored_as from files where id = $1', [id])
  return { vendorId, fileId: id, storageId: rows[0].stored_as, fileType: 'image/jpeg' }
}
type Stored = Awaited<ReturnType<typeof stored>>
const read = (picture: Stored) => readThumbnails(platform, picture.vendorId, [picture])
async function drawn(picture: Stored) {
  await expect.poll(async () => (await read(picture)).isComplete, { timeout: 20_000 }).toBe(true)
  return (await read(picture)).thumbnails.get(picture.fileId)
}
/** The storage keys that are read, until `restore`; `hold` is awaited before the bytes. */
function watchReads(hold: Promise<unknown> = Promise.resolve()) {
  const { get } = platform.storage
  const keys: string[] = []
  platform.storage.get = async (...of) => {
    keys.push(of[0])
    await hold
    return get.call(platform.storage, ...of)
  }
  return { keys, restore: () => Object.assign(platform.storage, { get }) }
}

// Security: T16
test.each([
  ['is drawn', photo, { width: 320, height: 240 }],
  ['cannot be decoded', photo.subarray(0, 2_000), undefined],
  ['has too many scans, from before these were counted', createProgressive(64, 64, 101), undefined],
])('a picture that %s is decoded once for all mails that show it', async (_, bytes, size) => {
  const picture = await stored(await fixtures.ticket(), bytes)
  const { promise: hold, resolve: goOn } = Promise.withResolvers()
  const { keys, restore } = watchReads(hold)
  const first = await Promise.all([read(picture), read(picture), read(picture)])
  goOn(null)
  expect(first.map(({ isComplete }) => isComplete)).toEqual([false, false, false])
  const thumbnail = await drawn(picture)
  restore()
  expect(keys).toHaveLength(1)
  const found = thumbnail && (await sharp(thumbnail.bytes).metadata())
  expect(found && { width: found.width, height: found.height }).toEqual(size)
})

// Security: T16
test('many pictures of one vendor do not delay that of another one', async () => {
  const [many, one] = [await fixtures.ticket(), await fixtures.ticket()]
  const pictures = [await stored(many), await stored(many), await stored(many), await stored(one)]
  const { promise: hold, resolve: goOn } = Promise.withResolvers()
  const { keys, restore } = watchReads(hold)
  for (const picture of pictures) await read(picture)
  goOn(null)
  for (const picture of pictures) expect(await drawn(picture)).toMatchObject({ width: 320 })
  restore()
  const vendors = keys.map(key => (key.startsWith(one.vendorId) ? 'one' : 'many'))
  expect(vendors).toEqual(['many', 'one', 'many', 'many'])
})

test('a picture whose bytes cannot be read now is left to a later mail', async () => {
  const picture = await stored(await fixtures.ticket())
  const { get } = platform.storage
  platform.storage.get = async () => {
    throw new Error('no')
  }
  await read(picture)
  await expect.poll(async () => (await read(picture)).isComplete).toBe(true)
  Object.assign(platform.storage, { get })
  const { rowCount } = await owner.query('select from thumbnails where file_id = $1', [
    picture.fileId,
  ])
  expect(rowCount).toBe(0)
})

/** The link under which a page shows a picture of a message. */
async function shownIn({ member, companyId, ticketId }: Ticket, bytes: Buffer) {
  const id = await fixtures.upload(member, { name: 'a.jpg', type: 'image/jpeg', bytes })
  await portal.as(member).call(routes.files.confirm, { params: { file: id } })
  const params = { company: companyId, ticket: ticketId }
  await portal
    .as(member)
    .call(routes.tickets.replyOfAccount, { params, body: { contents: '', files: [id] } })
  const { body } = await portal.as(member).call(routes.tickets.getOfAccount, { params })
  return pathAndQuery(String(body.conversation.at(-1)?.files[0]?.previewURL))
}
type Ticket = Awaited<ReturnType<typeof fixtures.ticket>>
/** Whether the metadata has a place: its directory's tag (Exif, 0x8825) in either byte order. */
const placeIn = ({ exif = Buffer.alloc(0) }: Metadata) =>
  exif.includes(Buffer.from([0x88, 0x25])) || exif.includes(Buffer.from([0x25, 0x88]))
const get = (url: string, method: 'GET' | 'HEAD' = 'GET') => portal.http.inject({ method, url })

test.each([
  ['320', 'image/jpeg', 213, 320],
  ['1280', 'image/webp', 853, 1280],
] as const)(
  'a page shows a picture with at most %s pixels, upright and without its place, drawn once',
  async (side, type, width, height) => {
    const large = await createPicture({ width: 1_440, height: 960, orientation: 6 })
    expect(placeIn(await sharp(large).metadata())).toBe(true)
    const link = await shownIn(await fixtures.ticket(), large)
    const { keys, restore } = watchReads()
    const [first, second] = [
      await get(`${link}&thumbnail=${side}`),
      await get(`${link}&thumbnail=${side}`),
    ]
    restore()
    expect(keys).toHaveLength(1)
    expect(first?.headers).toMatchObject({
      'content-type': type,
      'content-disposition': expect.stringMatching(/^inline/),
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    expect(second?.rawPayload.equals(first?.rawPayload as Buffer)).toBe(true)
    const shown = await sharp(first?.rawPayload).metadata()
    expect([shown.width, shown.height]).toEqual([width, height])
    expect([placeIn(shown), first?.rawPayload.includes('fabrika')]).toEqual([false, false])
    expect(first?.rawPayload.length).toBeLessThan(large.length)
  },
)

test('a picture that cannot be drawn is sent itself, and a download is never smaller', async () => {
  const broken = photo.subarray(0, 2_000)
  const link = await shownIn(await fixtures.ticket(), broken)
  expect((await get(`${link}&thumbnail=320`)).rawPayload.equals(broken)).toBe(true)
  const whole = await shownIn(await fixtures.ticket(), photo)
  const download = await get(`${whole.replace('&preview=true', '')}&thumbnail=320`)
  expect(download.rawPayload.equals(photo)).toBe(true)
})

test('a thumbnail needs the link of its picture', async () => {
  const link = await shownIn(await fixtures.ticket(), photo)
  const forged = link.replace(
    /signature=./,
    found => `signature=${found.endsWith('a') ? 'b' : 'a'}`,
  )
  expect((await get(`${forged}&thumbnail=320`)).statusCode).toBe(404)
  expect((await get(`${link}&thumbnail=640`)).statusCode).toBe(400)
})
