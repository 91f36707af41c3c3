import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storedKeys } from '../../../testing/fakeBrowser.ts'
import { waitFor } from '../../../testing/waitFor.ts'
import { currentSession, endSessionScope, token } from '../../data/api.ts'
import { loadPortalMessages, setLanguage } from '../../messages/current.ts'
import { createSettledUpload } from './upload.ts'
import { createAttachments } from './useAttachments.ts'

await setLanguage('tr')
await loadPortalMessages()
// The uploads stay under way until the session ends.
vi.stubGlobal(
  'fetch',
  (_: string, { signal }: RequestInit) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
)

const room = { room: 10, limit: 1_000 }
const file = (name: string, size = 1) => new File(['x'.repeat(size)], name)
const uploaded = (name: string) =>
  createSettledUpload({ name, size: 7 }, { step: 'done', id: `id of ${name}` })
const attach = (upload = uploaded('mil.png')) => ({ ...upload.file, upload })
const open = () => createAttachments('attached:ayşe:ticket')
const namesIn = ({ attached }: ReturnType<typeof open>) =>
  attached.get().uploads.map(upload => upload.file.name)

/** A new page of the session. This browser keeps no files. */
function reload() {
  endSessionScope()
  currentSession().user = { _id: 'ayşe', draftKey: Buffer.alloc(32, 1).toString('base64url') }
  return open()
}

beforeEach(() => {
  for (const key of storedKeys()) delete localStorage[key]
  token.write('token of ayşe')
  reload()
})

// Uploads that go on would keep their slots from the next file's tests in this thread.
afterEach(async () => {
  endSessionScope()
  await setImmediate()
})

test('files are added to those that are there, up to the limit, and the others are named', () => {
  const attachments = open()
  attachments.add([file('a'), file('b')], { ...room, room: 3 })
  attachments.add([file('c'), file('d'), file('e')], { ...room, room: 3 })
  expect(namesIn(attachments)).toEqual(['a', 'b', 'c'])
  expect(attachments.attached.get().excess).toEqual(['d', 'e'])
})

test('a file that cannot be sent stops the message until it is removed, and is forgotten by a reload', () => {
  const attachments = open()
  attachments.add([file('büyük', 2_000), file('küçük')], room)
  expect(attachments.attached.get().isRefused).toBe(true)
  expect(namesIn(open())).toEqual(['küçük'])
  attachments.remove(attachments.attached.get().uploads[0] as never)
  expect([attachments.attached.get().isRefused, namesIn(attachments)]).toEqual([false, ['küçük']])
})

test('uploaded files survive a reload, the others are named until they are chosen again', async () => {
  const attachments = open()
  attachments.restore([attach()])
  attachments.add([file('yarım.mp4'), file('diğer.mp4')], room)
  const reloaded = reload()
  await waitFor(() => expect(namesIn(reloaded)).toEqual(['mil.png']))
  expect(reloaded.attached.get().lost).toEqual(['yarım.mp4', 'diğer.mp4'])
  reloaded.add([file('yarım.mp4')], room)
  expect(reloaded.attached.get().lost).toEqual(['diğer.mp4'])
  reloaded.dismissLost('diğer.mp4')
  expect(reloaded.attached.get().lost).toEqual([])
})

test('an uploaded file is lost by a reload a day later: the server has removed it', () => {
  open().restore([attach()])
  vi.useFakeTimers({ now: Date.now() + 24 * 3_600_000, toFake: ['Date'] })
  expect([namesIn(open()), open().attached.get().lost]).toEqual([[], ['mil.png']])
  vi.useRealTimers()
})

test('the files of a message that is edited are added, also above the limit', () => {
  const attachments = open()
  attachments.add([file('a')], { ...room, room: 1 })
  attachments.restore([attach(), { name: 'kayıp.png', size: 1 }])
  expect(namesIn(attachments)).toEqual(['a', 'mil.png'])
  expect(attachments.attached.get().lost).toEqual(['kayıp.png'])
})

test('the file of a saved reply that is inserted twice is added once', () => {
  const attachments = open()
  attachments.restore([attach()])
  attachments.restore([attach(), attach(uploaded('şema.pdf'))])
  expect(namesIn(attachments)).toEqual(['mil.png', 'şema.pdf'])
})

test('what another tab has sent is gone here, what this one uploads stays', async () => {
  open().restore([attach()])
  const here = open()
  here.add([file('burada.png')], room)
  here.forgetRestored()
  await setImmediate()
  expect(namesIn(here)).toEqual(['burada.png'])
})

test('nothing is left after the message is sent', () => {
  const attachments = open()
  attachments.restore([attach()])
  attachments.release()
  const attached = storedKeys().filter(key => key.includes('attached'))
  expect([namesIn(attachments), attached, namesIn(open())]).toEqual([[], [], []])
})

test('all files are finished once those that were chosen or changed meanwhile are', async () => {
  const attachments = open()
  let current = Promise.withResolvers<string>()
  const upload = {
    ...uploaded('mil.png'),
    finished: () => current.promise,
  }
  attachments.restore([attach(upload)])
  const finished = attachments.finishAll()
  const original = Promise.withResolvers<string>()
  const copy = current
  current = original // its author has chosen to send the original
  copy.reject(new DOMException('ended', 'AbortError'))
  await setImmediate()
  attachments.restore([attach(uploaded('sonra.png'))])
  original.resolve('id of the original')
  expect(await finished).toEqual(['id of the original', 'id of sonra.png'])
})

test('a failed file ends the wait for all of them', async () => {
  const attachments = open()
  const failed = Promise.reject<string>(new Error('no'))
  failed.catch(() => {})
  attachments.restore([attach({ ...uploaded('mil.png'), finished: () => failed })])
  expect(await attachments.finishAll()).toBeNull()
})
