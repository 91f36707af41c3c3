import { PassThrough } from 'node:stream'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { routes } from '#contract/routes.ts'
import { readConfig } from '#platform/config/config.ts'
import { fixturesIn, pathAndQuery } from '#testing/fixtures.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { queueBehind } from '#testing/queue.ts'
import { sweep } from '../app/sweep.ts'
import { withConnection } from '../commands/command.ts'
import { setQuota } from '../commands/set-quota.ts'
import { maxPendingUploads } from './uploads.ts'

// Quotas. A file of these tests has 9 bytes, as fixtures.upload makes it.

const portal = await openPortal()
const fixtures = fixturesIn(portal)
const { as, owner } = portal

const requestFile = (person: Person, fileSize: number) =>
  as(person).call(routes.files.request, {
    body: { fileName: 'alarm.png', fileSize, fileType: 'image/png' },
  })
const usage = async (admin: Person) => (await as(admin).call(routes.files.usage)).body
const quotaOf = (vendorId: string, bytes: number | null) =>
  owner.query('update vendors set file_quota = $2 where vendor_id = $1', [vendorId, bytes])

/** Makes the vendor's files `hours` older. */
const makeOlder = (vendorId: string, hours: number) =>
  owner.query(
    'update files set upload_date = upload_date - make_interval(secs => $2::float8 * 3600) where vendor_id = $1',
    [vendorId, hours],
  )

describe('a quota', () => {
  test('accepts a file that fills it to the last byte, and refuses one byte more before it is sent, in the user’s language', async () => {
    const { member, admin, vendorId } = await fixtures.company()
    await quotaOf(vendorId, 100)
    expect((await requestFile(member, 100)).status).toBe(200)
    const { status, body } = await requestFile({ ...member, language: 'en' }, 1)
    expect([status, body.name]).toEqual([409, 'QuotaExceededError'])
    expect(body.message).toContain('There is not enough room for this file')
    expect((await requestFile(member, 1)).body.message).toContain('Bu dosya için yeterli yer yok')
    expect(await usage(admin)).toEqual({ used: 100, quota: 100 })
  })

  test('tells an administrator, and no other user, how many bytes are left', async () => {
    const { member, staff, admin, vendorId } = await fixtures.company()
    await quotaOf(vendorId, 4 * 1024 ** 2)
    await requestFile(admin, 1024 ** 2)
    const refused = async (who: Person) => (await requestFile(who, 4 * 1024 ** 2)).body.message
    expect(await refused(admin)).toContain('3 MB kaldı')
    expect(await refused({ ...admin, language: 'en' })).toContain('3 MB is left')
    for (const who of [staff, member]) expect(await refused(who)).not.toMatch(/\d/)
  })

  // Security: 5.2.1
  test('is not exceeded by two requests at once', async () => {
    const { member, admin, staff, vendorId } = await fixtures.company()
    await requestFile(member, 10)
    await quotaOf(vendorId, 100)
    const answers = await queueBehind(
      portal,
      'select from file_usage where vendor_id = $1 for update',
      [vendorId],
      [() => requestFile(member, 60), () => requestFile(staff, 60)],
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await usage(admin)).toEqual({ used: 70, quota: 100 })
  })

  test('is freed by a removed file', async () => {
    const { admin, machineId, vendorId } = await fixtures.company()
    const file = await fixtures.upload(admin)
    const params = { machine: machineId }
    await as(admin).call(routes.files.addToMachine, { params, body: { file } })
    await quotaOf(vendorId, 9)
    expect((await requestFile(admin, 9)).status).toBe(409)
    await as(admin).call(routes.files.removeFromMachine, { params: { ...params, file } })
    expect(await usage(admin)).toEqual({ used: 0, quota: 9 })
    expect((await requestFile(admin, 9)).status).toBe(200)
  })

  test('is freed by a file that was sent and never attached, once it is swept a day later', async () => {
    const { member, admin, vendorId } = await fixtures.company()
    await fixtures.upload(member)
    await makeOlder(vendorId, 25)
    await sweep(portal.platform.database, portal.platform.config)
    expect(await usage(admin)).toEqual({ used: 0, quota: null })
  })

  test('is freed by an upload that was announced and not sent within a day', async () => {
    const { member, admin, staff, vendorId } = await fixtures.company()
    await quotaOf(vendorId, 100)
    await fixtures.upload(staff)
    await requestFile(member, 91)
    expect((await requestFile(staff, 1)).status).toBe(409)
    await makeOlder(vendorId, 25)
    expect(await usage(admin)).toEqual({ used: 9, quota: 100 })
    expect((await requestFile(staff, 91)).status).toBe(200)
  })

  test('stays reserved for an upload that is still in progress after a day', async () => {
    const { member, admin, vendorId } = await fixtures.company()
    const { id, url } = (await requestFile(member, 9)).body
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const store = vi.spyOn(portal.platform.storage, 'put')
    onTestFinished(() => store.mockRestore())
    const stream = new PassThrough()
    const upload = portal.http.inject({
      method: 'PUT',
      url: pathAndQuery(url),
      payload: stream,
      headers: { 'content-type': 'image/png', 'content-length': '9' },
    })
    await expect.poll(() => store.mock.calls.length).toBe(1)
    await makeOlder(vendorId, 25)
    expect((await usage(admin)).used).toBe(0)
    await expect
      .poll(async () => {
        vi.advanceTimersByTime(20 * 60_000)
        return (await usage(admin)).used
      })
      .toBe(9)
    await sweep(portal.platform.database, portal.platform.config)
    stream.end(Buffer.from('iVBORw0KGgo/', 'base64'))
    expect((await upload).statusCode).toBe(200)
    expect((await as(member).call(routes.files.confirm, { params: { file: id } })).status).toBe(200)
  })

  test("of one vendor is not used by another's files", async () => {
    const { member, vendorId } = await fixtures.company()
    await quotaOf(vendorId, 100)
    await requestFile((await fixtures.company()).member, 1_000)
    expect((await requestFile(member, 100)).status).toBe(200)
  })

  test('that is lowered removes no file, and admits none', async () => {
    const { admin, machineId, vendorId } = await fixtures.company()
    const file = await fixtures.upload(admin)
    await quotaOf(vendorId, 5)
    expect(
      (
        await as(admin).call(routes.files.addToMachine, {
          params: { machine: machineId },
          body: { file },
        })
      ).status,
    ).toBe(200)
    expect((await requestFile(admin, 1)).status).toBe(409)
  })
})

