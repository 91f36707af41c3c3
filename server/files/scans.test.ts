import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { type Scanner, eicar as text } from '#platform/storage/scanner.ts'
import { openEventStream } from '#testing/event-stream.ts'
import { fixturesIn, pathAndQuery } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { openPortalWithScanner, scanTimeout } from '#testing/scanned.ts'
import { scanRemaining, scanUpload } from './scans.ts'

const { clamd, portal, fixtures, addFile } = await openPortalWithScanner()
const { as, owner, platform } = portal
const eicar = Buffer.from(text)

const picture = Buffer.from('iVBORw0KGgo/', 'base64')
const get = (url: string | null | undefined, language = 'tr') =>
  portal.http.inject({ url: pathAndQuery(url ?? ''), headers: { 'accept-language': language } })

const isStored = async (key: string) => {
  const file = await platform.storage.get(key)
  file?.bytes.resume()
  return file !== null
}

describe('a file that has not been scanned', () => {
  // Security: 5.4.3
  test('is neither served nor shown, and answers so in both languages with Retry-After', async () => {
    const file = await (
      await addFile(await fixtures.company(), { type: 'image/png', bytes: picture })
    ).readFile()
    expect(file).toMatchObject({ state: 'checking', previewURL: null, infection: null })
    for (const preview of ['', '&preview=true']) {
      const { statusCode, headers, body } = await get(`${file?.signedURL}${preview}`)
      expect([statusCode, headers['retry-after'], JSON.parse(body)]).toEqual([
        409,
        '5',
        expect.objectContaining({
          name: 'FileNotCheckedError',
          message: expect.stringContaining('zararlı yazılım olup olmadığına bakılıyor'),
        }),
      ])
    }
    expect((await get(file?.signedURL, 'en')).json().message).toContain('being checked for malware')
  })

  test('is no video that plays, and no more so once it is infected', async () => {
    const video = Buffer.concat([Buffer.from('\0\0\0\x10ftypmp42\0\0\0\0', 'latin1'), eicar])
    const { readFile, state } = await addFile(await fixtures.company(), {
      type: 'video/mp4',
      bytes: video,
    })
    const file = await readFile()
    const play = (method: 'GET' | 'HEAD') =>
      portal.http.inject({
        method,
        url: pathAndQuery(`${file?.signedURL}&preview=true`),
        headers: { range: 'bytes=0-1' },
      })
    const answers = async () => [(await play('GET')).statusCode, (await play('HEAD')).statusCode]
    expect([file?.previewURL, ...(await answers())]).toEqual([null, 409, 409])
    clamd.release()
    await expect.poll(state, scanTimeout).toBe('infected')
    expect(await answers()).toEqual([409, 409])
    expect((await readFile())?.previewURL).toBeNull()
  })

  test('is attached to a message at once, and is served once it is clean', async () => {
    const { member, staff, companyId, ticketId } = await fixtures.ticket()
    const params = { company: companyId, ticket: ticketId }
    const id = await fixtures.upload(member, { type: 'image/png', bytes: picture })
    const sent = await as(member).call(routes.tickets.replyOfAccount, {
      params,
      body: { contents: 'Bakın', files: [id] },
    })
    expect(sent.body.files).toMatchObject([{ id, state: 'checking', previewURL: null }])
    const stream = await openEventStream(portal.port, staff)
    clamd.release()
    const file = async () =>
      (await as(member).call(routes.tickets.getOfAccount, { params })).body.conversation.at(-1)
        ?.files[0]
    await expect.poll(async () => (await file())?.state, scanTimeout).toBe('ready')
    await expect
      .poll(stream.events, scanTimeout)
      // open pages show it at once
      .toEqual([{ kind: 'ticket', ticket: ticketId, company: companyId }])
    const ready = await file()
    expect((await get(ready?.signedURL)).rawPayload.equals(picture)).toBe(true)
    expect((await get(ready?.previewURL)).headers['content-type']).toBe('image/png')
  })

  test('waits while the scanner is unavailable, and is scanned when it is back', async () => {
    await clamd.stop()
    const { state } = await addFile(await fixtures.company())
    await new Promise(resolve => setTimeout(resolve, 1_500))
    expect(await state()).toBe('checking')
    await clamd.restart()
    clamd.release()
    await expect.poll(state, scanTimeout).toBe('ready')
  })

  test('is removed like every other file, and not scanned', async () => {
    const fixture = await fixtures.company()
    const { id } = await addFile(fixture)
    const key = await fixtures.keyOf(id)
    const params = { machine: fixture.machineId, file: id }
    expect((await as(fixture.admin).call(routes.files.removeFromMachine, { params })).status).toBe(
      200,
    )
    clamd.release()
    await expect.poll(() => isStored(key), scanTimeout).toBe(false)
  })
})

