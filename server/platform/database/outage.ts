import pg from 'pg'
import type { ConnectionTarget } from './server-role.ts'

/** `saturated`: the pooler has no free connection. */
export type Health = 'up' | 'saturated' | 'down'

/** Whether PostgreSQL answers a new connection within `timeout` ms,
 * if only with an error; past a pooler that accepts clients only. */
export async function probeDatabase(
  { connection, direct }: ConnectionTarget,
  timeout: number,
): Promise<Health> {
  const [health, directHealth] = await Promise.all([
    probeTarget(connection, timeout),
    direct && probeTarget(direct, timeout),
  ])
  return health === 'saturated' && directHealth !== 'up' ? 'down' : health
}

async function probeTarget(connection: pg.ClientConfig, timeout: number): Promise<Health> {
  const { isConnected, error } = await tryQuery(connection, timeout)
  if (!error) return 'up'
  if (error instanceof pg.DatabaseError) return isLoginFailing(error) ? 'saturated' : 'up'
  return isConnected ? 'saturated' : 'down'
}

async function tryQuery(
  connection: pg.ClientConfig,
  timeout: number,
): Promise<{ isConnected: boolean; error?: Error & { code?: string } }> {
  let isConnected = false
  const client = new pg.Client(connection)
  client.on('error', () => {})
  const timer = setTimeout(destroySocket, timeout, client)
  try {
    await client.connect()
    isConnected = true
    await client.query('select 1')
    return { isConnected }
  } catch (error) {
    return { isConnected, error: error as Error }
  } finally {
    clearTimeout(timer)
    client.end().catch(() => {})
  }
}

const isLoginFailing = ({ message }: { message: string }) =>
  message.includes('server login has been failing')

/** Closes the TCP or Unix socket at once, where `client.end()`
 * would wait for a server that does not respond. */
export const destroySocket = (client: pg.ClientBase) =>
  (client as unknown as { connection: pg.Connection }).connection.stream.destroy()

/** Whether PostgreSQL or the pooler has no connection left; asks
 * directly again, as PgBouncer gives PostgreSQL's reason only once. */
export async function isOutOfConnections(
  error: unknown,
  { direct }: ConnectionTarget,
  timeout: number,
): Promise<boolean> {
  const { code, message = '' } = error as { code?: string; message?: string }
  if (code !== '08P01') return code === '53300'
  if (/query_wait_timeout|no more connections allowed|max_\w*client_conn/.test(message)) return true
  if (!direct || !isLoginFailing({ message })) return false
  const { error: reason } = await tryQuery(direct, timeout)
  return reason?.code === '53300'
}

/** Whether an error is temporary and not the caller's fault
 * (SQLSTATE classes 08, 40, 53, 57, 58). */
export function isOutage(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  if (/^(08|40|53|57|58)/.test(code ?? '') || code === '25006') return true
  if (['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'].includes(code ?? ''))
    return true
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
    message ?? '',
  )
}
