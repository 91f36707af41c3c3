import { expect, test } from 'vitest'
import type { FileRecord } from '#contract/files.ts'
import { routes } from '#contract/routes.ts'
import { openEventStream } from '#testing/event-stream.ts'
import { fixturesIn, pathAndQuery } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { sweep } from '../app/sweep.ts'

// A message is sent with files whose bytes follow.

const portal = await openPortal({ NOTIFY_DELAY: '0s' })
const fixtures = fixturesIn(portal)
const { as, owner, platform } = portal
const bytes = Buffer.from('iVBORw0KGgo/', 'base64')

const reserve = async (person: Person) =>
  (
    await as(person).call(routes.files.request, {
      body: { fileName: 'alarm.png', fileSize: bytes.length, fileType: 'image/png' },
    })
  ).body
const put = (url: string) =>
  portal.http.inject({
    method: 'PUT',
    url: pathAndQuery(url),
    payload: bytes,
    headers: { 'content-type': 'image/png' },
  })
const cancel = (person: Person, file: string) =>
  as(person).call(routes.files.cancel, { params: { file } })
const usage = async (admin: Person) => (await as(admin).call(routes.files.usage, {})).body.used

/** A message of a customer with a file whose bytes have not arrived. */
async function sendFirst() {
  const ticket = await fixtures.ticket()
  const { member, staff, admin, companyId, ticketId } = ticket
  const params = { company: companyId, ticket: ticketId }
  const before = await usage(admin)
  const slot = await reserve(member)
  const { status, body } = await as(member).call(routes.tickets.replyOfAccount, {
    params,
    body: { contents: 'Resim geliyor', files: [slot.id] },
  })
  expect(status).toBe(200)
  const read = async (call: Promise<{ body: { conversation: { files: FileRecord[] }[] } }>) =>
    (await call).body.conversation.at(-1)?.files[0]
  return {
    ...ticket,
    ...slot,
    written: body.files[0],
    used: async () => (await usage(admin)) - before - Buffer.byteLength('Resim geliyor'),
    seen: async () => [
      await read(as(member).call(routes.tickets.getOfAccount, { params })),
      await read(as(staff).call(routes.tickets.get, { params: { ticket: ticketId } })),
    ],
  }
}

const makeOlder = (file: string, hours: number) =>
  owner.query(
    'update files set upload_date = upload_date - make_interval(secs => $2) where id = $1',
    [file, hours * 3_600],
  )

test('a file of a message that is sent is on its way for both sides, and is opened once it has arrived', async () => {
  const { seen, written, url, id, staff } = await sendFirst()
  const onItsWay = { id, state: 'uploading', uploadComplate: false, previewURL: null }
  expect(written).toMatchObject(onItsWay)
  const files = await seen()
  expect(files).toEqual([expect.objectContaining(onItsWay), expect.objectContaining(onItsWay)])
  const early = await portal.http.inject({ url: pathAndQuery(files[1]?.signedURL ?? '') })
  expect(early.statusCode).toBe(404)
  const stream = await openEventStream(portal.port, staff)
  expect((await put(url)).statusCode).toBe(200)
  await expect.poll(stream.events).toMatchObject([{ kind: 'ticket' }])
  const ready = expect.objectContaining({ id, state: 'ready', uploadComplate: true })
  expect(await seen()).toEqual([ready, ready])
})

test('a customer gives up a file of a message: both sides are told, its room is free, and it takes no bytes', async () => {
  const { seen, used, url, id, member, staff } = await sendFirst()
  expect(await used()).toBe(bytes.length)
  const stream = await openEventStream(portal.port, staff)
  expect((await cancel(member, id)).body).toEqual({ message: 'Yüklemeden vazgeçildi.' })
  await expect.poll(stream.events).toMatchObject([{ kind: 'ticket' }])
  const cancelled = expect.objectContaining({ id, state: 'cancelled', uploadComplate: false })
  expect(await seen()).toEqual([cancelled, cancelled])
  expect(await used()).toBe(0)
  expect((await put(url)).statusCode).toBe(404)
  const again = { params: { file: id } }
  expect((await as(member).call(routes.files.resume, again)).status).toBe(404)
  expect((await cancel(member, id)).status).toBe(404)
  await owner.query('delete from message_files where file_id = $1', [id])
  await owner.query('delete from files where id = $1', [id])
  expect(await used()).toBe(0)
})

