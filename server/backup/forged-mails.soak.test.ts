import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { platformVendor } from '#platform/database/database.ts'
import { backupFixturesIn, restoreBackup, startRestored } from '#testing/backups/backups.ts'
import { createEmptyInstallation } from '#testing/backups/empty-installation.ts'
import {
  type Entry,
  expectRefused,
  readEntries,
  writeForgedBackup,
} from '#testing/backups/forged-backups.ts'
import { openPortal } from '#testing/portal.ts'
import type { Services } from '../app/services.ts'
import { sweep } from '../app/sweep.ts'
import { queueRestoredMails } from '../mail/mail-queue.ts'
import { type Manifest, manifestName } from './contents.ts'

// The mails of a backup become jobs when it is restored.

const portal = await openPortal()
const { newFile, createBackup, createConversation } = await backupFixturesIn(portal)
let genuine: Entry[]
let invited: { vendorId: string; userId: string }
let target: Awaited<ReturnType<typeof createEmptyInstallation>>
beforeAll(async () => {
  target = await createEmptyInstallation(afterAll)
  invited = await createConversation().then(({ vendorId, member }) => ({
    vendorId,
    userId: member.userId,
  }))
  // the forged backups have other mails
  await portal.owner.query('update notifications set mail_id = null')
  genuine = await readEntries((await createBackup()).path)
})

const unknownId = '01981f3c-8f5e-7c3a-9b1d-2f6a7e4d5c0b'
type ForgedMail = { vendorId?: string; userId?: string; kind?: string; data?: object }

/** The entries with rows of mails in COPY's format, overdue,
 * to the user of an invitation by default. */
function withMails(...rows: ForgedMail[]): Entry[] {
  const lines = rows.map(
    (
      { vendorId = invited.vendorId, userId = invited.userId, kind = 'user.invited', data = {} },
      i,
    ) => {
      const id = `${unknownId.slice(0, -1)}${i}`
      const date = new Date(Date.now() - 3_600_000).toISOString()
      return `${[vendorId, id, userId, kind, JSON.stringify(data), 'waiting', id, 0, '\\N', date, '\\N', date].join('\t')}\n`
    },
  )
  const others = genuine.filter(({ name }) => !name.startsWith('tables/public.mails'))
  return others.flatMap(entry =>
    entry.name === manifestName
      ? [{ name: 'tables/public.mails/000001', bytes: Buffer.from(lines.join('')) }, entry]
      : [entry],
  )
}

/** The entries with a manifest that matches them. */
function withManifest(entries: Entry[]): Entry[] {
  const end = JSON.parse(String(entries.at(-1)?.bytes)) as Manifest
  for (const { name, bytes } of entries) {
    const [, table] = /^tables\/(.+)\/\d+$/.exec(name) ?? []
    if (!table) continue
    const rows = String(bytes).split('\n').length - 1
    end.tables[table] = { rows, sha256: createHash('sha256').update(bytes).digest('hex') }
  }
  return [...entries.slice(0, -1), { name: manifestName, bytes: Buffer.from(JSON.stringify(end)) }]
}

test('a backup with a mail to no user of its vendor is refused', async () => {
  const forged = withManifest(withMails({ vendorId: platformVendor, userId: unknownId }))
  await expectRefused(
    await writeForgedBackup(newFile(), forged),
    /PostgreSQL refuses its rows of mails .*foreign key/,
    target,
  )
})

test('a backup with a mail that carries more than texts is refused', async () => {
  const forged = withMails({ data: { domain: { a: 1 } } })
  await expectRefused(
    await writeForgedBackup(newFile(), forged),
    /PostgreSQL refuses its rows of mails .*check constraint/,
    target,
  )
})

const queueing: [string, (platform: Services) => Promise<unknown>][] = [
  ['the restore', ({ database }) => database.inVendor(invited.vendorId, queueRestoredMails)],
  ['the sweep', ({ database, config }) => sweep(database, config)],
]
// Security: P11
test.each(queueing)(
  'only queues of mails get jobs for the mails of a backup, none of the schedule or of the queue itself: %s',
  async (_, queueMails) => {
    const kinds = [
      'user.invited',
      'backup',
      'sweep',
      'file.removed',
      '__pgboss__send-it',
      'user.promoted',
    ]
    const forged = withMails(...kinds.map(kind => ({ kind })))
    const back = await restoreBackup(await writeForgedBackup(newFile(), withManifest(forged)), {
      installation: await createEmptyInstallation(),
    })
    const { platform } = await startRestored(back)
    const send = vi.spyOn(platform.jobs, 'send')
    await queueMails(platform)
    expect(send.mock.calls.map(([, queue]) => queue)).toEqual(['user.invited'])
  },
)
