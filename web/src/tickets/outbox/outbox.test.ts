import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { goOnline, removeInOtherTab, storedKeys } from '../../../testing/fakeBrowser.ts'
import { waitFor } from '../../../testing/waitFor.ts'
import { createStore } from '../../browser/store.ts'
import { CallError, currentSession, endSessionScope, token } from '../../data/api.ts'
import { isLive } from '../../data/live.ts'
import type { UploadState } from '../../files/upload/attempt.ts'
import { createSettledUpload, type Upload } from '../../files/upload/upload.ts'
import { loadPortalMessages, setLanguage } from '../../messages/current.ts'
import {
  conversationKeyOf,
  lostFiles,
  noteKeyOf,
  openOutbox,
  readMessages,
  type Send,
  settled,
} from './outbox.ts'

await setLanguage('tr')
await loadPortalMessages()

const hour = 3_600_000

/** Begins a session of a user; every user has a key for drafts.
 * The page forgets what it has in memory, as after a reload. */
function signIn(user = 'ayşe') {
  token.write(`token of ${user}`)
  endSessionScope()
  currentSession().user = { _id: user, draftKey: Buffer.alloc(32, user).toString('base64url') }
}
const open = () => openOutbox('ayşe:ticket')
const statesIn = (outbox = open()) => outbox.messages.get().map(({ text, state }) => [text, state])
const unsentKeys = () => storedKeys().filter(key => key.includes(':outbox:'))

/** A server that stores each message once for its key. */
function createServer() {
  const stored = new Map<string, { contents: string; files: string[] }>()
  const send: Send = async (message, key) => {
    if (!stored.has(key)) stored.set(key, message)
  }
  return { stored, send }
}
const offline: Send = async () => {
  throw new CallError(0)
}
const refused: Send = async () => {
  throw new CallError(403)
}
const never: Send = () => new Promise(() => {})

