import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { destroySocket } from './outage.ts'

/** Connections per instance that wait for the lock, or hold it. */
export const leadConnections = 1

/** In ms. A connection that does not answer within `response` is dead. */
const timeouts = { connection: 3_000, response: 5_000, betweenProbes: 5_000 }

/** Runs `work` on one instance at a time, under the lock of this name. `onWait` is
 * called while another one has it; the signal of `work` aborts when the connection of
 * the lock ends. @throws what `work` throws, and when the database cannot be reached */
export async function leadAlone(
  connection: pg.ClientConfig,
  name: string,
  stopping: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
  onWait: () => void = () => {},
): Promise<void> {
  const client = new pg.Client({
    ...connection,
    application_name: `tezgah ${name}`,
    keepAlive: true,
    connectionTimeoutMillis: timeouts.connection,
    query_timeout: timeouts.response,
  })
  const ended = new AbortController()
  client.on('error', () => {})
  client.on('end', () => ended.abort())
  const signal = AbortSignal.any([ended.signal, stopping])
  try {
    await client.connect()
    // Not a query that blocks: its snapshot would keep vacuum from removing rows.
    while (
      !(await client.query('select pg_try_advisory_lock(hashtext($1)) as held', [`tezgah ${name}`]))
        .rows[0].held
    ) {
      onWait()
      await pause(timeouts.betweenProbes, undefined, { signal, ref: false })
    }
    // a dead network connection raises no error
    const probes = probe(client, signal).catch(() => ended.abort())
    await work(signal).finally(() => ended.abort())
    await probes
  } finally {
    destroySocket(client)
  }
}

async function probe(client: pg.Client, signal: AbortSignal) {
  while (!signal.aborted) {
    await pause(timeouts.betweenProbes, undefined, { signal, ref: false }).catch(() => {})
    if (!signal.aborted) await client.query('select 1')
  }
}
