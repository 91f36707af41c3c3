import pg from 'pg'
import type { ConnectionTarget } from './server-role.ts'

/** `full`: it is there, and the pooler before it has no connection to give. */
export type Health = 'there' | 'full' | 'away'

/** How long is waited for a sign of life, in ms. */
const probeTimeout = 700

/** Whether PostgreSQL answers who comes new, if only to refuse. A pooler lets people in that it has no connection for: then PostgreSQL is asked past it. */
export async function probeDatabase({ connection, direct }: ConnectionTarget): Promise<Health> {
  const [sign, behind] = await Promise.all([probeTarget(connection), direct && probeTarget(direct)])
  return sign === 'full' && behind !== 'there' ? 'away' : sign
}

/** `full`: it lets people in and does not answer them. */
async function probeTarget(connection: pg.ClientConfig): Promise<Health> {
  const since = performance.now()
  let isIn = false
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: probeTimeout, query_timeout: probeTimeout })
  client.on('error', () => {})
  const clock = setTimeout(destroySocket, probeTimeout, client)
  try {
    await client.connect()
    isIn = true
    await client.query('select 1')
    return performance.now() - since < probeTimeout ? 'there' : 'full'
  } catch (error) {
    if (error instanceof pg.DatabaseError) return isLoginFailing(error) ? 'full' : 'there'
    return isIn ? 'full' : 'away'
  } finally {
    clearTimeout(clock)
    client.end().catch(() => {})
  }
}

/** PgBouncer refuses who comes new, as PostgreSQL has refused it; who came before that waits. */
const isLoginFailing = ({ message }: { message: string }) => message.includes('server login has been failing')

/** Whoever waits for this connection is told that it is lost. */
export const destroySocket = (client: pg.ClientBase) => (client as unknown as { connection: pg.Connection }).connection.stream.destroy()

/**
 * PostgreSQL or a pooler before it has no connection left. PgBouncer has one code for all that it refuses, and says why PostgreSQL
 * refuses it the first time only: then PostgreSQL is asked past it.
 */
export async function isOutOfConnections(error: unknown, { direct }: ConnectionTarget): Promise<boolean> {
  const { code, message = '' } = error as { code?: string; message?: string }
  if (code !== '08P01') return code === '53300'
  if (/query_wait_timeout|no more connections allowed|max_\w*client_conn/.test(message)) return true
  if (!direct || !isLoginFailing({ message })) return false
  const client = new pg.Client({ ...direct, connectionTimeoutMillis: probeTimeout })
  client.on('error', () => {})
  const refused = await client.connect().then(
    () => false,
    refusal => refusal.code === '53300',
  )
  client.end().catch(() => {})
  return refused
}

/** PostgreSQL is away, stopping, full, too busy or out of connections: not the caller's fault, and over in a while. SQLSTATE classes 08, 40, 53, 57 and 58. */
export function isOutage(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  if (/^(08|40|53|57|58)/.test(code ?? '') || code === '25006') return true
  if (['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'].includes(code ?? '')) return true
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(message ?? '')
}