test('a file that is not sent yet is given up without a trace, and one that has arrived is not', async () => {
  const { member, admin } = await fixtures.company()
  const before = await usage(admin)
  const { id } = await reserve(member)
  expect((await cancel(member, id)).status).toBe(200)
  expect(await usage(admin)).toBe(before)
  const sent = await fixtures.upload(member)
  expect((await cancel(member, sent)).body).toMatchObject({
    name: 'ConflictError',
    message: 'Bu dosya zaten yüklendi.',
  })
})

test('a file of a message may arrive for three days after its last byte, and is given up then', async () => {
  const { seen, id, url } = await sendFirst()
  await makeOlder(id, 71)
  await sweep(platform.database, platform.config)
  expect(await seen()).toMatchObject([{ state: 'uploading' }, { state: 'uploading' }])
  await makeOlder(id, 2)
  expect((await put(url)).statusCode).toBe(404)
  await sweep(platform.database, platform.config)
  expect(await seen()).toMatchObject([{ state: 'cancelled' }, { state: 'cancelled' }])
})

test('the mail of a message says which of its files are on their way', async () => {
  const { staff, member, ticketId } = await fixtures.ticket()
  const { id } = await reserve(staff)
  await as(staff).call(routes.tickets.reply, {
    params: { ticket: ticketId },
    body: { contents: 'Resim geliyor', files: [id] },
  })
  const [mail] = await mailsIn(portal).to(member.email)
  expect(mail?.text).toContain('alarm.png (9 B, yolda)')
})

test('a note is saved before its file has arrived', async () => {
  const { staff, ticketId } = await fixtures.ticket()
  const { id, url } = await reserve(staff)
  const params = { ticket: ticketId }
  const saved = await as(staff).call(routes.ticketNotes.write, {
    params,
    body: { contents: '', files: [id] },
  })
  expect(saved.body.files).toMatchObject([{ id, state: 'uploading' }])
  const stream = await openEventStream(portal.port, staff)
  await put(url)
  await expect.poll(stream.events).toMatchObject([{ kind: 'ticket' }])
})

test('the files of a message and of a note are in the order in which their author chose them', async () => {
  const { member, staff, ticketId, companyId } = await fixtures.ticket()
  const named = async (person: Person) => {
    const [first, second] = [(await reserve(person)).id, (await reserve(person)).id]
    return [second, first]
  }
  const [ofMember, ofStaff] = [await named(member), await named(staff)]
  await as(member).call(routes.tickets.replyOfAccount, {
    params: { company: companyId, ticket: ticketId },
    body: { contents: '', files: ofMember },
  })
  const params = { ticket: ticketId }
  await as(staff).call(routes.ticketNotes.write, { params, body: { contents: '', files: ofStaff } })
  const { body } = await as(staff).call(routes.tickets.get, { params })
  const idsOf = (files: { id: string }[] = []) => files.map(({ id }) => id)
  expect(idsOf(body.conversation.at(-1)?.files)).toEqual(ofMember)
  expect(idsOf(body.notes?.at(-1)?.files)).toEqual(ofStaff)
})

test('neither a file of a colleague, nor one whose reservation has ended, is sent before it has arrived', async () => {
  const { member, staff, ticketId, companyId } = await fixtures.ticket()
  const reply = (file: string) =>
    as(member).call(routes.tickets.replyOfAccount, {
      params: { company: companyId, ticket: ticketId },
      body: { contents: 'Resim geliyor', files: [file] },
    })
  expect((await reply((await reserve(staff)).id)).status).toBe(404)
  const own = await reserve(member)
  await makeOlder(own.id, 25)
  expect((await reply(own.id)).status).toBe(404)
})

test('a machine and a saved reply take no file before it has arrived', async () => {
  const { admin, machineId } = await fixtures.company()
  const { id } = await reserve(admin)
  const answers = [
    await as(admin).call(routes.files.addToMachine, {
      params: { machine: machineId },
      body: { file: id },
    }),
    await as(admin).call(routes.savedReplies.save, {
      body: { shortcode: 'kilavuz', turkish: 'Ekte', files: [id], isOfTeam: false },
    }),
  ]
  expect(answers.map(({ body }) => body.message)).toEqual(Array(2).fill('Dosya henüz yüklenmedi.'))
})
