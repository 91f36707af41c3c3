import { beforeEach, describe, expect, test, vi } from 'vitest'
import { minUploadPart } from '#contract/files.ts'
import { goOnline } from '../../../testing/fakeBrowser.ts'
import { waitFor } from '../../../testing/waitFor.ts'
import { CallError, endSessionScope, token } from '../../data/api.ts'
import { loadPortalMessages, setLanguage } from '../../messages/current.ts'
import { forgetLine, measureLine } from './line.ts'
import { createSettledUpload, openUpload, startUpload } from './upload.ts'
import { createUploads } from './useUploads.ts'

await setLanguage('tr')
await loadPortalMessages()

/** The server's side of uploads: the calls that it received,
 * the bytes that it waits for, and whether the line is cut. */
const server = {
  calls: [] as string[],
  bodies: [] as unknown[],
  transfers: [] as Transfer[],
  isOffline: false,
  /** Whether it knows nothing of an upload that is asked for. */
  isGone: false,
  /** bytes of an upload in parts */
  received: 0,
}

class Transfer {
  upload = { onprogress: (_: { loaded: number }) => {} }
  status = 0
  responseText = ''
  onload = () => {}
  onerror = () => {}
  onabort = () => {}
  onloadend = () => {}
  range: string | undefined
  open() {}
  setRequestHeader(name: string, value: string) {
    if (name === 'Content-Range') this.range = value
  }
  abort = () => this.onabort()
  send() {
    if (server.isOffline) this.onerror()
    else server.transfers.push(this)
  }
  end(status: number, reply: object = {}) {
    Object.assign(this, { status, responseText: JSON.stringify(reply) })
    this.onload()
  }
}
vi.stubGlobal('XMLHttpRequest', Transfer)

/** Those that prepare pictures. */
const workers: FakeWorker[] = []
class FakeWorker {
  onmessage = (_: { data: Blob | null }) => {}
  onerror = () => {}
  isEnded = false
  terminate() {
    this.isEnded = true
  }
  postMessage() {
    workers.push(this)
  }
}
const workerOf = (index: number) =>
  waitFor(() => workers[index] ?? Promise.reject(new Error('not begun')))
vi.stubGlobal('Worker', FakeWorker)

vi.stubGlobal('fetch', async (path: string, { method, signal, body }: RequestInit) => {
  signal?.throwIfAborted()
  if (server.isOffline) throw new TypeError('Failed to fetch')
  server.bodies.push(JSON.parse(String(body ?? null)))
  server.calls.push(`${method} ${path.replace('/api/v1/domain/portal.test', '')}`)
  if (server.isGone && (path.endsWith('/upload') || method === 'DELETE'))
    return Response.json({}, { status: 404 })
  if (path.endsWith('/upload')) return Response.json({ url: '/renewed', received: server.received })
  return Response.json(method === 'PUT' ? { id: 'file', url: '/signed' } : {})
})

/** On a slow line a file of three parts, of which the last one has 9 bytes. */
const part = minUploadPart(1)
const largeFile = () => new File([new Uint8Array(2 * part + 9)], 'film.mp4')

const file = (name = 'mil.png', bytes = 'bytes') => new File([bytes], name, { type: 'image/png' })
const transferAt = (index: number) =>
  server.transfers[index] ?? Promise.reject(new Error('not begun'))
const transferOf = (index: number) => waitFor(() => transferAt(index))

/** The last upload that a test leaves waiting holds the slot of the next one. */
const started: { cancel: () => void }[] = []
function start(...chosen: Parameters<typeof startUpload>) {
  const upload = startUpload(...chosen)
  started.push(upload)
  return upload
}

beforeEach(async () => {
  for (const upload of started.splice(0)) upload.cancel()
  await new Promise(resolve => setTimeout(resolve))
  workers.length = 0
  forgetLine()
  Object.assign(server, {
    calls: [],
    bodies: [],
    transfers: [],
    isOffline: false,
    isGone: false,
    received: 0,
  })
  token.write('token of ayşe')
  endSessionScope()
})

