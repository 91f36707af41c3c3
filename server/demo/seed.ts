import { fork } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import type { Config } from '#platform/config/config.ts'

const demoDomains = ['localhost', '127.0.0.1']

/** Inserts the sample vendor into an empty demo, in a
 * process of its own, whose memory is freed afterwards. */
export async function seedDemo(config: Config, connection: pg.ClientConfig) {
  if (await isSeeded(connection)) return
  const { dataDir, storageUrl } = config
  const child = fork(new URL('./seed-process.ts', import.meta.url), [
    JSON.stringify({ connection, dataDir, storageUrl, domains: demoDomains }),
  ])
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('The sample vendor could not be inserted into the demo.')
}

async function isSeeded(connection: pg.ClientConfig) {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query('select from vendor_domains where domain = any($1)', [
    demoDomains,
  ])
  await client.end()
  return rows.length > 0
}
