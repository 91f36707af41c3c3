import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { type Person, sharedPortal } from '#testing/portal.ts'

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const { as, owner } = portal

type At = Awaited<ReturnType<typeof fixtures.ticket>>
let count = 0
async function saveWithFile(by: Person, isOfTeam = true) {
  const file = await fixtures.upload(by)
  const body = { shortcode: `kilavuz-${count++}`, turkish: 'Ekte', isOfTeam, files: [file] }
  const saved = await as(by).call(routes.savedReplies.save, { body })
  return { saved, reply: saved.body._id, file: file }
}
const send = (at: At, by: Person, file: string) =>
  as(by).call(routes.tickets.reply, {
    params: { ticket: at.ticketId },
    body: { contents: 'Ekte', files: [file] },
  })
const remove = (by: Person, reply: string) =>
  as(by).call(routes.savedReplies.remove, { params: { reply } })
const filesIn = async (at: At) =>
  (
    await as(at.member).call(routes.tickets.getOfAccount, {
      params: { company: at.companyId, ticket: at.ticketId },
    })
  ).body.conversation.flatMap(({ files }) => files.map(({ id }) => id))
const exists = async (file: string) =>
  (await owner.query('select from files where id = $1', [file])).rowCount === 1
const usage = async (at: At) => (await as(at.admin).call(routes.files.usage)).body.used

test('each colleague sends the file of a reply of the team in any number of messages, without a copy', async () => {
  const at = await fixtures.ticket()
  const { saved, file } = await saveWithFile(at.admin)
  expect(saved.body.files).toMatchObject([{ _id: file, state: 'ready' }])
  const before = await usage(at)
  for (const by of [at.staff, at.admin, at.staff])
    expect((await send(at, by, file)).body.files).toMatchObject([{ id: file }])
  expect(await filesIn(at)).toEqual([file, file, file])
  expect((await usage(at)) - before).toBeLessThan(100) // the three texts
})

test('a message keeps the file after its reply is deleted, or has another one', async () => {
  const at = await fixtures.ticket()
  const { reply, file } = await saveWithFile(at.staff)
  await send(at, at.staff, file)
  const next = await fixtures.upload(at.staff)
  const changed = await as(at.staff).call(routes.savedReplies.change, {
    params: { reply },
    body: { files: [next] },
  })
  expect(changed.status).toBe(200)
  expect((await as(at.staff).call(routes.savedReplies.list)).body.replies).toMatchObject([
    { files: [{ _id: next }] },
  ])
  expect((await send(at, at.staff, file)).status).toBe(409) // it is the message's by now
  expect((await remove(at.staff, reply)).status).toBe(200)
  expect(await filesIn(at)).toEqual([file])
  expect([await exists(file), await exists(next)]).toEqual([true, false])
})

test('the file of a reply of one user is not sent by a colleague, nor is one of the team by a customer', async () => {
  const at = await fixtures.ticket()
  const own = await saveWithFile(at.staff, false)
  expect((await send(at, at.admin, own.file)).status).toBe(404)
  expect((await send(at, at.staff, own.file)).status).toBe(200)
  const ofTeam = await saveWithFile(at.staff)
  const byCustomer = await as(at.member).call(routes.tickets.replyOfAccount, {
    params: { company: at.companyId, ticket: at.ticketId },
    body: { contents: 'Bu kimin?', files: [ofTeam.file] },
  })
  expect(byCustomer.status).toBe(404)
  const other = await fixtures.ticket()
  expect((await send(other, other.staff, ofTeam.file)).status).toBe(404)
})

test('a reply takes confirmed uploads of its author only, each once', async () => {
  const at = await fixtures.ticket()
  const save = (by: Person, file: string) =>
    as(by).call(routes.savedReplies.save, {
      body: { shortcode: `dosya-${count++}`, turkish: 'Ekte', isOfTeam: true, files: [file] },
    })
  const ofColleague = await fixtures.upload(at.admin)
  expect((await save(at.staff, ofColleague)).status).toBe(404)
  const unconfirmed = await fixtures.upload(at.staff, { confirm: false })
  expect((await save(at.staff, unconfirmed)).status).toBe(409)
  const { file } = await saveWithFile(at.staff)
  expect((await save(at.staff, file)).status).toBe(409)
})

test('a reply deleted at the moment when its file is sent leaves the file to the message', async () => {
  const at = await fixtures.ticket()
  const { reply, file } = await saveWithFile(at.staff)
  const [sent, removed] = await Promise.all([send(at, at.admin, file), remove(at.staff, reply)])
  expect(removed.status).toBe(200)
  expect([200, 404]).toContain(sent.status)
  expect(await filesIn(at)).toEqual(sent.status === 200 ? [file] : [])
  expect(await exists(file)).toBe(sent.status === 200)
})

test('an infected file of a reply is sent no more', async () => {
  const at = await fixtures.ticket()
  const { file } = await saveWithFile(at.staff)
  await owner.query("update files set scan = 'infected', date_stored = null where id = $1", [file])
  expect((await send(at, at.staff, file)).status).toBe(409)
  expect((await as(at.staff).call(routes.savedReplies.list)).body.replies).toMatchObject([
    { files: [{ _id: file, state: 'infected' }] },
  ])
})
