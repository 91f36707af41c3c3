import { fork } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import type { Config } from '#platform/config/config.ts'

const demoDomains = ['localhost', '127.0.0.1']

/** Fills an empty demo with its sample vendor, in a process of its own: what that takes in memory the server need not keep. */
export async function seedDemo(config: Config, connection: pg.ClientConfig) {
  if (await isSeeded(connection)) return
  const { dataDir, storageUrl } = config
  const child = fork(new URL('./seed-process.ts', import.meta.url), [
    JSON.stringify({ connection, dataDir, storageUrl, domains: demoDomains }),
  ])
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('The demo could not be filled with its sample vendor.')
}

async function isSeeded(connection: pg.ClientConfig) {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query('select from vendor_domains where domain = any($1)', [demoDomains])
  await client.end()
  return rows.length > 0
}
