import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn, pathAndQuery } from '#testing/fixtures.ts'
import { createProgressive } from '#testing/pictures.ts'
import { sharedPortal } from '#testing/portal.ts'

// Files that are made to attack the browser of their readers.

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const { as } = portal
const fixture = await fixtures.company()

/** A general file of a machine, as its list shows it. */
async function fileOf(type: string, bytes: Buffer, name = 'çizim') {
  const id = await fixtures.upload(fixture.admin, { type, bytes, name })
  return (
    await as(fixture.admin).call(routes.files.addToMachine, {
      params: { machine: fixture.machineId },
      body: { file: id },
    })
  ).body
}
const download = (url: string) => portal.http.inject({ url: pathAndQuery(url) })

const script = '<script>fetch("/api/v1/domain/x/user/me")</script>'
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`
const png = (width = 32, height = 32) => {
  const bytes = Buffer.alloc(33)
  bytes.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}
/** A JPEG whose frame header follows `about` bytes of metadata. */
const jpeg = (width: number, height: number, { about = 0, fill = 0, marker = 0xc0 } = {}) => {
  const segment = (code: number, length: number) =>
    Buffer.from([0xff, code, (length + 2) >> 8, (length + 2) & 255, ...Buffer.alloc(length, 0xff)])
  const segments = Array.from({ length: Math.ceil(about / 65_000) }, () => segment(0xe1, 65_000))
  const frame = Buffer.from([
    0xff,
    marker,
    0,
    11,
    8,
    height >> 8,
    height & 255,
    width >> 8,
    width & 255,
    1,
    1,
    0x11,
    0,
  ])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, 14),
    ...segments,
    Buffer.alloc(fill, 0xff),
    frame,
  ])
}
const webp = (chunk: string, ...bytes: number[]) =>
  Buffer.concat([
    Buffer.from(`RIFF\x40\0\0\0WEBP${chunk}\x0a\0\0\0`, 'latin1'),
    Buffer.from(bytes),
    Buffer.alloc(40),
  ])

test.each([
  ['an SVG with a script', 'image/svg+xml', svg, 'çizim.svg'],
  ['an SVG under the name of a PNG', 'image/svg+xml', svg, 'çizim.png'],
  ['a page', 'text/html', script, 'rapor.html'],
  ['a page under the name of a PNG', 'text/html', script, 'rapor.png'],
  ['a page as plain text', 'text/plain', script, 'rapor.txt'],
  ['a page of unspecified type', 'application/octet-stream', script, 'rapor.htm'],
  [
    'an XML that a stylesheet makes a page',
    'text/xml',
    '<?xml-stylesheet href="data:,x"?><x/>',
    'rapor.xml',
  ],
  [
    'a PNG with a page behind it',
    'image/png',
    `${png().toString('latin1')}${script}`,
    'rapor.html',
  ],
  ['a GIF that is a script', 'image/gif', 'GIF89a=1;alert(1)', 'gülen.gif'],
  ['a page with a PDF in it', 'application/pdf', `<html>${script}%PDF-1.7`, 'rapor.html'],
  [
    'a PDF with a script',
    'application/pdf',
    '%PDF-1.7 1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>',
    'kılavuz.pdf',
  ],
  ['a JPEG that ends after its first bytes', 'image/jpeg', '\xff\xd8\xff', 'yarım.jpg'],
])('%s never runs with the portal’s origin', async (_, type, bytes, name) => {
  const { signedURL } = await fileOf(type, Buffer.from(bytes, 'latin1'), name)
  for (const url of [signedURL, `${signedURL}&preview=true`]) {
    const { statusCode, headers } = await download(url)
    const shown = String(headers['content-disposition']).startsWith('inline')
    expect([
      statusCode,
      headers['x-content-type-options'],
      headers['cross-origin-resource-policy'],
    ]).toEqual([200, 'nosniff', 'same-origin'])
    const policy = headers['content-security-policy']
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'(; sandbox)?$/,
    )
    // The viewer of WebKit shows no PDF in a sandbox; another type is not opened by it.
    expect(String(policy).endsWith('sandbox')).toBe(headers['content-type'] !== 'application/pdf')
    expect(headers['content-type']).toMatch(
      shown ? /^(image\/(png|jpeg|webp)|application\/pdf)$/ : /^application\/octet-stream$/,
    )
  }
})

test.each([
  ['a page', 'image/png', script],
  ['an SVG', 'image/webp', svg],
  ['a page', 'application/pdf', script],
])('%s is refused as %s', async (_, fileType, bytes) => {
  const { body } = await as(fixture.admin).call(routes.files.request, {
    body: { fileName: 'a.png', fileSize: bytes.length, fileType },
  })
  expect(
    (await portal.http.inject({ method: 'PUT', url: pathAndQuery(body.url), payload: bytes }))
      .statusCode,
  ).toBe(400)
})

describe('a picture', () => {
  // Security: T1
  test.each([
    ['PNG', 'image/png', png(20_000, 20_000)],
    ['PNG, much too wide', 'image/png', png(0x7fffffff, 1)],
    ['JPEG', 'image/jpeg', jpeg(20_000, 20_000)],
    ['JPEG under the name of a PNG', 'image/png', jpeg(20_000, 20_000)],
    [
      'progressive JPEG after its metadata',
      'image/jpeg',
      jpeg(20_000, 20_000, { about: 200_000, fill: 3, marker: 0xc2 }),
    ],
    ['JPEG after very long metadata', 'image/jpeg', jpeg(20_000, 20_000, { about: 700_000 })],
    ['lossy WebP', 'image/webp', webp('VP8 ', 0, 0, 0, 0x9d, 0x01, 0x2a, 0xff, 0x3f, 0xff, 0x3f)],
    ['lossless WebP', 'image/webp', webp('VP8L', 0x2f, 0xff, 0xff, 0xff, 0x0f)],
    ['extended WebP', 'image/webp', webp('VP8X', 0, 0, 0, 0, 0x1f, 0x4e, 0, 0x1f, 0x4e, 0)],
  ])(
    'of hundreds of millions of pixels, which take a browser gigabytes, is stored and never previewed: %s',
    async (_, type, bytes) => {
      const { signedURL, previewURL } = await fileOf(type, bytes)
      expect(previewURL).toBeNull()
      const { headers, rawPayload } = await download(`${signedURL}&preview=true`)
      expect([headers['content-type'], rawPayload.equals(bytes)]).toEqual([
        'application/octet-stream',
        true,
      ])
    },
  )

  // Security: T16
  test('that a browser decodes for half a minute, as it has thousands of scans, is a download', async () => {
    const { signedURL, previewURL, fileType } = await fileOf(
      'image/jpeg',
      createProgressive(64, 64, 101),
    )
    expect([previewURL, fileType]).toEqual([null, 'application/octet-stream'])
    const { headers } = await download(`${signedURL}&preview=true`)
    expect([headers['content-type'], headers['content-disposition']]).toEqual([
      'application/octet-stream',
      expect.stringMatching(/^attachment/),
    ])
  })

  // Security: T16
  test('of so many scans that was stored before these were counted is a download from its first preview on', async () => {
    const bytes = createProgressive(64, 64, 101)
    const { _id, signedURL } = await fileOf('application/octet-stream', bytes)
    await portal.owner.query(
      "update files set file_type = 'image/jpeg', is_inspected = false where id = $1",
      [_id],
    )
    const { headers, rawPayload } = await download(`${signedURL}&preview=true`)
    expect([headers['content-type'], headers['content-disposition']]).toEqual([
      'application/octet-stream',
      expect.stringMatching(/^attachment/),
    ])
    expect(rawPayload.equals(bytes)).toBe(true)
    const { rows } = await portal.owner.query('select file_type from files where id = $1', [_id])
    expect(rows).toEqual([{ file_type: 'application/octet-stream' }])
  })

  // Security: T1
  test.each([
    ['PNG', 'image/png', png(8_000, 8_000)],
    ['JPEG', 'image/jpeg', jpeg(9_248, 6_936, { about: 200_000 })],
    ['lossy WebP', 'image/webp', webp('VP8 ', 0, 0, 0, 0x9d, 0x01, 0x2a, 0x00, 0x10, 0x00, 0x10)],
    ['lossless WebP', 'image/webp', webp('VP8L', 0x2f, 0xff, 0xcf, 0xff, 0x03)],
    ['extended WebP', 'image/webp', webp('VP8X', 0, 0, 0, 0, 0xff, 0x0f, 0, 0xff, 0x0f, 0)],
  ])('with as many pixels as a camera takes is previewed: %s', async (_, type, bytes) => {
    const { previewURL } = await fileOf(type, bytes)
    expect((await download(previewURL ?? '')).headers['content-type']).toBe(type)
  })
})
