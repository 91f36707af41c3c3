import { PassThrough } from 'node:stream'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { routes } from '#contract/routes.ts'
import { readConfig } from '#platform/config/config.ts'
import { givenIn, pathAndQuery } from '#testing/given.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { queueBehind } from '#testing/queue.ts'
import { sweep } from '../app/sweep.ts'
import { withConnection } from '../commands/command.ts'
import { setQuota } from '../commands/set-quota.ts'

// The room that a vendor's files have. A file of these tests is 9 bytes, as given.upload makes it.

const portal = await openPortal()
const given = givenIn(portal)
const { as, owner } = portal

const ask = (person: Person, fileSize: number) =>
  as(person).call(routes.files.request, { body: { fileName: 'alarm.png', fileSize, fileType: 'image/png' } })
const usage = async (admin: Person) => (await as(admin).call(routes.files.usage)).body
const quotaOf = (vendorId: string, bytes: number | null) =>
  owner.query('update vendors set file_quota = $2 where vendor_id = $1', [vendorId, bytes])

/** Its files were asked for so many hours earlier. */
const older = (vendorId: string, hours: number) =>
  owner.query('update files set upload_date = upload_date - make_interval(secs => $2::float8 * 3600) where vendor_id = $1', [
    vendorId,
    hours,
  ])

describe('a quota', () => {
  test('lets a file in that fills it to the last byte, and refuses one byte more before it is sent, in the language of who asks', async () => {
    const { member, admin, vendorId } = await given.company()
    await quotaOf(vendorId, 100)
    expect((await ask(member, 100)).status).toBe(200)
    const { status, body } = await ask({ ...member, language: 'en' }, 1)
    expect([status, body.name]).toEqual([409, 'QuotaExceededError'])
    expect(body.message).toContain('There is not enough room for this file')
    expect((await ask(member, 1)).body.message).toContain('Bu dosya için yeterli yer yok')
    expect(await usage(admin)).toEqual({ used: 100, quota: 100 })
  })

  test('tells an administrator how much room is left, and nobody else', async () => {
    const { member, staff, admin, vendorId } = await given.company()
    await quotaOf(vendorId, 4 * 1024 ** 2)
    await ask(admin, 1024 ** 2)
    const refused = async (who: Person) => (await ask(who, 4 * 1024 ** 2)).body.message
    expect(await refused(admin)).toContain('3 MB kaldı')
    expect(await refused({ ...admin, language: 'en' })).toContain('3 MB is left')
    for (const who of [staff, member]) expect(await refused(who)).not.toMatch(/\d/)
  })

  test('is not passed by two who ask at once', async () => {
    const { member, admin, staff, vendorId } = await given.company()
    await ask(member, 10)
    await quotaOf(vendorId, 100)
    const answers = await queueBehind(
      portal,
      'select from file_usage where vendor_id = $1 for update',
      [vendorId],
      [() => ask(member, 60), () => ask(staff, 60)],
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await usage(admin)).toEqual({ used: 70, quota: 100 })
  })

  test('has room again for what is removed', async () => {
    const { admin, machineId, vendorId } = await given.company()
    const file = await given.upload(admin)
    const params = { machine: machineId }
    await as(admin).call(routes.files.addToMachine, { params, body: { file } })
    await quotaOf(vendorId, 9)
    expect((await ask(admin, 9)).status).toBe(409)
    await as(admin).call(routes.files.removeFromMachine, { params: { ...params, file } })
    expect(await usage(admin)).toEqual({ used: 0, quota: 9 })
    expect((await ask(admin, 9)).status).toBe(200)
  })

  test('has room again for what was sent and never attached, once that is swept away a day later', async () => {
    const { member, admin, vendorId } = await given.company()
    await given.upload(member)
    await older(vendorId, 25)
    await sweep(portal.platform.database, portal.platform.config)
    expect(await usage(admin)).toEqual({ used: 0, quota: null })
  })

  test('has room again for what was announced and not sent within an hour', async () => {
    const { member, admin, staff, vendorId } = await given.company()
    await quotaOf(vendorId, 100)
    await given.upload(staff)
    await ask(member, 91)
    expect((await ask(staff, 1)).status).toBe(409)
    await older(vendorId, 1.1)
    expect(await usage(admin)).toEqual({ used: 9, quota: 100 })
    expect((await ask(staff, 91)).status).toBe(200)
  })

  test('keeps the room of what is still coming in after an hour', async () => {
    const { member, admin, vendorId } = await given.company()
    const { id, url } = (await ask(member, 9)).body
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const line = new PassThrough()
    const upload = portal.http.inject({
      method: 'PUT',
      url: pathAndQuery(url),
      payload: line,
      headers: { 'content-type': 'image/png', 'content-length': '9' },
    })
    await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0)
    await older(vendorId, 1.1)
    expect((await usage(admin)).used).toBe(0)
    vi.advanceTimersByTime(20 * 60_000)
    await expect.poll(async () => (await usage(admin)).used).toBe(9)
    await sweep(portal.platform.database, portal.platform.config)
    line.end(Buffer.from('iVBORw0KGgo/', 'base64'))
    expect((await upload).statusCode).toBe(200)
    expect((await as(member).call(routes.files.confirm, { params: { file: id } })).status).toBe(200)
  })

  test("is a vendor's own: another's files take nothing of it", async () => {
    const { member, vendorId } = await given.company()
    await quotaOf(vendorId, 100)
    await ask((await given.company()).member, 1_000)
    expect((await ask(member, 100)).status).toBe(200)
  })

  test('that is lowered takes no file away, and lets none in', async () => {
    const { admin, machineId, vendorId } = await given.company()
    const file = await given.upload(admin)
    await quotaOf(vendorId, 5)
    expect((await as(admin).call(routes.files.addToMachine, { params: { machine: machineId }, body: { file } })).status).toBe(200)
    expect((await ask(admin, 1)).status).toBe(409)
  })
})

