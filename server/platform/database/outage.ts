import pg from 'pg'
import type { Way } from './server-role.ts'

/** `full`: it is there, and the pooler before it has no connection to give. */
export type Sign = 'there' | 'full' | 'away'

/** How long is waited for a sign of life, in ms. */
const patience = 700

/** Whether PostgreSQL answers who comes new, if only to refuse. A pooler lets people in that it has no connection for: then PostgreSQL is asked past it. */
export async function signOfLife({ connection, direct }: Way): Promise<Sign> {
  const [sign, behind] = await Promise.all([answerOf(connection), direct && answerOf(direct)])
  return sign === 'full' && behind !== 'there' ? 'away' : sign
}

/** `full`: it lets people in and does not answer them. */
async function answerOf(connection: pg.ClientConfig): Promise<Sign> {
  const since = performance.now()
  let isIn = false
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: patience, query_timeout: patience })
  client.on('error', () => {})
  const clock = setTimeout(hangUp, patience, client)
  try {
    await client.connect()
    isIn = true
    await client.query('select 1')
    return performance.now() - since < patience ? 'there' : 'full'
  } catch (error) {
    if (error instanceof pg.DatabaseError) return isShutOut(error) ? 'full' : 'there'
    return isIn ? 'full' : 'away'
  } finally {
    clearTimeout(clock)
    client.end().catch(() => {})
  }
}

/** PgBouncer refuses who comes new, as PostgreSQL has refused it; who came before that waits. */
const isShutOut = ({ message }: { message: string }) => message.includes('server login has been failing')

/** Whoever waits for this connection is told that it is lost. */
export const hangUp = (client: pg.ClientBase) => (client as unknown as { connection: pg.Connection }).connection.stream.destroy()

/**
 * PostgreSQL or a pooler before it has no connection left. PgBouncer has one code for all that it refuses, and says why PostgreSQL
 * refuses it the first time only: then PostgreSQL is asked past it.
 */
export async function isFull(error: unknown, { direct }: Way): Promise<boolean> {
  const { code, message = '' } = error as { code?: string; message?: string }
  if (code !== '08P01') return code === '53300'
  if (/query_wait_timeout|no more connections allowed|max_\w*client_conn/.test(message)) return true
  if (!direct || !isShutOut({ message })) return false
  const client = new pg.Client({ ...direct, connectionTimeoutMillis: patience })
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
