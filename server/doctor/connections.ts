import pg from 'pg'
import type { Config } from '#platform/config/config.ts'
import { leadConnections } from '#platform/database/lead.ts'
import { requestConnections } from '#platform/database/server-role.ts'
import { queueConnections, runningInstances } from '#platform/jobs/jobs.ts'
import { listenConnections } from '#platform/live/listener.ts'
import { withClient } from './client.ts'
import { type Finding, fail, note, pass, reasonOf } from './finding.ts'

/** Reserved for commands, a backup and the database's administrator. */
const spare = 5

export async function connections(
  { poolUrl, mailInUrl }: Pick<Config, 'poolUrl'> & Partial<Pick<Config, 'mailInUrl'>>,
  connection: pg.ClientConfig | Error,
): Promise<Finding[]> {
  if (connection instanceof Error) return []
  try {
    const { max, running } = await withClient(
      connection,
      async client => (await client.query<Capacity>(capacity)).rows[0] as Capacity,
    )
    const instances = Math.max(1, running)
    const pooler = poolUrl ? await limitsOf(poolUrl) : undefined
    const pool = pooler instanceof Error ? undefined : pooler
    const perInstance =
      queueConnections +
      listenConnections +
      (poolUrl ? 0 : requestConnections) +
      (mailInUrl?.protocol.startsWith('imap') ? leadConnections : 0)
    const needed = instances * perInstance + (pool?.size ?? 0) + spare
    const seen = `PostgreSQL allows ${max} connections`
    const maxInstances = Math.floor((max - needed + instances * perInstance) / perInstance)
    const found =
      needed > max
        ? fail(
            'capacity',
            `${seen}, and ${countInstances(instances)} may need ${needed}`,
            `Let it allow ${needed} (max_connections, or a connection limit of the database or its user)${poolUrl ? ', or lower default_pool_size of PgBouncer' : ', or set a PgBouncer before it (DATABASE_POOL_URL)'}.`,
          )
        : pass(
            'capacity',
            `${seen}: enough for ${countInstances(maxInstances)}; ${running} ${running === 1 ? 'is' : 'are'} running`,
          )
    return pooler ? [found, poolFor(instances, pooler)] : [found]
  } catch {
    return [] // the check of the database reports it
  }
}

const countInstances = (count: number) => `${count} ${count === 1 ? 'instance' : 'instances'}`

type Capacity = { max: number; running: number }
const capacity = `
  select least(
           current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
             - coalesce(current_setting('reserved_connections', true)::int, 0),
           (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
           (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)
         ) as max,
         (${runningInstances})::int as running`

function poolFor(instances: number, pooler: Limits | Error): Finding {
  const requests = instances * requestConnections
  if (pooler instanceof Error)
    return note(
      'pool',
      `PgBouncer does not show its limits: ${reasonOf(pooler)}`,
      `Name the user of DATABASE_POOL_URL in its stats_users. ${countInstances(instances)} may need ${requests + spare} of its max_client_conn.`,
    )
  const { clients, size } = pooler
  if (clients < requests + spare)
    return fail(
      'pool',
      `PgBouncer accepts ${clients} clients, and ${countInstances(instances)} may need ${requests + spare}`,
      'Raise its max_client_conn: requests without a connection are answered 503.',
    )
  if (size < requests)
    return note(
      'pool',
      `PgBouncer has ${size} connections for the ${requests} that ${countInstances(instances)} may use at a time`,
      'If users are told that the portal is busy, raise its default_pool_size, as far as PostgreSQL has connections.',
    )
  return pass(
    'pool',
    `PgBouncer accepts ${clients} clients and has ${size} connections for them: enough for ${countInstances(instances)}`,
  )
}

type Limits = { clients: number; size: number }

async function limitsOf(poolUrl: string): Promise<Limits | Error> {
  const { database } = new pg.Client(poolUrl)
  const console = new URL(poolUrl)
  console.pathname = '/pgbouncer'
  try {
    return await withClient({ connectionString: console.href }, async client => {
      const { rows: settings } = await client.query<{ key: string; value: string }>('show config')
      const { rows: databases } = await client.query<{
        name: string
        pool_size: string
        max_connections: string
      }>('show databases')
      const setting = (name: string) => Number(settings.find(({ key }) => key === name)?.value)
      const { pool_size, max_connections } = databases.find(({ name }) => name === database) ?? {}
      const max = Number(max_connections) || Number.POSITIVE_INFINITY // 0: no limit
      return {
        clients: setting('max_client_conn'),
        size: Math.min(max, Number(pool_size) || setting('default_pool_size')),
      }
    })
  } catch (error) {
    return error as Error
  }
}