/** An upload that the test finishes. */
function startUpload(name: string) {
  const state = createStore<UploadState>({ step: 'sending', percent: 0 })
  let reservation = Promise.withResolvers<string>()
  const deliver = vi.fn()
  function fail(error: Error) {
    reservation.promise.catch(() => {})
    reservation.reject(error)
  }
  const abort = () => fail(new DOMException('cancelled', 'AbortError'))
  const upload: Upload = {
    key: name,
    file: { name, size: 7 },
    state,
    reserved: () => reservation.promise,
    deliver,
    finished: () => reservation.promise,
    retry() {
      if (upload.id === undefined) reservation = Promise.withResolvers()
    },
    cancel: abort,
    stop: abort,
  }
  function reserve(id: string) {
    upload.id = id
    reservation.resolve(id)
  }
  return {
    upload,
    deliver,
    fail,
    reserve,
    finish(id: string) {
      reserve(id)
      state.set({ step: 'done', id })
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
  for (const key of storedKeys()) delete localStorage[key]
  signIn()
})
afterEach(() => void vi.useRealTimers()) // the next file in this thread waits

test('an outbox is settled although a message waits for the connection with its file', async () => {
  const state = createStore<UploadState>({ step: 'sending', percent: 0 })
  const upload = { ...startUpload('mil.png').upload, state }
  const outbox = open()
  void outbox.enqueue('Ekte', [upload], never)
  const settling = settled(outbox)
  state.set({ step: 'sending', percent: 0, isWaiting: true })
  await settling
})

test('an outbox is settled once each message is delivered or has failed', async () => {
  const running = Promise.withResolvers<void>()
  const outbox = open()
  await settled(outbox)
  void outbox.enqueue('yolda', [], () => running.promise)
  await outbox.enqueue('gitmedi', [], offline)
  let isSettled = false
  const settling = settled(outbox).then(() => {
    isSettled = true
  })
  await setImmediate()
  expect(isSettled).toBe(false)
  running.resolve()
  await settling
  expect(statesIn(outbox)).toEqual([['gitmedi', 'failed']])
})

describe('a message', () => {
  test('is in the browser’s storage until the server has it, and never as plain text', async () => {
    const { stored, send } = createServer()
    const sending = open().enqueue('Mil ısınıyor', [], send)
    expect(unsentKeys()).toHaveLength(1)
    expect(JSON.stringify(localStorage)).not.toContain('ısınıyor')
    await sending
    expect([...stored.values()]).toEqual([{ contents: 'Mil ısınıyor', files: [] }])
    expect([unsentKeys(), statesIn()]).toEqual([[], []])
  })

  test('that was being sent when the page was left is sent again after a reload with the same key', async () => {
    const { stored, send } = createServer()
    const first = open()
    void first.enqueue('Yarıda kalan', [], async (...message) => {
      await send(...message)
      await never(...message)
    })
    signIn()
    expect(statesIn()).toEqual([['Yarıda kalan', 'interrupted']])
    await open().resume(send)
    expect(stored.size).toBe(1)
    expect([unsentKeys(), statesIn()]).toEqual([[], []])
  })

  test('that was refused waits for its author, also after a reload', async () => {
    const { stored, send } = createServer()
    await open().enqueue('Hat kesikken', [], refused)
    expect(open().messages.get()).toMatchObject([{ state: 'failed', error: { status: 403 } }])
    vi.advanceTimersByTime(1_000)
    signIn()
    await open().resume(send)
    expect([stored.size, statesIn()]).toEqual([0, [['Hat kesikken', 'failed']]])
    for (const message of open().messages.get()) await open().retry(message, send)
    expect([stored.size, unsentKeys()]).toEqual([1, []])
  })

  test('that was written without a connection is sent by the next page', async () => {
    const { stored, send } = createServer()
    await open().enqueue('Hat kesikken', [], offline)
    expect(open().messages.get()).toMatchObject([
      { state: 'failed', error: { message: expect.stringContaining('Ağ hatası') } },
    ])
    vi.advanceTimersByTime(1_000)
    signIn()
    expect(statesIn()).toEqual([['Hat kesikken', 'interrupted']])
    await open().resume(send)
    expect([stored.size, statesIn()]).toEqual([1, []])
  })

  test('that failed without a connection is sent when the connection is back, in the order in which they were written', async () => {
    const { stored, send } = createServer()
    let online = false
    const sendWhenOnline = vi.fn<Send>(async (message, ...rest) => {
      if (!online) throw new CallError(0)
      if (message.contents === 'Birinci') await setImmediate()
      await send(message, ...rest)
    })
    for (const text of ['Birinci', 'İkinci']) await open().enqueue(text, [], sendWhenOnline)
    goOnline() // the server is not reached yet
    await setImmediate()
    expect(sendWhenOnline).toHaveBeenCalledTimes(4)
    online = true
    goOnline()
    await waitFor(() => expect(statesIn()).toEqual([]))
    expect([...stored.values()].map(({ contents }) => contents)).toEqual(['Birinci', 'İkinci'])
  })

  test.each([
    ['was unreachable', 0],
    ['was busy', 503],
  ])(
    'that failed while the server %s is sent after the stream of events reconnects',
    async (_, status) => {
      const { stored, send } = createServer()
      isLive.set(true)
      const sendOnSecondAttempt = vi.fn<Send>(send).mockRejectedValueOnce(new CallError(status))
      await open().enqueue('Sunucu yokken', [], sendOnSecondAttempt)
      isLive.set(false)
      await setImmediate()
      expect(statesIn()).toEqual([['Sunucu yokken', 'failed']])
      isLive.set(true)
      await waitFor(() => expect(statesIn()).toEqual([]))
      expect([...stored.values()].map(({ contents }) => contents)).toEqual(['Sunucu yokken'])
    },
  )

  test('that met a busy server is sent again without any event', async () => {
    const { stored, send } = createServer()
    const sendOnThirdAttempt = vi
      .fn<Send>(send)
      .mockRejectedValueOnce(new CallError(503))
      .mockRejectedValueOnce(new CallError(0))
    await open().enqueue('Kimse haber vermiyor', [], sendOnThirdAttempt)
    for (const _ of [1, 2]) {
      vi.advanceTimersByTime(20_000)
      await setImmediate()
    }
    await waitFor(() => expect(statesIn()).toEqual([]))
    expect([sendOnThirdAttempt.mock.calls.length, stored.size]).toEqual([3, 1])
  })

  test('is sent after those written before it also by the page that is opened next', async () => {
    const { stored, send } = createServer()
    for (const text of ['Birinci', 'İkinci']) {
      await open().enqueue(text, [], offline)
      vi.advanceTimersByTime(10)
    }
    signIn()
    await open().resume(async (message, ...rest) => {
      if (message.contents === 'Birinci') await setImmediate()
      await send(message, ...rest)
    })
    expect([...stored.values()].map(({ contents }) => contents)).toEqual(['Birinci', 'İkinci'])
  })

  test('is sent after those written before it also where two parts of the next page resume them', async () => {
    const { stored, send } = createServer()
    for (const text of ['Birinci', 'İkinci']) {
      void open().enqueue(text, [], never)
      vi.advanceTimersByTime(10)
    }
    signIn()
    const slow: Send = async (message, ...rest) => {
      if (message.contents === 'Birinci') await setImmediate()
      await send(message, ...rest)
    }
    await Promise.all([open().resume(slow), open().resume(slow)])
    expect([...stored.values()].map(({ contents }) => contents)).toEqual(['Birinci', 'İkinci'])
  })

  test('that fails after the connection was lost and is back again is sent once more', async () => {
    const { stored, send } = createServer()
    const { promise: lost, reject: lose } = Promise.withResolvers<never>()
    const sendOnThirdAttempt = vi
      .fn<Send>(send)
      .mockRejectedValueOnce(new CallError(0))
      .mockImplementationOnce(() => lost)
    await open().enqueue('Hat gidip gelirken', [], sendOnThirdAttempt)
    goOnline()
    await waitFor(() => expect(sendOnThirdAttempt).toHaveBeenCalledTimes(2))
    goOnline()
    lose(new CallError(0))
    await waitFor(() => expect(statesIn()).toEqual([]))
    expect([...stored.values()].map(({ contents }) => contents)).toEqual(['Hat gidip gelirken'])
  })

  test('that the server refused, or that was withdrawn, is not sent when the connection is back', async () => {
    const { stored, send } = createServer()
    const refusing = vi
      .fn<Send>()
      .mockRejectedValueOnce(new CallError(403))
      .mockImplementation(send)
    const unreachable = vi
      .fn<Send>()
      .mockRejectedValueOnce(new CallError(0))
      .mockImplementation(send)
    await open().enqueue('Reddedilen', [], refusing)
    await open().enqueue('Vazgeçilen', [], unreachable)
    for (const message of open().messages.get())
      if (message.text === 'Vazgeçilen') open().withdraw(message)
    goOnline()
    await setImmediate()
    expect([stored.size, statesIn()]).toEqual([0, [['Reddedilen', 'failed']]])
  })

  test('that failed shows the reason in the language chosen later', async () => {
    await open().enqueue('Hat kesikken', [], offline)
    await setLanguage('en')
    expect(open().messages.get()[0]?.error?.message).toContain('Network Error')
    await setLanguage('tr')
    await loadPortalMessages()
  })

  test('is not sent by itself once its key has expired', async () => {
    const { stored, send } = createServer()
    void open().enqueue('Dünkü', [], never)
    vi.setSystemTime(Date.now() + 23 * hour)
    signIn()
    await open().resume(send)
    expect([stored.size, statesIn()]).toEqual([0, [['Dünkü', 'failed']]])
  })

  test('is never sent in the session of another user, and waits for its author', async () => {
    const { stored, send } = createServer()
    const { upload, finish } = startUpload('mil.png')
    const sending = open().enqueue('Ayşe yazdı', [upload], send)
    signIn('veli')
    finish('file')
    await sending
    expect(statesIn()).toEqual([])
    await open().resume(send)
    expect(stored.size).toBe(0)
    signIn()
    expect(statesIn()).toEqual([['Ayşe yazdı', 'interrupted']])
  })

  test('is out of reach once its session is over', () => {
    const outbox = open()
    void outbox.enqueue('Ayşe yazdı', [], never)
    signIn()
    for (const key of unsentKeys()) removeInOtherTab(key)
    expect(statesIn(outbox)).toEqual([['Ayşe yazdı', 'sending']])
  })

  test('that a slow browser restores after its conversation was opened is read once', () => {
    void open().enqueue('Kaybolan', [], never)
    const restored = unsentKeys().map(key => [key, localStorage[key]])
    for (const key of unsentKeys()) delete localStorage[key]
    signIn()
    void open().enqueue('Yeni', [], never)
    Object.assign(localStorage, Object.fromEntries(restored))
    const all = readMessages('ayşe:ticket', open().messages.get())
    expect(all.map(({ text, state }) => [text, state])).toEqual([
      ['Yeni', 'sending'],
      ['Kaybolan', 'interrupted'],
    ])
  })

  test('comes after the ones written before it, also after a reload', () => {
    const outbox = open()
    for (const text of ['bir', 'iki', 'üç']) {
      void outbox.enqueue(text, [], never)
      vi.advanceTimersByTime(10)
    }
    signIn()
    expect(statesIn().map(([text]) => text)).toEqual(['bir', 'iki', 'üç'])
  })
})

test('a note is no message of the conversation, also after a reload: it is never sent as an answer', async () => {
  const answers = createServer()
  const notes = vi.fn<Send>(async () => {})
  const notesOf = () => openOutbox(noteKeyOf('ayşe', 'ticket'))
  await notesOf().enqueue('Aramızda kalsın', [], refused, { mentions: ['deniz'] })
  void notesOf().enqueue('Bu da', [], never, { mentions: [] })
  vi.advanceTimersByTime(1_000)
  signIn()
  expect(statesIn(openOutbox(conversationKeyOf('ayşe', 'ticket')))).toEqual([])
  await openOutbox(conversationKeyOf('ayşe', 'ticket')).resume(answers.send)
  expect(answers.stored.size).toBe(0)
  expect(statesIn(notesOf())).toEqual([
    ['Aramızda kalsın', 'failed'],
    ['Bu da', 'interrupted'],
  ])
  await notesOf().resume(notes)
  for (const note of notesOf().messages.get()) await notesOf().retry(note, notes)
  expect(notes.mock.calls.map(([body]) => body)).toEqual([
    { contents: 'Bu da', files: [], mentions: [] },
    { contents: 'Aramızda kalsın', files: [], mentions: ['deniz'] },
  ])
})

test('an answer that waits closes its ticket also after a reload, and another one does not', async () => {
  const sent = vi.fn<Send>(async () => {})
  void open().enqueue('Giderildi', [], never, { close: true })
  vi.advanceTimersByTime(1_000)
  void open().enqueue('Yolda', [], never)
  signIn()
  await open().resume(sent)
  expect(sent.mock.calls.map(([body]) => body)).toEqual([
    { contents: 'Giderildi', files: [], close: true },
    { contents: 'Yolda', files: [] },
  ])
})

describe('a message with a file', () => {
  test('is sent before its bytes, once the server knows of the file', async () => {
    const { stored, send } = createServer()
    const { upload, reserve, deliver } = startUpload('mil.png')
    const sending = open().enqueue('Ekte', [upload], send)
    expect(stored.size).toBe(0)
    reserve('file')
    await sending
    expect([...stored.values()]).toEqual([{ contents: 'Ekte', files: ['file'] }])
    expect([upload.state.get().step, deliver.mock.calls.length]).toEqual(['sending', 1])
  })

  test('keeps its uploaded file over a reload', async () => {
    const { stored, send } = createServer()
    await open().enqueue(
      'Ekte',
      [createSettledUpload({ name: 'mil.png', size: 7 }, { step: 'done', id: 'file' })],
      offline,
    )
    signIn()
    expect(open().messages.get()).toMatchObject([
      { files: [{ name: 'mil.png', size: 7, upload: { state: expect.anything() } }] },
    ])
    await open().resume(send)
    expect([...stored.values()]).toEqual([{ contents: 'Ekte', files: ['file'] }])
  })

  test('that arrives while the message waits for the server is sent with it by the next page', async () => {
    const { stored, send } = createServer()
    const { upload, reserve, finish } = startUpload('mil.png')
    reserve('file')
    await open().enqueue('Ekte', [upload], offline)
    finish('file')
    signIn()
    await open().resume(send)
    expect([...stored.values()]).toEqual([{ contents: 'Ekte', files: ['file'] }])
    expect([unsentKeys(), statesIn()]).toEqual([[], []])
  })

  test('whose page was left before it was kept is not sent without it', async () => {
    const { stored, send } = createServer()
    void open().enqueue('Ekte', [startUpload('mil.png').upload], send)
    signIn()
    await open().resume(send)
    expect(open().messages.get().map(lostFiles)).toEqual([['mil.png']])
    expect([stored.size, statesIn()]).toEqual([0, [['Ekte', 'failed']]])
  })

  test('that is withdrawn while it is uploaded is not sent, and its upload continues for the next message', async () => {
    const { stored, send } = createServer()
    const { upload, finish } = startUpload('mil.png')
    const release = vi.fn()
    const outbox = open()
    const sending = outbox.enqueue('Vazgeçilen', [Object.assign(upload, { release })], send)
    for (const message of outbox.messages.get()) outbox.withdraw(message)
    finish('file')
    await sending
    expect([stored.size, unsentKeys(), await upload.finished()]).toEqual([0, [], 'file'])
    expect(release).toHaveBeenCalledOnce() // the next page leaves it to its draft
  })
})

describe('a message with several files', () => {
  test('is sent once all are reserved, with its files in the order in which they were chosen', async () => {
    const { stored, send } = createServer()
    const [first, second] = [startUpload('a.png'), startUpload('b.png')]
    const sending = open().enqueue('', [first.upload, second.upload], send)
    second.reserve('b')
    await setImmediate()
    expect(stored.size).toBe(0)
    first.reserve('a')
    await sending
    expect([...stored.values()]).toEqual([{ contents: '', files: ['a', 'b'] }])
  })

  test('reserves only the one that failed when it is sent again', async () => {
    const { stored, send } = createServer()
    const [first, second] = [startUpload('a.png'), startUpload('b.png')]
    const sending = open().enqueue('Ekte', [first.upload, second.upload], send)
    first.finish('a')
    second.fail(new CallError(0))
    await sending
    expect(statesIn()).toEqual([['Ekte', 'failed']])
    for (const message of open().messages.get()) {
      const retried = open().retry(message, send)
      second.finish('b')
      await retried
    }
    expect([...stored.values()]).toEqual([{ contents: 'Ekte', files: ['a', 'b'] }])
  })

  test('keeps those that were uploaded over a reload, and names the others', async () => {
    const { stored, send } = createServer()
    const first = startUpload('a.png')
    void open().enqueue('Ekte', [first.upload, startUpload('b.png').upload], send)
    first.finish('a')
    signIn()
    await open().resume(send)
    expect(stored.size).toBe(0)
    expect(open().messages.get()).toMatchObject([
      {
        state: 'failed',
        files: [{ name: 'a.png', upload: { file: { size: 7 } } }, { name: 'b.png' }],
      },
    ])
    expect(open().messages.get().map(lostFiles)).toEqual([['b.png']])
  })
})

describe('a message whose author gives up a file', () => {
  test('is sent without it', async () => {
    const { stored, send } = createServer()
    const outbox = open()
    const { upload } = startUpload('mil.png')
    const sending = outbox.enqueue('Mil kırık', [upload], send)
    const [message] = outbox.messages.get()
    if (message) await outbox.removeFile(message, upload, send)
    await sending
    expect([...stored.values()]).toEqual([{ contents: 'Mil kırık', files: [] }])
    expect([statesIn(), unsentKeys()]).toEqual([[], []])
  })
})

describe('another tab', () => {
  test('that has delivered a message removes it here, and a call that fails meanwhile does not bring it back', async () => {
    const { promise, reject } = Promise.withResolvers<never>()
    const sending = open().enqueue('İki sekmeden', [], () => promise)
    for (const key of unsentKeys()) removeInOtherTab(key)
    expect(statesIn()).toEqual([])
    reject(new CallError(0))
    await sending
    vi.advanceTimersByTime(1_000)
    expect([statesIn(), unsentKeys()]).toEqual([[], []])
  })

  test('that has withdrawn a message aborts the call that sends it', async () => {
    let delivered: AbortSignal | undefined
    void open().enqueue('Düzenlenen', [], (_message, _key, _scope, signal) => {
      delivered = signal
      return new Promise(() => {})
    })
    for (const key of unsentKeys()) removeInOtherTab(key)
    expect(delivered?.aborted).toBe(true)
  })

  test('that has withdrawn a message stops the upload it waits for', async () => {
    const { stored, send } = createServer()
    const { upload } = startUpload('mil.png')
    const sending = open().enqueue('Vazgeçilen', [upload], send)
    for (const key of unsentKeys()) removeInOtherTab(key)
    await sending
    await expect(upload.finished()).rejects.toThrow('cancelled')
    expect(stored.size).toBe(0)
  })
})
