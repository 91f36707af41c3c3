import { statfs } from 'node:fs/promises'
import pg from 'pg'
import type { Config } from '#platform/config/config.ts'
import { isPublicUrl } from '#platform/config/hosts.ts'
import { outdatedCollations } from '#platform/database/collations.ts'
import { openDatabase } from '#platform/database/database.ts'
import { missingMigrations } from '#platform/database/migrations.ts'
import { findConnectionTarget, serverRole } from '#platform/database/server-role.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { mailFolder, openMailer } from '#platform/mail/mailer.ts'
import { openStorage } from '#platform/storage/storage.ts'
import { version } from '#platform/version.ts'
import { findLostFiles } from '../files/lost.ts'
import { withClient } from './client.ts'
import { connections } from './connections.ts'
import { sendDoctorMail } from './doctor-mail.ts'
import { type Finding, fail, note, pass, reasonOf } from './finding.ts'
import { lookAlikes } from './look-alikes.ts'
import { mailRoundTrip } from './mail-round-trip.ts'
import { publicAddresses } from './proxy.ts'
import { scanner } from './scanner.ts'

const gigabyte = 1024 ** 3

/** Checks all that the server needs, without changing anything; each
 * has its own timeout. `connection`: the owner's, or an error. */
export async function examine(
  config: Config,
  connection: pg.ClientConfig | Error,
  mailTo?: string,
): Promise<Finding[]> {
  const checks = [
    pass('version', `Tezgah ${version}, Node ${process.versions.node}`),
    database(config, connection),
    role(connection),
    pooler(config),
    connections(config, connection),
    instances(config),
    disk(config),
    storage(config),
    lost(config, connection),
    lookAlikes(connection),
    scanner(config),
    mail(config),
    mailTo === undefined ? [] : sendDoctorMail(config, mailTo),
    mailRoundTrip(config, connection),
    publicAddresses(config, connection),
  ]
  return (await Promise.all(checks)).flat()
}

async function database(config: Config, connection: pg.ClientConfig | Error): Promise<Finding[]> {
  try {
    if (connection instanceof Error) throw connection
    return await withClient(connection, async client => [
      ...(await versionAndClock(client)),
      await migrations(client),
      await vendors(client, config),
      ...(await sorting(client)),
    ])
  } catch (error) {
    return [
      fail(
        'database',
        error,
        'Is PostgreSQL running, and does DATABASE_URL name its host, port, user, password and database?',
      ),
    ]
  }
}

async function versionAndClock(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ server: string; number: number; ahead: number }>(
    "select current_setting('server_version') as server, current_setting('server_version_num')::int as number, extract(epoch from clock_timestamp())::float8 - $1::float8 as ahead",
    [Date.now() / 1000],
  )
  const { server = '', number = 0, ahead = 0 } = rows[0] ?? {}
  const seen = `PostgreSQL ${server}`
  const clock = `the database's clock is ${Math.abs(ahead).toFixed(1)} s ${ahead < 0 ? 'behind' : 'ahead of'} this machine's`
  return [
    number >= 150_000
      ? pass('database', seen)
      : fail('database', seen, 'Tezgah needs PostgreSQL 15 or newer.'),
    Math.abs(ahead) < 5
      ? pass('clock', clock)
      : fail(
          'clock',
          clock,
          'Links and sessions end by the clock: let both machines keep it by NTP.',
        ),
  ]
}

async function migrations(client: pg.Client): Promise<Finding> {
  try {
    const missing = await missingMigrations(client)
    if (missing.length === 0) return pass('tables', 'up to date with this version')
    return note(
      'tables',
      `${missing.length === 1 ? '1 migration is' : `${missing.length} migrations are`} pending`,
      'The next start of the server applies them. Make a backup first.',
    )
  } catch (error) {
    return fail(
      'tables',
      error,
      'Start the version of Tezgah that this database was last used with, or a newer one.',
    )
  }
}

async function vendors(client: pg.Client, { publicUrl }: Config): Promise<Finding> {
  const none = note(
    'vendors',
    'none yet',
    'Add the first one: npm run vendor -- add <domain> "<name>" <admin e-mail>',
  )
  try {
    const { hostname } = new URL(publicUrl)
    const query =
      'select domain from vendor_domains order by domain = $1 desc, date_created, domain limit 20'
    const { rows } = await client.query<{ domain: string }>(query, [hostname])
    const [first] = rows
    if (!first) return none
    const reached = `reached under ${rows.map(({ domain }) => domain).join(', ')}`
    if (first.domain === hostname || !isPublicUrl(publicUrl)) return pass('vendors', reached)
    return note(
      'vendors',
      `${reached}, and none under the host of PUBLIC_URL: links of platform administrators lead to ${first.domain}`,
      'Let PUBLIC_URL name the domain of a vendor whose name and certificate you control.',
    )
  } catch {
    return none // no tables exist before the first start
  }
}

async function sorting(client: pg.Client): Promise<Finding[]> {
  return (await outdatedCollations(client)).map(({ name, indexes }) => {
    const database = pg.escapeIdentifier(client.database ?? '')
    return name === null
      ? fail(
          'sorting',
          "the version of the database's collation has changed, so its indexes may miss rows",
          `Rebuild them as its administrator, then accept the version: reindex database ${database}; alter database ${database} refresh collation version;`,
        )
      : fail(
          'sorting',
          `the version of the collation ${name} has changed under ${indexes.join(', ')}, so sorted lists may miss rows`,
          'Restart the server: it rebuilds them.',
        )
  })
}

const noJobs = {} as Jobs