test('what is kept of the use is what the files come to, whoever adds and removes them', async () => {
  const { member, vendorId } = await given.company()
  await Promise.all(Array.from({ length: 8 }, (_, n) => ask(member, n + 1)))
  await owner.query(
    "insert into files (vendor_id, id, uploader_id, file_name, file_size, file_type) select $1, gen_random_uuid(), $2, 'a', n, 'image/png' from generate_series(1, 100) n",
    [vendorId, member.userId],
  )
  await owner.query('delete from files where vendor_id = $1 and file_size % 2 = 0', [vendorId])
  const { rows } = await owner.query(
    'select bytes, (select sum(file_size) from files where vendor_id = $1)::int8 as sum from file_usage where vendor_id = $1',
    [vendorId],
  )
  expect(rows[0].bytes).toBe(rows[0].sum)
  expect(Number(rows[0].bytes)).toBe(16 + 2_500)
})

test('a file can be removed, or found infected, though less is kept of the use than it takes', async () => {
  const { admin, machineId, vendorId } = await given.company()
  const file = await given.upload(admin)
  const infected = await given.upload(admin)
  const params = { machine: machineId }
  await as(admin).call(routes.files.addToMachine, { params, body: { file } })
  await owner.query('update file_usage set bytes = 5 where vendor_id = $1', [vendorId])
  await owner.query("update files set scan = 'infected', date_stored = null where id = $1", [infected])
  expect((await usage(admin)).used).toBe(0)
  await owner.query('update file_usage set bytes = 5 where vendor_id = $1', [vendorId])
  expect((await as(admin).call(routes.files.removeFromMachine, { params: { ...params, file } })).status).toBe(200)
  expect((await usage(admin)).used).toBe(0)
})

describe('what one person has announced and not sent yet', () => {
  test('takes at most half of the room that there is, but for one file, and leaves the others theirs', async () => {
    const { member, staff, vendorId } = await given.company()
    await quotaOf(vendorId, 100)
    expect((await ask(member, 30)).status).toBe(200)
    expect((await ask(member, 30)).status).toBe(200)
    const { status, body } = await ask({ ...member, language: 'en' }, 30)
    expect([status, body.name]).toEqual([409, 'ConflictError'])
    expect(body.message).toContain('You are uploading too many files at once')
    expect((await ask(member, 30)).body.message).toContain('Aynı anda çok fazla dosya yüklüyorsunuz')
    expect((await ask(staff, 40)).status).toBe(200)
  })

  test('is thirty files at most, where there is room without end too; what was sent counts no more', async () => {
    const { member, staff } = await given.company()
    for (let n = 0; n < 31; n++) await given.upload(member)
    const answers = await Promise.all(Array.from({ length: 31 }, () => ask(member, 9)))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(30).fill(200), 409])
    expect((await ask(staff, 9)).status).toBe(200)
  })

  test('does not count after an hour', async () => {
    const { member, vendorId } = await given.company()
    for (let n = 0; n < 30; n++) await ask(member, 9)
    expect((await ask(member, 9)).status).toBe(409)
    await older(vendorId, 1.1)
    expect((await ask(member, 9)).status).toBe(200)
  })
})

describe('npm run vendor -- quota', () => {
  const say = (words: string[], settings = {}) =>
    withConnection(readConfig({ DATA_DIR: portal.dataDir, ...settings }), portal.connection, workshop => setQuota(words, workshop))

  test("sets a vendor's quota, and says what is used of it", async () => {
    const { admin, domain } = await given.company()
    await given.upload(admin)
    expect(await say([domain, '2 GB'])).toMatch(/may take 2 GB\. They take 9 bytes now\.$/)
    expect(await usage(admin)).toEqual({ used: 9, quota: 2 * 1024 ** 3 })
  })

  test('sets none, or leaves it to VENDOR_QUOTA', async () => {
    const { domain } = await given.vendor()
    expect(await say([domain, 'none'], { VENDOR_QUOTA: '1 GB' })).toContain('may take as much as there is room for.')
    expect(await say([domain, 'default'], { VENDOR_QUOTA: '1 GB' })).toContain('may take 1 GB, as those of every vendor')
  })

  test.each([[[]], [['yok.test', '1 GB']], [['HERE', 'many']], [['HERE', '1 GB', 'more']]])(
    'refuses %j, and changes nothing',
    async words => {
      const { domain, vendorId } = await given.vendor()
      await expect(say(words.map(word => (word === 'HERE' ? domain : word)))).rejects.toThrow(
        /^Usage: npm run vendor -- quota|^Not valid: many\.|no vendor under/,
      )
      expect((await owner.query('select file_quota from vendors where vendor_id = $1', [vendorId])).rows[0].file_quota).toBeNull()
    },
  )
})

test('VENDOR_QUOTA holds for every vendor that has none of its own', async () => {
  const limited = await openPortal({ VENDOR_QUOTA: '1 KB' })
  const { member, vendorId, admin } = await givenIn(limited).company()
  const request = (fileSize: number) =>
    limited.as(member).call(routes.files.request, { body: { fileName: 'a.png', fileSize, fileType: 'image/png' } })
  expect((await request(1_025)).status).toBe(409)
  await limited.owner.query('update vendors set file_quota = 2000 where vendor_id = $1', [vendorId])
  expect((await request(1_025)).status).toBe(200)
  await limited.owner.query('update vendors set file_quota = 0 where vendor_id = $1', [vendorId])
  expect((await request(10_000)).status).toBe(200)
  expect((await limited.as(admin).call(routes.files.usage)).body).toEqual({ used: 11_025, quota: null })
})
