import pg from 'pg'

/** `timeout` in ms, for the connection and each query. */
export async function withClient<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
  timeout = 5_000,
): Promise<T> {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: 5_000,
    query_timeout: timeout,
  })
  client.on('error', () => {}) // the running query rejects
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
