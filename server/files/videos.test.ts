import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { describe, expect, test, vi } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn, pathAndQuery } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { waitFor } from '#testing/wait-for.ts'

const portal = await openPortal()
const fixtures = fixturesIn(portal)
const fixture = await fixtures.company()

const ftyp = (brand: string, compatible = '') =>
  Buffer.from(
    `\0\0\0${String.fromCharCode(16 + compatible.length)}ftyp${brand}\0\0\0\0${compatible}\0\0\0\x08mdat`,
    'latin1',
  )
const ebml = (documentType: string) =>
  Buffer.from(`\x1a\x45\xdf\xa3\x9fB\x86\x81\x01B\x82\x84${documentType}B\x87\x81\x04`, 'latin1')

/** A general file of a machine, as its list shows it. */
async function videoOf(type: string, bytes: Buffer, name = 'arıza.mp4') {
  const id = await fixtures.upload(fixture.admin, { type, bytes, name })
  const { body } = await portal.as(fixture.admin).call(routes.files.addToMachine, {
    params: { machine: fixture.machineId },
    body: { file: id },
  })
  return body
}
const request = (url: string | null, range?: string) =>
  portal.http.inject({ url: pathAndQuery(url ?? ''), headers: range ? { range } : {} })

describe('a video', () => {
  test.each([
    ['MP4', 'video/mp4', ftyp('isom', 'isomiso2avc1mp41'), 'video/mp4'],
    ['MP4 of a telephone', 'video/mp4', ftyp('mp42', 'isommp42'), 'video/mp4'],
    ['MP4 of a camera with a brand of its own', 'video/mp4', ftyp('nvr1', 'mp42'), 'video/mp4'],
    ['M4V', 'video/x-m4v', ftyp('M4V ', 'M4V mp42'), 'video/mp4'],
    ['QuickTime of an iPhone', 'video/quicktime', ftyp('qt  ', 'qt  '), 'video/quicktime'],
    ['MP4 under the name of a QuickTime', 'video/quicktime', ftyp('mp42'), 'video/mp4'],
    ['WebM', 'video/webm', ebml('webm'), 'video/webm'],
    ['WebM under the name of an MP4', 'video/mp4', ebml('webm'), 'video/webm'],
  ])('is played in the page, and never runs there: %s', async (_, declared, bytes, type) => {
    const { fileType, previewURL } = await videoOf(declared, bytes)
    expect(fileType).toBe(type)
    const { statusCode, headers, rawPayload } = await request(previewURL)
    expect([statusCode, rawPayload.equals(bytes)]).toEqual([200, true])
    expect(headers).toMatchObject({
      'content-type': type,
      'content-disposition': expect.stringMatching(/^inline; /),
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; .*; sandbox$/),
    })
  })

  // Security: 5.2.2
  test.each([
    ['a page', 'video/mp4', Buffer.from('<script>alert(1)</script>')],
    ['a page', 'video/webm', Buffer.from('<html>')],
    ['an unknown brand', 'video/mp4', ftyp('nvr1', 'nvr2')],
    ['Matroska', 'video/webm', ebml('matr')],
    ['Matroska', 'video/x-matroska', ebml('matr')],
    ['AVI', 'video/x-msvideo', Buffer.from('RIFF\0\0\0\0AVI LIST')],
  ])('is only downloaded where it is %s, declared as %s', async (_, type, bytes) => {
    const { signedURL, previewURL } = await videoOf(type, bytes)
    expect(previewURL).toBeNull()
    const { headers, rawPayload } = await request(`${signedURL}&preview=true`)
    expect([headers['content-type'], rawPayload.equals(bytes)]).toEqual([
      'application/octet-stream',
      true,
    ])
    expect(headers['content-disposition']).toMatch(/^attachment; /)
  })

  test('that is a program is refused', async () => {
    await expect(videoOf('video/mp4', Buffer.from('MZ\x90\0\x03\0\0\0'))).rejects.toThrow('400')
  })

  test('is loaded by Safari in ranges: two bytes first, then what it plays', async () => {
    const bytes = Buffer.concat([ftyp('mp42'), Buffer.alloc(10_000, 'x')])
    const { previewURL } = await videoOf('video/mp4', bytes)
    const size = bytes.length
    const probe = await request(previewURL, 'bytes=0-1')
    expect([probe.statusCode, probe.rawPayload]).toEqual([206, bytes.subarray(0, 2)])
    expect(probe.headers).toMatchObject({
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'content-range': `bytes 0-1/${size}`,
      'content-length': '2',
      etag: expect.stringMatching(/^"[\w-]+"$/),
    })
    for (const [range, start, end] of [
      [`bytes=0-${size - 1}`, 0, size - 1],
      ['bytes=4096-', 4_096, size - 1],
    ] as const) {
      const { statusCode, headers, rawPayload } = await request(previewURL, range)
      expect([statusCode, headers.etag, headers['content-range']]).toEqual([
        206,
        probe.headers.etag,
        `bytes ${start}-${end}/${size}`,
      ])
      expect(rawPayload.equals(bytes.subarray(start, end + 1))).toBe(true)
    }
  })
})

describe('a seek in a video of 100 MB', async () => {
  const size = 100_000_000
  const at = 60_000_000
  const { _id, previewURL } = await videoOf('video/mp4', ftyp('mp42'))
  const [vendor = '', stored = ''] = (await fixtures.keyOf(_id)).split('/')
  const disk = await open(join(portal.dataDir, 'files', vendor, stored.slice(-2), stored), 'r+')
  await disk.truncate(size) // sparse
  await disk.write('a later scene', at)
  await disk.close()
  await portal.owner.query('update files set file_size = $1 where id = $2', [size, _id])

  /** The stream that the storage opened for a request. */
  async function streamed(work: () => Promise<void>) {
    const opened = vi.spyOn(portal.platform.storage, 'get')
    await work()
    const result = await (opened.mock.results[0]?.value as ReturnType<typeof opened>)
    opened.mockRestore()
    const bytes = result?.bytes as Readable & { bytesRead: number }
    await waitFor(() => expect(bytes.closed).toBe(true))
    return bytes.bytesRead
  }

  test('reads and sends the asked bytes only', async () => {
    const read = await streamed(async () => {
      const { statusCode, body } = await request(previewURL, `bytes=${at}-${at + 12}`)
      expect([statusCode, body]).toEqual([206, 'a later scene'])
    })
    expect(read).toBe(13)
  })

  test('to its rest sends no more than the browser takes until it seeks again', async () => {
    const read = await streamed(async () => {
      const asked = get(`http://127.0.0.1:${portal.port}${pathAndQuery(previewURL ?? '')}`, {
        headers: { range: `bytes=${at}-` },
      })
      const [response] = (await once(asked, 'response')) as [IncomingMessage]
      expect(response.headers['content-range']).toBe(`bytes ${at}-${size - 1}/${size}`)
      const [chunk] = (await once(response, 'data')) as [Buffer]
      expect(chunk.toString('latin1', 0, 13)).toBe('a later scene')
      response.destroy()
    })
    expect(read).toBeLessThan(20_000_000)
  })
})