describe('an upload', () => {
  test('asks for a URL, sends the bytes, confirms and is done', async () => {
    const upload = start(file())
    const transfer = await transferOf(0)
    transfer.upload.onprogress({ loaded: 1 })
    expect(upload.state.get()).toEqual({ step: 'sending', percent: 20 })
    transfer.end(200)
    expect(await upload.finished()).toBe('file')
    expect(upload.state.get()).toEqual({ step: 'done', id: 'file' })
    expect(server.calls).toEqual(['PUT /file', 'POST /file/file'])
  })

  test.each([400, 403, 413])(
    'that is refused for good with %i shows why, and is not tried again',
    async status => {
      const upload = start(file())
      ;(await transferOf(0)).end(status, { message: 'Dosya çok büyük.' })
      await expect(upload.finished()).rejects.toThrow('Dosya çok büyük.')
      upload.retry()
      expect(upload.state.get()).toEqual({ step: 'refused', reason: expect.any(Function) })
      expect(server.transfers).toHaveLength(1)
    },
  )

  test('that is refused for now can be tried again', async () => {
    const upload = start(file())
    ;(await transferOf(0)).end(429, { message: 'Şimdi olmaz.' })
    await expect(upload.finished()).rejects.toThrow('Şimdi olmaz.')
    expect(upload.state.get()).toMatchObject({ step: 'failed', error: { status: 429 } })
    upload.retry()
    ;(await transferOf(1)).end(200)
    expect(await upload.finished()).toBe('file')
  })

  test.each([404, 409])(
    'whose link has expired, or whose part another request has sent, goes on by itself (%i)',
    async status => {
      const upload = start(file())
      ;(await transferOf(0)).end(status, { message: 'Şimdi olmaz.' })
      await waitFor(() => expect(upload.state.get()).toMatchObject({ isWaiting: true }))
      goOnline()
      ;(await transferOf(1)).end(200)
      expect(await upload.finished()).toBe('file')
      expect(server.calls).toEqual(['PUT /file', 'GET /file/file/upload', 'POST /file/file'])
    },
  )

  test('that a proxy has refused names the status', async () => {
    const upload = start(file())
    const transfer = await transferOf(0)
    Object.assign(transfer, { status: 405, responseText: '<html>' })
    transfer.onload()
    await expect(upload.finished()).rejects.toThrow('405')
  })

  test('that is chosen offline waits, and is sent once the connection is back', async () => {
    server.isOffline = true
    const upload = start(file())
    await waitFor(() =>
      expect(upload.state.get()).toEqual({ step: 'sending', percent: 0, isWaiting: true }),
    )
    server.isOffline = false
    goOnline()
    ;(await transferOf(0)).end(200)
    expect(await upload.finished()).toBe('file')
  })

  test('is not transferred again where only its attaching has failed', async () => {
    const attempts: string[] = []
    const upload = start(file(), async (id, key) => {
      attempts.push(`${id} ${key}`)
      if (attempts.length === 1) throw new CallError(503)
    })
    ;(await transferOf(0)).end(200)
    await expect(upload.finished()).rejects.toThrow(CallError)
    upload.retry()
    await upload.finished()
    expect([server.transfers.length, attempts]).toEqual([
      1,
      [`file ${upload.key}`, `file ${upload.key}`],
    ])
  })

  test('of a large file is sent in parts, one after the other', async () => {
    const upload = start(largeFile())
    ;(await transferOf(0)).end(200)
    const last = await transferOf(1)
    expect(upload.state.get()).toMatchObject({ step: 'sending' })
    last.upload.onprogress({ loaded: part + 9 })
    expect(upload.state.get()).toEqual({ step: 'sending', percent: 100 })
    last.end(200)
    expect(await upload.finished()).toBe('file')
    expect(server.transfers.map(({ range }) => range)).toEqual([
      'bytes 0-65535/131081',
      'bytes 65536-131080/131081', // the first one was fast
    ])
  })

  test('of a large file goes on by itself with the part in which the line broke', async () => {
    const upload = start(largeFile())
    ;(await transferOf(0)).end(200)
    const broken = await transferOf(1)
    server.received = part
    broken.onerror()
    await waitFor(() =>
      expect(upload.state.get()).toEqual({ step: 'sending', percent: 49, isWaiting: true }),
    )
    goOnline()
    for (const index of [2, 3]) (await transferOf(index)).end(200)
    expect(await upload.finished()).toBe('file')
    expect(server.transfers[2]?.range).toBe('bytes 65536-131071/131081') // a line like at first
    expect(server.calls).toEqual(['PUT /file', 'GET /file/file/upload', 'POST /file/file'])
  })

  test('whose last part arrived although its answer was lost is not sent again', async () => {
    const upload = start(largeFile())
    ;(await transferOf(0)).end(200)
    const last = await transferOf(1)
    server.received = 2 * part + 9
    last.onerror()
    await waitFor(() => expect(upload.state.get()).toMatchObject({ isWaiting: true }))
    goOnline()
    expect(await upload.finished()).toBe('file')
    expect(server.transfers).toHaveLength(2)
  })

  test('of a large file that was refused goes on after a retry where it was', async () => {
    const upload = start(largeFile())
    ;(await transferOf(0)).end(200)
    ;(await transferOf(1)).end(429, { message: 'Şimdi olmaz.' })
    await expect(upload.finished()).rejects.toThrow('Şimdi olmaz.')
    server.received = part
    upload.retry()
    ;(await transferOf(2)).end(200)
    expect(await upload.finished()).toBe('file')
    expect(server.calls.filter(made => made === 'PUT /file')).toHaveLength(1)
  })

  test('keeps its turn where the line breaks, but not where it alone fails again and again', async () => {
    const [first, second] = [start(file()), start(file('plaka.png'))]
    const resumed = (index: number) =>
      waitFor(() => {
        goOnline()
        return transferAt(index)
      })
    ;(await transferOf(0)).onerror()
    await waitFor(() => expect(first.state.get()).toMatchObject({ isWaiting: true }))
    ;(await resumed(1)).onerror()
    ;(await resumed(2)).onerror()
    ;(await transferOf(3)).end(200)
    expect(await second.finished()).toBe('file')
    ;(await resumed(4)).end(200)
    expect(await first.finished()).toBe('file')
  })

  test('of a film lets a photo go first after each of its parts', async () => {
    const film = start(largeFile())
    await transferOf(0)
    const photo = start(file())
    await waitFor(() => expect(server.calls).toEqual(['PUT /file', 'PUT /file']))
    const soon = performance.now()
    vi.spyOn(performance, 'now').mockReturnValue(soon + 60_000) // the line is slow
    ;(await transferOf(0)).end(200)
    const next = await transferOf(1)
    vi.restoreAllMocks()
    expect(next.range).toBe(undefined)
    next.end(200)
    expect(await photo.finished()).toBe('file')
    expect((await transferOf(2)).range).toMatch(`bytes ${part}-`)
    film.cancel()
  })

  test('that waits for the connection ends when it is removed', async () => {
    const upload = start(largeFile())
    ;(await transferOf(0)).onerror()
    await waitFor(() => expect(upload.state.get()).toMatchObject({ isWaiting: true }))
    upload.cancel()
    await expect(upload.finished()).rejects.toMatchObject({ name: 'AbortError' })
    expect(server.transfers).toHaveLength(1)
  })

  /** A file that its browser can read `times` times before it is changed, or that is a folder. */
  const readable = (times: number) => {
    const chosen = file()
    let left = times
    vi.spyOn(chosen, 'slice').mockImplementation(() => {
      if (left-- > 0) return new Blob(['b'])
      return Object.assign(new Blob(), {
        arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')),
      })
    })
    return chosen
  }

  test('of a folder is not requested, and its reason is shown', async () => {
    const upload = start(readable(0))
    await expect(upload.finished()).rejects.toThrow('Dosya okunamıyor')
    expect(upload.state.get()).toMatchObject({ step: 'refused' })
    expect(server.calls).toEqual([])
  })

  test('of a file that changed while it was sent is no failure of the network, and is not tried again', async () => {
    const upload = start(readable(1))
    ;(await transferOf(0)).onerror()
    const failure = await upload.finished().catch((error: unknown) => error)
    expect(failure).toMatchObject({
      message: expect.stringContaining('seçildikten sonra değişmiş'),
      isTransient: false,
    })
    upload.retry()
    expect([upload.state.get().step, server.calls]).toEqual(['refused', ['PUT /file']])
  })

  test.each([
    ['\u0002çizim\n1.dwg', 'acad', 'çizim 1.dwg', 'application/octet-stream'],
    ['çizim.dwg', '', 'çizim.dwg', 'application/octet-stream'],
    ['\u2068Işıl Usta\u2069.vcf', 'text/vcard', 'Işıl Usta.vcf', 'text/vcard'],
    ['not.txt', 'text/plain; charset=utf-8', 'not.txt', 'text/plain'],
    ['mil.PNG', 'image/PNG', 'mil.PNG', 'image/png'],
  ])(
    'of %j with the media type %j has a name, which is shown too, and a type that the server takes',
    async (name, type, sentName, sentType) => {
      const chosen = Object.defineProperty(file(name), 'type', { value: type })
      const upload = start(chosen)
      await transferOf(0)
      expect(upload.file.name).toBe(sentName)
      expect(server.bodies[0]).toMatchObject({ fileName: sentName, fileType: sentType })
    },
  )

  test('stops when it is cancelled, and when its session ends', async () => {
    measureLine(part, 1)
    const cancelled = start(file())
    await transferOf(0)
    cancelled.cancel()
    await expect(cancelled.finished()).rejects.toThrow('cancelled')
    const ended = start(file())
    await transferOf(1)
    endSessionScope()
    await expect(ended.finished()).rejects.toThrow('cancelled')
    expect(server.calls).toEqual(['PUT /file', 'DELETE /file/file', 'PUT /file'])
  })
})

