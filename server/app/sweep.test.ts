import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { waitForReactions } from '#testing/queue.ts'
import { secondFactorsIn } from '#testing/sign-in/second-factors.ts'
import { sweep } from './sweep.ts'

const portal = await openPortal()
const fixtures = fixturesIn(portal)
const { as, owner, platform } = portal

const age = (table: string, column: string, hours: number) =>
  owner.query(`update ${table} set ${column} = ${column} - make_interval(hours => ${hours})`)

test('an upload that is not attached within a day is deleted with its bytes, at every vendor', async () => {
  for (const { member, companyId, ticketId, vendorId } of [
    await fixtures.ticket(),
    await fixtures.ticket(),
  ]) {
    const attached = await fixtures.upload(member)
    const params = { company: companyId, ticket: ticketId }
    await as(member).call(routes.tickets.replyOfAccount, {
      params,
      body: { contents: 'Bakın', files: [attached] },
    })
    const forgotten = await fixtures.upload(member)
    const [attachedKey, forgottenKey] = [
      await fixtures.keyOf(attached),
      await fixtures.keyOf(forgotten),
    ]
    const requested = (
      await as(member).call(routes.files.request, {
        body: { fileName: 'a.png', fileSize: 9, fileType: 'image/png' },
      })
    ).body.id
    await age('files', 'upload_date', 25)
    const young = await fixtures.upload(member)
    await sweep(platform.database, platform.config)

    const { rows } = await owner.query('select id from files where vendor_id = $1 order by id', [
      vendorId,
    ])
    expect(rows.map(({ id }) => id)).toEqual([attached, young].sort())
    expect(rows.map(({ id }) => id)).not.toContain(requested)
    const isStored = async (key: string) => {
      const found = await platform.storage.get(key)
      found?.bytes.resume() // closes the file
      return found !== null
    }
    await expect.poll(() => isStored(forgottenKey)).toBe(false)
    expect([await isStored(attachedKey), await isStored(await fixtures.keyOf(young))]).toEqual([
      true,
      true,
    ])
  }
})

test('however many uploads were left in a day, the next sweep takes them all', async () => {
  const { member, vendorId } = await fixtures.company()
  await owner.query(
    `insert into files (vendor_id, id, uploader_id, file_name, file_size, file_type, upload_date)
       select $1, gen_random_uuid(), $2, 'a.png', 9, 'image/png', now() - interval '25 hours' from generate_series(1, 1001)`,
    [vendorId, member.userId],
  )
  await sweep(platform.database, platform.config)
  expect((await owner.query('select from files where vendor_id = $1', [vendorId])).rowCount).toBe(0)
})

test('ended sessions, long-ended links, keys of yesterday and attempts that count no more are forgotten; what still counts is not', async () => {
  const { admin, member, visitor } = await fixtures.company()
  await as(admin).call(
    routes.companies.create,
    { body: { name: 'Bir kez' } },
    { idempotencyKey: 'once' },
  )
  await as(visitor).call(routes.sessions.forgot, { body: { email: member.email } })
  await waitForReactions(owner)
  const left = async () => {
    const { rows } = await owner.query(
      `select (select count(*)::int from idempotency_keys) as keys, (select count(*)::int from activations) as links,
              (select count(*)::int from sessions where user_id = $1) as sessions,
              (select count(*)::int from attempts) > 0 as attempts`,
      [member.userId],
    )
    return rows[0]
  }
  await sweep(platform.database, platform.config)
  expect(await left()).toEqual({ keys: 1, links: 1, sessions: 1, attempts: true })
  await age('idempotency_keys', 'date_created', 25)
  await age('activations', 'date_expires', 31 * 24)
  await age('sessions', 'date_expires', 2)
  await age('attempts', 'date_ends', 2)
  await sweep(platform.database, platform.config)
  expect(await left()).toEqual({ keys: 0, links: 0, sessions: 0, attempts: false })
})

test('a second factor that was begun and never confirmed is forgotten after a day; one that counts is not', async () => {
  const { staff, admin, vendorId } = await fixtures.vendor()
  const factors = secondFactorsIn(portal)
  await factors.enrol(vendorId, admin.userId)
  const { code } = await factors.beginEnrolment(vendorId, staff.userId)
  await age('second_factors', 'date_created', 25)
  await sweep(platform.database, platform.config)
  expect((await as(staff).call(routes.secondFactor.confirm, { body: { code } })).status).toBe(409)
  expect((await as(admin).call(routes.secondFactor.status)).body).toMatchObject({
    on: true,
    codesLeft: 10,
  })
})
