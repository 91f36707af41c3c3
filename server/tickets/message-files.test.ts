import { expect, test } from 'vitest'
import { maxAttachments } from '#contract/files.ts'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { sharedPortal } from '#testing/portal.ts'

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const { as } = portal

type At = Awaited<ReturnType<typeof fixtures.ticket>>
const write = (at: At, body: { contents?: string; files?: string[] }) =>
  as(at.member).call(routes.tickets.replyOfAccount, {
    params: { company: at.companyId, ticket: at.ticketId },
    body,
  })
const read = async (at: At) =>
  (
    await as(at.member).call(routes.tickets.getOfAccount, {
      params: { company: at.companyId, ticket: at.ticketId },
    })
  ).body.conversation
const upload = async (at: At, count: number) => {
  const files = []
  for (let i = 1; i <= count; i++)
    files.push(await fixtures.upload(at.member, { name: `${i}.png`, bytes: Buffer.from('png') }))
  return files
}

test('a message of ten files without a text has them in the order in which they were uploaded', async () => {
  const at = await fixtures.ticket()
  const files = await upload(at, maxAttachments)
  expect((await write(at, { files })).body).toMatchObject({ message: '' })
  const last = (await read(at)).at(-1)
  expect([last?.message, last?.files.map(({ fileName }) => fileName)]).toEqual([
    '',
    files.map((_, i) => `${i + 1}.png`),
  ])
})

test('a message of eleven files is refused, and none of them is used up', async () => {
  const at = await fixtures.ticket()
  const files = await upload(at, maxAttachments + 1)
  expect(await write(at, { files })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'files' }] },
  })
  expect((await write(at, { files: files.slice(0, 10) })).status).toBe(200)
})

test.each([
  ['without a text or a file', {}],
  ['of blanks', { contents: ' \n\u200b' }],
])('a message %s is refused, and says what is missing', async (_, body) => {
  const at = await fixtures.ticket()
  expect(await write(at, body)).toMatchObject({
    status: 400,
    body: { errors: [{ msg: 'Bir mesaj yazın ya da dosya ekleyin.', path: 'contents' }] },
  })
  expect(await read(at)).toHaveLength(1)
})

test('a message that names one file twice is refused', async () => {
  const at = await fixtures.ticket()
  const [file = ''] = await upload(at, 1)
  expect((await write(at, { files: [file, file] })).status).toBe(409)
  expect((await write(at, { files: [file] })).status).toBe(200)
})

test('a message that names the file of a saved reply twice is refused', async () => {
  const at = await fixtures.ticket()
  const file = await fixtures.upload(at.staff)
  await as(at.staff).call(routes.savedReplies.save, {
    body: { shortcode: 'kilavuz', turkish: 'Ekte', isOfTeam: false, files: [file] },
  })
  const { status } = await as(at.staff).call(routes.tickets.reply, {
    params: { ticket: at.ticketId },
    body: { contents: 'Ekte', files: [file, file] },
  })
  expect(status).toBe(409)
})

test('a note of a file without a text is one', async () => {
  const at = await fixtures.ticket()
  const file = await fixtures.upload(at.staff)
  const { status, body } = await as(at.staff).call(routes.ticketNotes.write, {
    params: { ticket: at.ticketId },
    body: { files: [file] },
  })
  expect([status, body.note, body.files.length]).toEqual([200, '', 1])
})