async function role(connection: pg.ClientConfig | Error): Promise<Finding[]> {
  if (connection instanceof Error) return []
  try {
    const target = await findConnectionTarget(connection)
    if (!target)
      return [
        note(
          'role',
          'the login of the requests does not exist yet',
          'The next start of the server creates it.',
        ),
      ]
    const opened = await openDatabase(target, noJobs, { size: 1 })
    await opened.close()
    return [
      pass(
        'role',
        `requests connect as ${new pg.Client(target.connection).user} and work as ${serverRole}, which row-level security binds`,
      ),
    ]
  } catch (error) {
    const todo = `The user of DATABASE_URL must own the database, and be allowed to create roles; ${serverRole} and the login of the requests must be no more than they were made.`
    return [fail('role', error, todo)]
  }
}

/** What only this instance has, if others may share its database. */
async function instances({ databaseUrl, hasStoredSecret, storageUrl }: Config): Promise<Finding[]> {
  const own = [
    hasStoredSecret && 'the secret that signs sessions (TOKEN_SECRET)',
    !storageUrl && 'the files (STORAGE_URL)',
  ].filter(Boolean)
  if (!databaseUrl || own.length === 0) return []
  return [
    note(
      'instances',
      `only this instance has ${own.join(' and ')}`,
      'Set the same for all instances, if several share the database.',
    ),
  ]
}

async function pooler({ poolUrl, poolPrepares }: Config): Promise<Finding[]> {
  if (!poolUrl) return []
  const where = `the pooler at ${withoutSecrets(poolUrl)}`
  try {
    const opened = await openDatabase(
      { connection: { connectionString: poolUrl }, prepares: poolPrepares },
      noJobs,
      { size: 1 },
    )
    await opened.close()
    return [pass('pooler', `${where} leads to the database, as ${serverRole}`)]
  } catch (error) {
    const todo =
      'Does PgBouncer run in transaction mode, and know the user and password of DATABASE_POOL_URL? The first start of the server makes that login.'
    return [fail('pooler', `${where}: ${reasonOf(error)}`, todo)]
  }
}

async function disk({ dataDir }: Config): Promise<Finding> {
  try {
    const { bavail, bsize } = await statfs(dataDir)
    const free = bavail * bsize
    const seen = `${(free / gigabyte).toFixed(1)} GB free in ${dataDir}`
    return free > gigabyte
      ? pass('disk', seen)
      : fail(
          'disk',
          seen,
          'Free some space: without it nothing can be written, mails and uploads included.',
        )
  } catch (error) {
    return fail(
      'disk',
      error,
      'Does DATA_DIR name a folder, and may this user write there? The first start of the server makes it.',
    )
  }
}

async function storage({ storageUrl, dataDir }: Config): Promise<Finding> {
  const where = storageUrl ? `the bucket of ${withoutSecrets(storageUrl)}` : 'the disk'
  try {
    await (await openStorage({ dataDir, storageUrl })).check()
    return pass('files', `written to and read from ${where}`)
  } catch (error) {
    const todo = storageUrl
      ? 'Is the bucket there, and may the keys of STORAGE_URL read, write and delete in it?'
      : 'May this user write into the folder files of DATA_DIR, and is there room?'
    return fail('files', error, todo)
  }
}

const lostFilesTimeoutMs = 20_000

async function lost(config: Config, connection: pg.ClientConfig | Error): Promise<Finding[]> {
  if (connection instanceof Error) return []
  try {
    const opened = await openStorage(config)
    const { checked, total, lost } = await withClient(
      connection,
      client => findLostFiles(client, opened, lostFilesTimeoutMs),
      30_000,
    )
    const files =
      checked < total
        ? `the first ${checked} of ${total} files`
        : total === 1
          ? '1 file'
          : `${total} files`
    if (lost.length === 0) return [pass('bytes', `those of ${files} are in the storage`)]
    const some = lost
      .slice(0, 10)
      .map(({ vendorId, storageId, fileName }) => `${vendorId}/${storageId} (${fileName})`)
    const seen = `of ${files} those of ${lost.length} are missing from the storage: ${some.join(', ')}${lost.length > some.length ? ', …' : ''}`
    return [
      fail(
        'bytes',
        seen,
        'Is it the right DATA_DIR or STORAGE_URL? If so, put them back from a backup, under these names.',
      ),
    ]
  } catch {
    // no tables before the first start; other checks report an unavailable database or storage
    return []
  }
}

async function mail(config: Config): Promise<Finding> {
  const { smtpUrl, dataDir } = config
  if (!smtpUrl)
    return note(
      'mail',
      `not sent: each mail becomes a file in ${mailFolder(dataDir)}`,
      'Set SMTP_URL and MAIL_FROM, unless links are passed on by hand.',
    )
  const mailer = openMailer(config)
  try {
    return pass(
      'mail',
      `${withoutSecrets(smtpUrl)} says ${JSON.stringify(await mailer.check())}, sender ${config.mailFrom}`,
    )
  } catch (error) {
    return fail(
      'mail',
      error,
      'Are host, port, user and password of SMTP_URL right, and does a firewall let this machine out there?',
    )
  } finally {
    mailer.close()
  }
}

const withoutSecrets = (url: string) => url.replace(/\/\/.*@/, '//…@').replace(/\?.*/, '')

export function report(findings: Finding[]): string {
  return findings
    .map(
      ({ check, state, detail, todo }) =>
        `${state.padEnd(6)}  ${check.padEnd(9)} ${detail}${todo ? `\n                  → ${todo}` : ''}`,
    )
    .join('\n')
}
