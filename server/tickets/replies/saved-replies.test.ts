import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { type Person, sharedPortal } from '#testing/portal.ts'

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const { as, owner } = portal

const texts = { turkish: 'Merhaba {ad}', english: 'Hello {name}' }
const save = (by: Person, shortcode: string, { isOfTeam = false } = {}) =>
  as(by).call(routes.savedReplies.save, { body: { shortcode, ...texts, isOfTeam } })
const repliesOf = async (by: Person) => (await as(by).call(routes.savedReplies.list)).body.replies
const shortcodesOf = async (by: Person) => (await repliesOf(by)).map(({ shortcode }) => shortcode)
const change = (by: Person, reply: string, body: object) =>
  as(by).call(routes.savedReplies.change, { params: { reply }, body })
const remove = (by: Person, reply: string) =>
  as(by).call(routes.savedReplies.remove, { params: { reply } })

test('a member of the team sees their own replies and those of the team, in Turkish order', async () => {
  const at = await fixtures.vendor()
  await save(at.staff, 'şase')
  await save(at.staff, 'servis')
  await save(at.admin, 'garanti', { isOfTeam: true })
  await save(at.admin, 'çağrı')
  expect(await shortcodesOf(at.staff)).toEqual(['garanti', 'servis', 'şase'])
  expect(await shortcodesOf(at.admin)).toEqual(['çağrı', 'garanti'])
  expect((await repliesOf(at.admin))[1]).toEqual({
    _id: expect.any(String),
    shortcode: 'garanti',
    ...texts,
    isOfTeam: true,
    files: [],
  })
})

test('each member of the team changes and deletes a reply of the team', async () => {
  const at = await fixtures.vendor()
  const { _id } = (await save(at.admin, 'garanti', { isOfTeam: true })).body
  expect((await change(at.staff, _id, { turkish: 'Garantiniz sürüyor.' })).status).toBe(200)
  expect(await repliesOf(at.admin)).toMatchObject([
    { shortcode: 'garanti', turkish: 'Garantiniz sürüyor.', english: texts.english },
  ])
  expect((await remove(at.staff, _id)).status).toBe(200)
  expect(await repliesOf(at.admin)).toEqual([])
})

test('a reply of one user is not found by a colleague', async () => {
  const at = await fixtures.vendor()
  const { _id } = (await save(at.admin, 'yönetici')).body
  expect((await change(at.staff, _id, { shortcode: 'benim' })).status).toBe(404)
  expect((await remove(at.staff, _id)).status).toBe(404)
  expect(await shortcodesOf(at.admin)).toEqual(['yönetici'])
})

test('a reply that leaves the team belongs to the one who takes it', async () => {
  const at = await fixtures.vendor()
  const { _id } = (await save(at.admin, 'herkesin', { isOfTeam: true })).body
  await change(at.staff, _id, { isOfTeam: false })
  expect([await shortcodesOf(at.staff), await shortcodesOf(at.admin)]).toEqual([['herkesin'], []])
})

test('a shortcode is taken once by each user and once by the team, in any spelling', async () => {
  const at = await fixtures.vendor()
  await save(at.staff, 'ısınma')
  expect((await save(at.staff, 'ISINMA')).body).toMatchObject({
    name: 'ConflictError',
    message: expect.stringContaining('kısa kod'),
  })
  expect((await save(at.admin, 'ısınma')).status).toBe(200)
  expect((await save(at.staff, 'ısınma', { isOfTeam: true })).status).toBe(200)
  const second = (await save(at.staff, 'diğer')).body._id
  expect((await change(at.staff, second, { shortcode: 'Isınma' })).status).toBe(409)
  expect((await change(at.staff, second, { isOfTeam: true, shortcode: 'ısınma' })).status).toBe(409)
})

test('a reply has a text in one language at least', async () => {
  const at = await fixtures.vendor()
  const body = { shortcode: 'boş', isOfTeam: false }
  const refused = await as(at.staff).call(routes.savedReplies.save, {
    body: { ...body, turkish: ' ', english: '\u200b' },
  })
  expect(refused).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'turkish', msg: 'En az bir dilde metin yazın.' }] },
  })
  const { _id } = (
    await as(at.staff).call(routes.savedReplies.save, { body: { ...body, english: 'Hello' } })
  ).body
  expect((await change(at.staff, _id, { turkish: '', english: '' })).status).toBe(400)
  expect((await change(at.staff, _id, { english: '' })).body).toMatchObject({
    name: 'ConflictError',
    message: 'Bir hazır yanıtın en az bir dilde metni olmalı.',
  })
  expect((await change(at.staff, _id, { turkish: 'Merhaba', english: '' })).status).toBe(200)
  expect(await repliesOf(at.staff)).toMatchObject([{ turkish: 'Merhaba', english: '' }])
})

test.each(['iki kelime', 'a/b', '/garanti', '{ad}', 'nokta.'])(
  'the shortcode %j is refused',
  async shortcode => {
    const at = await fixtures.vendor()
    expect(await save(at.staff, shortcode)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'shortcode' }] },
    })
  },
)

test('the reply after two hundred of a user is refused, also one taken from the team', async () => {
  const at = await fixtures.vendor()
  await owner.query(
    `insert into saved_replies (vendor_id, id, user_id, is_of_team, shortcode, turkish)
       select $1, uuidv7(), $2, false, 'yanit-' || i, 'Merhaba' from generate_series(1, 200) i`,
    [at.vendorId, at.staff.userId],
  )
  expect((await save(at.staff, 'bir-tane-daha')).status).toBe(409)
  const { _id } = (await save(at.staff, 'ekibin', { isOfTeam: true })).body
  expect((await change(at.staff, _id, { isOfTeam: false })).status).toBe(409)
  expect((await save(at.admin, 'başkasının-ilki')).status).toBe(200)
})

test('the team reads the language of the customer who opened a ticket, customers do not', async () => {
  const at = await fixtures.ticket()
  const params = { company: at.companyId, ticket: at.ticketId }
  await owner.query("update users set language = 'en' where vendor_id = $1 and id = $2", [
    at.vendorId,
    at.member.userId,
  ])
  expect((await as(at.staff).call(routes.tickets.get, { params })).body.language).toBe('en')
  expect((await as(at.member).call(routes.tickets.getOfAccount, { params })).body.language).toBe(
    null,
  )
})

// Security: T18
test('the audit says who saved, changed, took and deleted a reply of the team; of their own it says nothing', async () => {
  const at = await fixtures.vendor()
  const { _id } = (await save(at.admin, 'iban', { isOfTeam: true })).body
  await change(at.staff, _id, { turkish: 'IBAN: TR00' })
  await change(at.staff, _id, { shortcode: 'hesap', isOfTeam: false })
  await change(at.staff, _id, { turkish: 'Yalnız benim' })
  await change(at.staff, _id, { isOfTeam: true })
  await remove(at.admin, _id)
  const own = (await save(at.staff, 'benim')).body._id
  await remove(at.staff, own)
  const { entries } = (await as(at.admin).call(routes.audit.list, { query: {} })).body
  expect(entries.map(({ action, subject, user }) => [action, subject, user])).toEqual([
    ['savedReplies.remove', '/hesap', at.admin.userId],
    ['savedReplies.change', '/hesap', at.staff.userId],
    ['savedReplies.change', '/iban → /hesap', at.staff.userId],
    ['savedReplies.change', '/iban', at.staff.userId],
    ['savedReplies.save', '/iban', at.admin.userId],
  ])
})