describe('the file of a message that is sent', () => {
  test('has its id before its bytes have arrived', async () => {
    const upload = start(file())
    expect(await upload.reserved()).toBe('file')
    expect(upload.state.get().step).toBe('sending')
  })

  test('that is given up elsewhere ends as not sent; before, its reservation is made anew', async () => {
    server.isGone = true
    const upload = start(file())
    ;(await transferOf(0)).end(404)
    await waitFor(() => expect(upload.state.get()).toHaveProperty('isWaiting', true))
    goOnline()
    const again = await transferOf(1)
    upload.deliver()
    again.end(404)
    await waitFor(() => expect(upload.state.get()).toHaveProperty('isWaiting', true))
    goOnline()
    await waitFor(() => expect(upload.state.get().step).toBe('refused'))
    expect(server.calls.filter(made => made === 'PUT /file')).toHaveLength(2)
  })

  test('goes on where the server is not told that it is given up', async () => {
    const upload = start(file())
    const transfer = await transferOf(0)
    upload.deliver()
    server.isOffline = true
    await expect(upload.giveUp?.()).rejects.toThrow(CallError)
    server.isOffline = false
    transfer.end(200)
    expect(await upload.finished()).toBe('file')
  })

  test('is given up although the answer to the first call was lost', async () => {
    const upload = start(file())
    await transferOf(0)
    upload.deliver()
    server.isGone = true
    await upload.giveUp?.()
    await expect(upload.finished()).rejects.toThrow('cancelled')
  })

  test('goes on where a draft that names it too is removed', async () => {
    const upload = start(file())
    const transfer = await transferOf(0)
    upload.deliver()
    upload.cancel()
    transfer.end(200)
    expect(await upload.finished()).toBe('file')
    expect(server.calls).toEqual(['PUT /file'])
  })
})

