import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { noticeChannel } from '#platform/database/connection.ts'
import { destroySocket } from '#platform/database/outage.ts'
import type { ConnectionTarget } from '#platform/database/server-role.ts'
import { reconnect } from '#platform/reconnect.ts'

/** Connections per instance that listen for notices; a
 * pooler in transaction mode cannot pass notices on. */
export const listenConnections = 1

/** In ms. A connection that does not answer within `response` is dead. */
const timeouts = { connection: 3_000, response: 5_000, betweenProbes: 10_000 }
const retryDelays = { first: 100, longest: 5_000 } // ms

type Handlers = {
  onNotice: (text: string) => void
  onConnect: () => void
  onDisconnect: (error: unknown) => void
}

/** Listens for the notices of all vendors, past a pooler,
 * and connects again whenever the connection ends. */
export function openListener(
  { connection, direct }: ConnectionTarget,
  { onNotice, onConnect, onDisconnect }: Handlers,
) {
  const stopping = new AbortController()
  const firstAttempt = Promise.withResolvers<void>()

  async function listen() {
    const client = new pg.Client({
      ...(direct ?? connection),
      application_name: 'tezgah notices',
      keepAlive: true,
      connectionTimeoutMillis: timeouts.connection,
      query_timeout: timeouts.response,
    })
    const ended = new AbortController()
    client.on('error', () => {})
    client.on('end', () => ended.abort())
    client.on('notification', ({ payload = '' }) => onNotice(payload))
    try {
      await client.connect()
      await client.query(`listen ${noticeChannel}`)
      onConnect()
      firstAttempt.resolve()
      const signal = AbortSignal.any([ended.signal, stopping.signal])
      while (!signal.aborted) {
        await pause(timeouts.betweenProbes, undefined, { signal, ref: false }).catch(() => {})
        // a dead network connection raises no error
        if (!signal.aborted) await client.query('select 1')
      }
    } finally {
      destroySocket(client)
    }
  }

  const running = reconnect(
    () => listen().finally(firstAttempt.resolve),
    onDisconnect,
    retryDelays,
    stopping.signal,
  )

  return {
    firstAttempt: firstAttempt.promise,
    async close() {
      stopping.abort()
      await running
    },
  }
}