describe('an infected file', () => {
  async function infected() {
    const fixture = await fixtures.company()
    const file = await addFile(fixture, { name: 'fatura.pdf.com', bytes: eicar })
    clamd.release()
    await expect.poll(file.state, scanTimeout).toBe('infected')
    return { ...fixture, ...file }
  }

  // Security: 5.4.3
  test('is never served; its row stays and names the malware, its bytes are removed', async () => {
    const { id, readFile } = await infected()
    const file = await readFile()
    expect(file).toMatchObject({
      fileName: 'fatura.pdf.com',
      infection: 'Win.Test.EICAR_HDB-1',
      previewURL: null,
    })
    const { statusCode, body } = await get(file?.signedURL)
    expect([statusCode, JSON.parse(body)]).toEqual([
      409,
      expect.objectContaining({
        name: 'FileInfectedError',
        message: 'Bu dosyada zararlı yazılım bulundu; dosya silindi.',
      }),
    ])
    await expect.poll(async () => isStored(await fixtures.keyOf(id)), scanTimeout).toBe(false)
  })

  test('no longer counts towards the quota, and its deletion frees nothing more', async () => {
    const { admin, machineId, id } = await infected()
    expect((await as(admin).call(routes.files.usage)).body.used).toBe(0)
    await as(admin).call(routes.files.removeFromMachine, {
      params: { machine: machineId, file: id },
    })
    expect((await as(admin).call(routes.files.usage)).body.used).toBe(0)
  })

  test('that is found before it is sent cannot be attached, and its URL takes no other bytes', async () => {
    const { member, companyId, ticketId } = await fixtures.ticket()
    const body = { fileName: 'a.com', fileSize: eicar.length, fileType: 'application/octet-stream' }
    const slot = (await as(member).call(routes.files.request, { body })).body
    const put = (payload: Buffer) =>
      portal.http.inject({ method: 'PUT', url: pathAndQuery(slot.url), payload })
    expect((await put(eicar)).statusCode).toBe(200)
    expect(
      (await as(member).call(routes.files.confirm, { params: { file: slot.id } })).body.state,
    ).toBe('checking')
    clamd.release()
    const send = async () =>
      (
        await as(member).call(routes.tickets.replyOfAccount, {
          params: { company: companyId, ticket: ticketId },
          body: { contents: 'Bakın', files: [slot.id] },
        })
      ).body.name
    await expect
      .poll(
        async () =>
          (await owner.query('select scan from files where id = $1', [slot.id])).rows[0].scan,
        scanTimeout,
      )
      .toBe('infected')
    expect(await send()).toBe('FileInfectedError')
    expect((await put(Buffer.alloc(eicar.length))).statusCode).toBe(409)
  })

  test('stays infected when another scan, which began earlier, ends later and finds nothing; its bytes are freed once', async () => {
    const fixture = await fixtures.company()
    const { id, readFile } = await addFile(fixture)
    await fixtures.upload(fixture.admin, { bytes: eicar })
    const [began, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const scanWith = (scan: () => ReturnType<Scanner['scan']>) =>
      scanUpload(
        {
          ...platform,
          scanner: {
            ...(platform.scanner as Scanner),
            scan(bytes) {
              bytes.destroy()
              return scan()
            },
          },
        },
        { vendor: fixture.vendorId, file: id },
      )
    const late = scanWith(async () => {
      began.resolve()
      await end.promise
      return { state: 'clean' }
    })
    await began.promise
    await scanWith(async () => ({ state: 'infected', name: 'Win.New' }))
    end.resolve()
    await late
    expect(await readFile()).toMatchObject({ state: 'infected', infection: 'Win.New' })
    const params = { machine: fixture.machineId, file: id }
    expect((await as(fixture.admin).call(routes.files.removeFromMachine, { params })).status).toBe(
      200,
    )
    expect((await as(fixture.admin).call(routes.files.usage)).body.used).toBe(eicar.length)
  })
})

test('a file above the scanner’s limit is stored and not served; a day later it is scanned again', async () => {
  const { readFile, state } = await addFile(await fixtures.company(), {
    bytes: Buffer.alloc(200_000),
  })
  clamd.release()
  await expect.poll(state, scanTimeout).toBe('oversize')
  const { statusCode, headers, body } = await get((await readFile())?.signedURL)
  expect([statusCode, headers['retry-after'], JSON.parse(body).name]).toEqual([
    409,
    undefined,
    'FileNotCheckedError',
  ])
  expect(JSON.parse(body).message).toContain('çok büyük')

  clamd.behaviour.limit = 1_000_000
  await scanRemaining(platform)
  expect(await state()).toBe('oversize')
  await owner.query("update files set date_scanned = now() - interval '25 hours'")
  await scanRemaining(platform)
  expect(await state()).toBe('ready')
})

test('/metrics counts the scanned files by verdict', async () => {
  clamd.release()
  const file = await addFile(await fixtures.company())
  await expect.poll(file.state, scanTimeout).toBe('ready')
  const { body } = await portal.http.inject('/metrics')
  expect(body).toMatch(/^files_scanned_total\{verdict="clean"\} [1-9]/m)
  expect(body).toMatch(/^files_scanned_total\{verdict="infected"\} \d/m)
})

test('without a scanner files are served at once, also those that waited for one', async () => {
  const without = await openPortal()
  const fixtures = fixturesIn(without)
  const { admin, machineId } = await fixtures.company()
  const id = await fixtures.upload(admin)
  const params = { machine: machineId }
  await without.as(admin).call(routes.files.addToMachine, { params, body: { file: id } })
  await without.owner.query("update files set scan = 'waiting' where id = $1", [id])
  const [file] = (await without.as(admin).call(routes.files.listOfMachine, { params })).body
    .machineFiles
  expect(file?.state).toBe('ready')
  expect((await without.http.inject({ url: pathAndQuery(file?.signedURL ?? '') })).statusCode).toBe(
    200,
  )
})