test('a file that an earlier page has kept is not lost where the browser cannot read it now', async () => {
  const facts = { id: 'kept', isDone: true, isNamed: true }
  const readKeptFile = vi
    .fn()
    .mockRejectedValueOnce(new DOMException('the disk is busy', 'UnknownError'))
    .mockResolvedValue({ facts, file: null })
  vi.doMock('../../data/keptFiles.ts', () => ({ readKeptFile, keepFacts: async () => {} }))
  const upload = openUpload({ key: 'key', name: 'mil.png', size: 5 })
  await expect(upload.reserved()).rejects.toMatchObject({ isTransient: true })
  expect(upload.state.get().step).toBe('failed')
  upload.retry()
  expect(await upload.reserved()).toBe('kept')
  vi.doUnmock('../../data/keptFiles.ts')
})

describe('a HEIC picture', () => {
  const heic = (name = 'IMG_1.HEIC') => new File(['heic'], name, { type: 'image/heic' })
  test('is converted before it is sent, under the name of a JPEG', async () => {
    const upload = start(heic())
    const worker = await workerOf(0)
    expect([upload.state.get(), upload.file.name, server.calls]).toEqual([
      { step: 'sending', percent: 0, isPreparing: true },
      'IMG_1.HEIC',
      [],
    ])
    worker.onmessage({ data: new Blob(['a jpeg']) })
    ;(await transferOf(0)).end(200)
    await upload.finished()
    expect(upload.file).toEqual({ name: 'IMG_1.jpg', size: 6 })
    expect(server.bodies[0]).toMatchObject({
      fileName: 'IMG_1.jpg',
      fileSize: 6,
      fileType: 'image/jpeg',
    })
    expect(worker.isEnded).toBe(true)
  })

  test.each([
    ['is not decoded', (worker: FakeWorker) => worker.onmessage({ data: null })],
    ['ends its worker', (worker: FakeWorker) => worker.onerror()],
  ])('that %s is sent as it is', async (_, fail) => {
    const upload = start(heic())
    fail(await workerOf(0))
    ;(await transferOf(0)).end(200)
    await upload.finished()
    expect(server.bodies[0]).toMatchObject({ fileName: 'IMG_1.HEIC', fileType: 'image/heic' })
  })

  test('waits for the conversion before it, which a cancelled upload gives up', async () => {
    const first = start(heic('1.heic'))
    const worker = await workerOf(0)
    const second = start(heic('2.heic'))
    await waitFor(() => expect(second.state.get()).toHaveProperty('isPreparing', true))
    expect(workers).toHaveLength(1)
    first.cancel()
    await expect(first.finished()).rejects.toThrow('aborted')
    ;(await workerOf(1)).onmessage({ data: new Blob(['a jpeg']) })
    ;(await transferOf(0)).end(200)
    await second.finished()
    expect([worker.isEnded, second.file.name]).toEqual([true, '2.jpg'])
  })

  test('is converted once for several attempts', async () => {
    const upload = start(heic())
    const worker = await workerOf(0)
    worker.onmessage({ data: new Blob(['a jpeg']) })
    ;(await transferOf(0)).end(429)
    await expect(upload.finished()).rejects.toThrow(CallError)
    upload.retry()
    ;(await transferOf(1)).end(200)
    await upload.finished()
    expect([workers.length, upload.file.name]).toEqual([1, 'IMG_1.jpg'])
  })
})

