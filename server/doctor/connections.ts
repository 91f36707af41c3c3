import pg from 'pg'
import type { Config } from '#platform/config/config.ts'
import { requestConnections } from '#platform/database/server-role.ts'
import { queueConnections, runningInstances } from '#platform/jobs/jobs.ts'
import { type Finding, fail, note, pass, reasonOf } from './finding.ts'

/** Left for commands, a backup and whoever looks after the database. */
const spare = 5

/** Looks whether PostgreSQL, and a pooler before it, have as many connections as the copies that run may ask for together. */
export async function connections({ poolUrl }: Pick<Config, 'poolUrl'>, connection: pg.ClientConfig | Error): Promise<Finding[]> {
  if (connection instanceof Error) return []
  try {
    const { most, running } = await asked(connection, async client => (await client.query<Room>(room)).rows[0] as Room)
    const copies = Math.max(1, running)
    const pooler = poolUrl ? await limitsOf(poolUrl) : undefined
    const pool = pooler instanceof Error ? undefined : pooler
    const each = queueConnections + (poolUrl ? 0 : requestConnections)
    const wanted = copies * each + (pool?.size ?? 0) + spare
    const seen = `PostgreSQL gives ${most} connections`
    const fitting = Math.floor((most - wanted + copies * each) / each)
    const found =
      wanted > most
        ? fail(
            'room',
            `${seen}, and ${copiesOf(copies)} may want ${wanted}`,
            `Let it give ${wanted} (max_connections, or a connection limit of the database or its user)${poolUrl ? ', or lower default_pool_size of PgBouncer' : ', or set a PgBouncer before it (DATABASE_POOL_URL)'}.`,
          )
        : pass('room', `${seen}: enough for ${copiesOf(fitting)}; ${running} ${running === 1 ? 'runs' : 'run'}`)
    return pooler ? [found, poolFor(copies, pooler)] : [found]
  } catch {
    return [] // that the database is away is said elsewhere
  }
}

const copiesOf = (count: number) => `${count} ${count === 1 ? 'copy' : 'copies'} of the server`

/** `most`: how many connections its owner may have to the database. */
type Room = { most: number; running: number }
const room = `
  select least(
           current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
             - coalesce(current_setting('reserved_connections', true)::int, 0),
           (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
           (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)
         ) as most,
         (${runningInstances})::int as running`

function poolFor(copies: number, pooler: Limits | Error): Finding {
  const requests = copies * requestConnections
  if (pooler instanceof Error)
    return note(
      'pool',
      `PgBouncer does not tell its limits: ${reasonOf(pooler)}`,
      `Name the user of DATABASE_POOL_URL in its stats_users. ${copiesOf(copies)} may want ${requests + spare} of its max_client_conn.`,
    )
  const { clients, size } = pooler
  if (clients < requests + spare)
    return fail(
      'pool',
      `PgBouncer lets ${clients} in, and ${copiesOf(copies)} may want ${requests + spare}`,
      'Raise its max_client_conn: whoever is not let in is told to come again.',
    )
  if (size < requests)
    return note(
      'pool',
      `PgBouncer has ${size} connections for the ${requests} that ${copiesOf(copies)} may use at a time`,
      'Where people are told that the portal is busy, raise its default_pool_size, as far as PostgreSQL has room.',
    )
  return pass('pool', `PgBouncer lets ${clients} in and has ${size} connections for them: enough for ${copiesOf(copies)}`)
}

/** How many a pooler lets in, and how many connections it makes for them. */
type Limits = { clients: number; size: number }

async function limitsOf(poolUrl: string): Promise<Limits | Error> {
  const { database } = new pg.Client(poolUrl)
  const console = new URL(poolUrl)
  console.pathname = '/pgbouncer'
  try {
    return await asked({ connectionString: console.href }, async client => {
      const { rows: settings } = await client.query<{ key: string; value: string }>('show config')
      const { rows: databases } = await client.query<{ name: string; pool_size: string; max_connections: string }>('show databases')
      const setting = (name: string) => Number(settings.find(({ key }) => key === name)?.value)
      const { pool_size, max_connections } = databases.find(({ name }) => name === database) ?? {}
      const most = Number(max_connections) || Number.POSITIVE_INFINITY // 0: no limit
      return { clients: setting('max_client_conn'), size: Math.min(most, Number(pool_size) || setting('default_pool_size')) }
    })
  } catch (error) {
    return error as Error
  }
}

async function asked<T>(connection: pg.ClientConfig, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000, query_timeout: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return await ask(client)
  } finally {
    await client.end().catch(() => {})
  }
}
