import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { readConfig } from '#platform/config.ts'
import { openStorage } from '#platform/storage.ts'
import { emptyPlace, everyRow } from '#testing/empty-place.ts'
import { givenIn, password } from '#testing/given.ts'
import { caller, openPortal } from '#testing/portal.ts'
import { start } from '../start.ts'
import { backUp } from './back-up.ts'
import { openBackup, restore } from './restore.ts'

const folder = await mkdtemp(join(tmpdir(), 'tezgah-backup-'))
afterAll(() => rm(folder, { recursive: true }))
const portal = await openPortal()
const given = givenIn(portal)
const { as, platform, connection } = portal

let made = 0
async function backedUp(from = portal) {
  const path = join(folder, `${made++}.backup`)
  const { storage, config } = from.platform
  const contents = await backUp(path, { connection: from.connection, storage, tokenSecret: config.tokenSecret })
  return { path, contents }
}

/** Restores into an empty place, with its files in a folder or in a bucket. */
async function restored(path: string, settings: { storageUrl?: string } = {}, into?: Awaited<ReturnType<typeof emptyPlace>>) {
  const place = into ?? (await emptyPlace())
  const storage = await openStorage({ dataDir: place.dataDir, ...settings })
  const secrets: string[] = []
  const keepSecret = (secret: string) => secrets.push(secret)
  const contents = await restore(await openBackup(path), { connection: place.connection, storage, keepSecret })
  return { ...place, storage, secret: secrets[0] as string, contents }
}

/** The server on what was restored. */
async function served({ connection, dataDir, secret }: Awaited<ReturnType<typeof restored>>) {
  const running = await start(readConfig({ DATA_DIR: dataDir, PORT: '0', TOKEN_SECRET: secret }), connection, { logLevel: 'silent' })
  onTestFinished(() => running.stop())
  return { ...running, as: caller(running.http) }
}

async function sums(storage: typeof platform.storage) {
  const found: Record<string, string> = {}
  for await (const { key } of storage.keys()) {
    const file = await storage.get(key)
    found[key] = createHash('sha256')
      .update(file ? await buffer(file.bytes) : '')
      .digest('hex')
  }
  return found
}

/** A vendor whose customer has a conversation with a file. */
async function conversation() {
  const place = await given.ticket()
  const bytes = randomBytes(300_000)
  const file = await given.upload(place.member, { name: 'ölçüm.png', bytes })
  await as(place.member).call(routes.tickets.replyOfAccount, {
    params: { company: place.companyId, ticket: place.ticketId },
    body: { contents: 'Satır\nsonu, sekme\t, \\ ve "tırnak"', files: [file] },
  })
  return { ...place, file, bytes }
}

test('after a restore every row, every file and every session is as it was, and people sign in', async () => {
  const { member, staff, ticketId, visitor } = await conversation()
  const before = await as(staff).call(routes.tickets.get, { params: { ticket: ticketId } })
  const { path, contents } = await backedUp()
  const back = await restored(path)
  expect(back.contents).toEqual(contents)
  expect(contents.lost).toEqual([])
  expect(await everyRow(back.connection)).toEqual(await everyRow(connection))
  expect(await sums(back.storage)).toEqual(await sums(platform.storage))
  const { as: there } = await served(back)
  const after = await there(staff).call(routes.tickets.get, { params: { ticket: ticketId } })
  const plain = (ticket: object) => JSON.stringify(ticket).replaceAll(/"(signed|preview)URL":"[^"]*"/g, '')
  expect(after.status).toBe(200)
  expect(plain(after.body)).toBe(plain(before.body))
  const login = await there(visitor).call(routes.sessions.login, { body: { email: member.email, password } })
  expect(login.status).toBe(200)
})