describe('a photo', () => {
  const photo = () => new File(['a photo of a machine'], 'mil.jpg', { type: 'image/jpeg' })
  async function startPhoto(copy: Blob | null) {
    const upload = start(photo())
    ;(await workerOf(0)).onmessage({ data: copy })
    const transfer = await transferOf(0)
    return { upload, transfer }
  }

  test('of a message is sent as a smaller copy, and its original by choice', async () => {
    const { upload, transfer } = await startPhoto(new Blob(['a copy']))
    transfer.end(200)
    await upload.finished()
    expect([upload.file, upload.originalSize]).toEqual([{ name: 'mil.jpg', size: 6 }, 20])
    upload.sendOriginal?.()
    ;(await transferOf(1)).end(200)
    await upload.finished()
    expect([upload.file.size, upload.originalSize]).toEqual([20, undefined])
    expect(server.bodies.filter(Boolean)).toMatchObject([{ fileSize: 6 }, { fileSize: 20 }])
  })

  test('whose original is chosen while its copy is sent is sent once', async () => {
    const { upload, transfer } = await startPhoto(new Blob(['a copy']))
    upload.sendOriginal?.()
    transfer.end(200)
    ;(await transferOf(1)).end(200)
    await upload.finished()
    const calls = ['PUT /file', 'DELETE /file/file', 'PUT /file', 'POST /file/file']
    expect(server.calls).toEqual(calls)
  })

  test('is sent without its place also where that makes it no smaller', async () => {
    const { upload } = await startPhoto(new Blob(['a copy that is as large']))
    expect([upload.file.size, upload.originalSize]).toEqual([23, undefined])
  })

  test('is sent as it is where it cannot be decoded', async () => {
    const { upload } = await startPhoto(null)
    expect([upload.file.size, upload.originalSize]).toEqual([20, undefined])
  })

  test('of a list is sent whole', async () => {
    const upload = start(photo(), async () => {})
    ;(await transferOf(0)).end(200)
    await upload.finished()
    expect([server.bodies[0], workers.length]).toMatchObject([{ fileSize: 20 }, 0])
  })
})

describe('the uploads of a list', () => {
  test('are shown until they are finished, and running ones keep the page', async () => {
    const list = createUploads()
    list.add(start(file('bir.png')))
    list.add(
      createSettledUpload(file('boş.log', ''), { step: 'refused', reason: () => 'Bu dosya boş.' }),
    )
    const names = () => list.uploads.get().map(upload => upload.file.name)
    expect([names(), list.isSending.get()]).toEqual([['bir.png', 'boş.log'], true])
    ;(await transferOf(0)).end(200)
    await waitFor(() => expect([names(), list.isSending.get()]).toEqual([['boş.log'], false]))
  })

  test('do not change with their progress', async () => {
    const list = createUploads()
    list.add(start(file()))
    const before = list.uploads.get()
    ;(await transferOf(0)).upload.onprogress({ loaded: 1 })
    expect(list.uploads.get()).toBe(before)
    list.cancelAll()
  })

  test('are cancelled where they are removed, and when the page is left', async () => {
    const list = createUploads()
    measureLine(part, 1)
    const [first, second] = [start(file('bir.png')), start(file('iki.png'))]
    list.add(first)
    list.add(second)
    await transferOf(1)
    list.remove(first)
    await expect(first.finished()).rejects.toThrow('cancelled')
    expect(list.uploads.get()).toEqual([second])
    list.cancelAll()
    await expect(second.finished()).rejects.toThrow('cancelled')
  })
})