test('the stored usage equals the sum of the files, however they are added and removed', async () => {
  const { member, vendorId } = await fixtures.company()
  await Promise.all(Array.from({ length: 8 }, (_, n) => requestFile(member, n + 1)))
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

test('a file can be removed, or found infected, though the stored usage is less than its size', async () => {
  const { admin, machineId, vendorId } = await fixtures.company()
  const file = await fixtures.upload(admin)
  const infected = await fixtures.upload(admin)
  const params = { machine: machineId }
  await as(admin).call(routes.files.addToMachine, { params, body: { file } })
  await owner.query('update file_usage set bytes = 5 where vendor_id = $1', [vendorId])
  await owner.query("update files set scan = 'infected', date_stored = null where id = $1", [
    infected,
  ])
  expect((await usage(admin)).used).toBe(0)
  await owner.query('update file_usage set bytes = 5 where vendor_id = $1', [vendorId])
  expect(
    (await as(admin).call(routes.files.removeFromMachine, { params: { ...params, file } })).status,
  ).toBe(200)
  expect((await usage(admin)).used).toBe(0)
})

describe('messages', () => {
  // Security: T9
  test('count into the usage with their bytes, also by mail', async () => {
    const at = await fixtures.ticket()
    const before = (await usage(at.admin)).used
    const contents = 'Şanzıman ısındı'
    const reply = await as(at.staff).call(routes.tickets.reply, {
      params: { ticket: at.ticketId },
      body: { contents },
    })
    expect((await usage(at.admin)).used - before).toBe(Buffer.byteLength(contents))
    await owner.query(
      "insert into message_mails (vendor_id, message_id, contents) values ($1, $2, repeat('ş', 500))",
      [at.vendorId, reply.body._id],
    )
    expect((await usage(at.admin)).used - before).toBe(Buffer.byteLength(contents) + 1_000)
    const { rows } = await owner.query(
      `select (select sum(bytes) from message_usage where vendor_id = $1)::int8 as stored,
              (select sum(octet_length(contents)) from messages where vendor_id = $1)::int8 as sum`,
      [at.vendorId],
    )
    expect(rows[0].stored - rows[0].sum).toBe(1_000)
  })

  test('are written in a vendor that its files have filled, and refused a tenth above its quota, with nothing stored', async () => {
    const at = await fixtures.ticket()
    const { used } = await usage(at.admin)
    const quota = 1_000
    await quotaOf(at.vendorId, quota)
    expect((await requestFile(at.staff, quota - used)).status).toBe(200)
    const write = (who: Person, size: number) =>
      as(who).call(routes.tickets.replyOfAccount, {
        params: { company: at.companyId, ticket: at.ticketId },
        body: { contents: 'a'.repeat(size) },
      })
    expect((await write(at.member, 100)).status).toBe(200)
    const { status, body } = await write(at.member, 1)
    expect([status, body]).toMatchObject([
      409,
      {
        name: 'QuotaExceededError',
        message: expect.stringContaining('Mesajınız için yer kalmadı'),
      },
    ])
    expect((await write({ ...at.member, language: 'en' }, 1)).body).toMatchObject({
      message: expect.stringContaining('There is no room left for your message'),
    })
    expect(await usage(at.admin)).toEqual({ used: 1_100, quota })
    const opened = await as(at.member).call(routes.tickets.open, {
      params: { company: at.companyId },
      body: { title: 'Titriyor', machine: at.companyMachineId, message: 'Bakın' },
    })
    expect(opened.status).toBe(409)
  })
})

describe('the pending uploads of one user', () => {
  test('take at most half of the remaining quota, except for a single file', async () => {
    const { member, staff, vendorId } = await fixtures.company()
    await quotaOf(vendorId, 100)
    expect((await requestFile(member, 30)).status).toBe(200)
    expect((await requestFile(member, 30)).status).toBe(200)
    const { status, body } = await requestFile({ ...member, language: 'en' }, 30)
    expect([status, body.name]).toEqual([409, 'ConflictError'])
    expect(body.message).toContain('You are uploading too many files at once')
    expect((await requestFile(member, 30)).body.message).toContain(
      'Aynı anda çok fazla dosya yüklüyorsunuz',
    )
    expect((await requestFile(staff, 40)).status).toBe(200)
  })

  test('are limited in number, also without a quota; sent files do not count', async () => {
    const { member, staff } = await fixtures.company()
    await fixtures.upload(member)
    for (let n = 1; n < maxPendingUploads; n++) await requestFile(member, 9)
    const answers = await Promise.all([requestFile(member, 9), requestFile(member, 9)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await requestFile(staff, 9)).status).toBe(200)
  })

  test('do not count after a day', async () => {
    const { member, vendorId } = await fixtures.company()
    for (let n = 0; n < maxPendingUploads; n++) await requestFile(member, 9)
    expect((await requestFile(member, 9)).status).toBe(409)
    await makeOlder(vendorId, 25)
    expect((await requestFile(member, 9)).status).toBe(200)
  })
})

describe('npm run vendor -- quota', () => {
  const run = (args: string[], settings = {}) =>
    withConnection(
      readConfig({ DATA_DIR: portal.dataDir, ...settings }),
      portal.connection,
      context => setQuota(args, context),
    )

  test("sets a vendor's quota, and prints what is used of it", async () => {
    const { admin, domain } = await fixtures.company()
    await fixtures.upload(admin)
    expect(await run([domain, '2 GB'])).toMatch(/may take 2 GB\. They take 9 bytes now\.$/)
    expect(await usage(admin)).toEqual({ used: 9, quota: 2 * 1024 ** 3 })
  })

  test('sets none, or leaves it to VENDOR_QUOTA', async () => {
    const { domain } = await fixtures.vendor()
    expect(await run([domain, 'none'], { VENDOR_QUOTA: '1 GB' })).toContain(
      'may take as much as there is room for.',
    )
    expect(await run([domain, 'default'], { VENDOR_QUOTA: '1 GB' })).toContain(
      'may take 1 GB, as those of every vendor',
    )
  })

  test.each([[[]], [['yok.test', '1 GB']], [['HERE', 'many']], [['HERE', '1 GB', 'more']]])(
    'refuses %j, and changes nothing',
    async args => {
      const { domain, vendorId } = await fixtures.vendor()
      await expect(run(args.map(arg => (arg === 'HERE' ? domain : arg)))).rejects.toThrow(
        /^Usage: npm run vendor -- quota|^Not valid: many\.|no vendor under/,
      )
      expect(
        (await owner.query('select file_quota from vendors where vendor_id = $1', [vendorId]))
          .rows[0].file_quota,
      ).toBeNull()
    },
  )
})

test('VENDOR_QUOTA applies to every vendor without a quota of its own', async () => {
  const limited = await openPortal({ VENDOR_QUOTA: '1 KB' })
  const { member, vendorId, admin } = await fixturesIn(limited).company()
  const request = (fileSize: number) =>
    limited
      .as(member)
      .call(routes.files.request, { body: { fileName: 'a.png', fileSize, fileType: 'image/png' } })
  expect((await request(1_025)).status).toBe(409)
  await limited.owner.query('update vendors set file_quota = 2000 where vendor_id = $1', [vendorId])
  expect((await request(1_025)).status).toBe(200)
  await limited.owner.query('update vendors set file_quota = 0 where vendor_id = $1', [vendorId])
  expect((await request(10_000)).status).toBe(200)
  expect((await limited.as(admin).call(routes.files.usage)).body).toEqual({
    used: 11_025,
    quota: null,
  })
})
