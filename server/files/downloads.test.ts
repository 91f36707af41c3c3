import { Readable } from 'node:stream'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn, pathAndQuery } from '#testing/fixtures.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { waitFor } from '#testing/wait-for.ts'

const portal = await openPortal()
const fixtures = fixturesIn(portal)
const { as } = portal

/** A general file of a machine, as its list shows it. */
async function fileOn(
  fixture: { admin: Person; machineId: string },
  file: Parameters<typeof fixtures.upload>[1] = {},
) {
  const id = await fixtures.upload(fixture.admin, file)
  const params = { machine: fixture.machineId }
  await as(fixture.admin).call(routes.files.addToMachine, { params, body: { file: id } })
  const { body } = await as(fixture.admin).call(routes.files.listOfMachine, { params })
  return body.machineFiles.find(({ _id }) => _id === id) as (typeof body.machineFiles)[number]
}
const download = (
  url: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
) => portal.http.inject({ method, url: pathAndQuery(url), headers })

describe('a download', () => {
  // Security: 5.3.1, 5.4.1
  test('is saved by the browser, never shown or sniffed', async () => {
    const { signedURL } = await fileOn(await fixtures.company(), {
      type: 'text/plain',
      bytes: Buffer.from('nine byte'),
    })
    const { statusCode, headers, body } = await download(signedURL)
    expect([statusCode, body]).toEqual([200, 'nine byte'])
    expect(headers).toMatchObject({
      'content-disposition': `attachment; filename="alarm.png"; filename*=UTF-8''alarm.png`,
      'content-type': 'application/octet-stream',
      'content-length': '9',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=600',
    })
    expect(headers['content-security-policy']).toContain('sandbox')
  })

  test('of a PDF is in no sandbox where it is shown, as the viewer of WebKit is empty there', async () => {
    const pdf = Buffer.from('%PDF-1.7')
    const { signedURL, previewURL } = await fileOn(await fixtures.company(), {
      type: 'application/pdf',
      bytes: pdf,
      name: 'kılavuz.pdf',
    })
    const policyOf = async (url: string | null) =>
      (await download(url ?? '')).headers['content-security-policy']
    expect(await policyOf(previewURL)).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    )
    expect(await policyOf(signedURL)).toMatch(/; sandbox$/)
  })

  test('that is refused is a page in the reader’s language to a browser that opens its link, and JSON to programs', async () => {
    const { signedURL } = await fileOn(await fixtures.company())
    const ended = signedURL.replace(/expires=\d+/, 'expires=1')
    const opened = await download(ended, {
      accept: 'text/html,application/xhtml+xml',
      'accept-language': 'en-GB',
      'sec-fetch-dest': 'document',
    })
    expect([opened.statusCode, opened.headers['content-type']]).toEqual([
      404,
      'text/html; charset=utf-8',
    ])
    expect(opened.body).toContain('This link to a file no longer works.')
    expect(opened.body).toContain('<a href="/">Back to the portal</a>')
    for (const headers of [{}, { accept: 'text/html', 'sec-fetch-dest': 'image' }])
      expect((await download(ended, headers)).json()).toMatchObject({
        name: 'NotFoundError',
        message: 'Bu dosya bağlantısı artık geçerli değil. Dosyayı portalda yeniden açın.',
      })
  })

  test('answers HEAD without its bytes', async () => {
    const { signedURL } = await fileOn(await fixtures.company(), {
      type: 'text/plain',
      bytes: Buffer.from('nine byte'),
    })
    const { statusCode, headers, body } = await download(signedURL, {}, 'HEAD')
    expect([statusCode, headers['content-length'], body]).toEqual([200, '9', ''])
  })

  test('is not read from the storage for HEAD', async () => {
    const { signedURL } = await fileOn(await fixtures.company(), {
      type: 'text/plain',
      bytes: Buffer.alloc(1_000_000, 'x'),
    })
    const get = vi.spyOn(portal.platform.storage, 'get')
    const { headers } = await download(signedURL, {}, 'HEAD')
    expect(headers['content-length']).toBe('1000000')
    const [stored] = await Promise.all(
      get.mock.results.map(({ value }) => value as Promise<{ bytes: Readable }>),
    )
    const bytes = stored?.bytes as Readable
    await waitFor(() => expect(bytes.closed).toBe(true))
    expect(bytes.readableEnded).toBe(false)
  })

  // Security: T2
  test.each([
    ['truncated', 'nine', {}],
    ['truncated, by range', 'nine', { range: 'bytes=2-8' }],
    ['longer', 'nine bytes and more', {}],
  ])(
    'is refused when the stored object has another size than the upload: %s',
    async (_, other, headers) => {
      const fixture = await fixtures.company()
      const { _id, signedURL } = await fileOn(fixture, {
        type: 'text/plain',
        bytes: Buffer.from('nine byte'),
      })
      await portal.platform.storage.put(
        await fixtures.keyOf(_id),
        Readable.from([Buffer.from(other)]),
        other.length,
        {
          type: 'text/plain',
        },
      )
      const { statusCode, body } = await download(signedURL, headers)
      expect([statusCode, body.includes('UnavailableError')]).toEqual([503, true])
    },
  )

  // Security: 5.4.2
  test.each([
    'Şişli İç Çizim – “son”.pdf',
    "O'Brien (1) 100%*.pdf",
    'çizim; filename=x.exe.pdf',
    '图纸 🛠.pdf',
    '.profile',
    'ad\u0131.tar.gz',
  ])('keeps the name %s', async name => {
    const file = await fileOn(await fixtures.company(), { name })
    expect(file.fileName).toBe(name)
    const disposition = String((await download(file.signedURL)).headers['content-disposition'])
    const [, encoded = ''] =
      /^attachment; filename="[ -~]+"; filename\*=UTF-8''([\w.!#$&+^`|~%-]+)$/.exec(disposition) ??
      []
    expect(decodeURIComponent(encoded)).toBe(name)
  })

  // Security: 5.3.2
  test.each([
    '../../etc/passwd',
    'C:\\autoexec.bat',
    '..',
    'fatura\u202Efdp.exe',
    'iki\nsatır.pdf',
    '',
  ])('cannot have the name %j', async fileName => {
    const { member } = await fixtures.company()
    const { status, body } = await as(member).call(routes.files.request, {
      body: { fileName, fileSize: 9, fileType: 'image/png' },
    })
    expect([status, body.errors?.map(({ path }) => path)]).toEqual([400, ['fileName']])
  })

  test.each([
    ['the first bytes', 'bytes=0-3', 206, 'nine', 'bytes 0-3/9'],
    ['one in the middle', 'bytes=4-4', 206, ' ', 'bytes 4-4/9'],
    ['the rest', 'bytes=5-', 206, 'byte', 'bytes 5-8/9'],
    ['more than there is', 'bytes=5-99', 206, 'byte', 'bytes 5-8/9'],
    ['nothing of what begins behind the end', 'bytes=9-', 416, '', 'bytes */9'],
    ['what ends before it begins', 'bytes=3-2', 200, 'nine byte', undefined],
    ['two parts', 'bytes=0-1,3-4', 200, 'nine byte', undefined],
    ['the last bytes', 'bytes=-4', 206, 'byte', 'bytes 5-8/9'],
    ['all, as the last ones', 'bytes=-99', 206, 'nine byte', 'bytes 0-8/9'],
    ['nothing as the last zero bytes', 'bytes=-0', 416, '', 'bytes */9'],
    ['a unit in capitals', 'Bytes=0-3', 206, 'nine', 'bytes 0-3/9'],
    ['a thousand parts', `bytes=${'0-0,'.repeat(1_000)}0-0`, 200, 'nine byte', undefined],
    [
      'all, for a number of twenty digits',
      'bytes=0-18446744073709551615',
      206,
      'nine byte',
      'bytes 0-8/9',
    ],
    ['the whole file', 'bytes=-', 200, 'nine byte', undefined],
    ['nonsense', 'lines=1-2', 200, 'nine byte', undefined],
  ])('gives %s when asked for %s', async (_, range, status, bytes, contentRange) => {
    const { signedURL } = await fileOn(await fixtures.company(), {
      type: 'text/plain',
      bytes: Buffer.from('nine byte'),
    })
    const { statusCode, body, headers } = await download(signedURL, { range })
    expect([statusCode, body, headers['content-range'], headers['content-length']]).toEqual([
      status,
      bytes,
      contentRange,
      `${bytes.length}`,
    ])
  })
})

describe('a conditional request', () => {
  async function taggedFile() {
    const { signedURL } = await fileOn(await fixtures.company(), {
      type: 'text/plain',
      bytes: Buffer.from('nine byte'),
    })
    const { headers } = await download(signedURL, {}, 'HEAD')
    return { signedURL, etag: String(headers.etag) }
  }

  test('with If-Range gets the range of the same bytes, and the whole file after others', async () => {
    const { signedURL, etag } = await taggedFile()
    const answerTo = async (condition: string) => {
      const { statusCode, body } = await download(signedURL, {
        range: 'bytes=0-3',
        'if-range': condition,
      })
      return [statusCode, body]
    }
    expect(await answerTo(etag)).toEqual([206, 'nine'])
    for (const other of ['"another"', `W/${etag}`, 'Sat, 29 Oct 1994 19:43:31 GMT'])
      expect(await answerTo(other)).toEqual([200, 'nine byte'])
  })

  test('with If-None-Match gets nothing where the client has the bytes', async () => {
    const { signedURL, etag } = await taggedFile()
    for (const [named, status, bytes] of [
      [etag, 304, ''],
      [`"another", W/${etag}`, 304, ''],
      ['*', 304, ''],
      ['"another"', 200, 'nine byte'],
    ] as const) {
      const { statusCode, body, headers } = await download(signedURL, { 'if-none-match': named })
      expect([statusCode, body, headers.etag]).toEqual([status, bytes, etag])
    }
  })

  test('with HEAD ignores the range, which is defined for GET only', async () => {
    const { signedURL } = await taggedFile()
    const { statusCode, headers } = await download(signedURL, { range: 'bytes=0-3' }, 'HEAD')
    expect([statusCode, headers['content-length'], headers['accept-ranges']]).toEqual([
      200,
      '9',
      'bytes',
    ])
  })
})

describe('a preview', () => {
  test.each([
    ['image/png', '\x89PNG\r\n\x1a\n…'],
    ['image/jpeg', '\xff\xd8\xff\xe0…'],
    ['image/webp', 'RIFF\x00\x00\x00\x00WEBP'],
    ['application/pdf', 'from the printer: %PDF-1.4'],
  ])('shows %s in the page', async (type, bytes) => {
    const { previewURL } = await fileOn(await fixtures.company(), {
      type,
      bytes: Buffer.from(bytes, 'latin1'),
    })
    const { headers } = await download(previewURL as string)
    expect([headers['content-type'], headers['content-disposition']]).toEqual([
      type,
      `inline; filename="alarm.png"; filename*=UTF-8''alarm.png`,
    ])
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  test.each([
    'image/svg+xml',
    'text/html',
    'application/xhtml+xml',
    'text/plain',
    'video/x-matroska',
  ])('never shows %s, also when a preview is requested', async type => {
    const { signedURL, previewURL } = await fileOn(await fixtures.company(), { type })
    expect(previewURL).toBeNull()
    const { headers } = await download(`${signedURL}&preview=true`)
    expect([headers['content-type'], headers['content-disposition']]).toEqual([
      'application/octet-stream',
      `attachment; filename="alarm.png"; filename*=UTF-8''alarm.png`,
    ])
  })
})

describe('a download link', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  test.each([
    ['works for ten minutes', 9.9, 200],
    ['has ended after twelve', 12, 404],
  ])('%s', async (_, minutes, status) => {
    const { signedURL } = await fileOn(await fixtures.company())
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
    expect((await download(signedURL)).statusCode).toBe(status)
  })

  // Security: 5.4.1
  test('works only unchanged, for its own file, at its own vendor', async () => {
    const fixture = await fixtures.company()
    const [one, other] = [await fileOn(fixture), await fileOn(fixture)]
    const elsewhere = await fixtures.vendor()
    const changed = [
      one.signedURL.replace(one._id, other._id),
      one.signedURL.replace(/signature=.{4}/, 'signature=AAAA'),
      one.signedURL.replace(/expires=\d/, 'expires=9'),
      one.signedURL.replace(`domain/${fixture.domain}`, `domain/${elsewhere.domain}`),
    ]
    for (const url of changed) expect((await download(url)).statusCode).toBe(404)
    expect(
      (
        await portal.http.inject({
          method: 'PUT',
          url: pathAndQuery(one.signedURL),
          payload: 'new bytes',
        })
      ).statusCode,
    ).toBe(404)
    expect((await download(one.signedURL)).statusCode).toBe(200)
  })

  test('works for a file that an earlier version stored under its own id, until it is deleted', async () => {
    const fixture = await fixtures.company()
    const { _id, signedURL } = await fileOn(fixture, {
      type: 'text/plain',
      bytes: Buffer.from('nine byte'),
    })
    const bytes = Buffer.from('from 2025')
    await portal.owner.query('update files set stored_as = null where id = $1', [_id])
    const key = `${fixture.vendorId}/${_id}`
    await portal.platform.storage.put(key, Readable.from([bytes]), bytes.length, {
      type: 'text/plain',
    })
    expect((await download(signedURL)).body).toBe('from 2025')
    await as(fixture.admin).call(routes.files.removeFromMachine, {
      params: { machine: fixture.machineId, file: _id },
    })
    const keys = async () =>
      (await Array.fromAsync(portal.platform.storage.keys())).map(stored => stored.key)
    await expect.poll(keys).not.toContain(key)
  })

  test('of a deleted file answers 404, and the bytes are removed', async () => {
    const fixture = await fixtures.company()
    const { _id, signedURL } = await fileOn(fixture)
    const key = await fixtures.keyOf(_id)
    await as(fixture.admin).call(routes.files.removeFromMachine, {
      params: { machine: fixture.machineId, file: _id },
    })
    expect((await download(signedURL)).statusCode).toBe(404)
    const isThere = async () => {
      const found = await portal.platform.storage.get(key)
      found?.bytes.resume() // otherwise the file stays open
      return found !== null
    }
    await expect.poll(isThere).toBe(false)
  })
})
