import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type S3rver = { run(): Promise<{ port: number }>; httpServer: Server; close(): Promise<void> }
type Options = { address: string; port: number; silent: boolean; directory: string; configureBuckets: { name: string }[] }

// Required, since the package has no types to import.
const require = createRequire(import.meta.url)
const S3rver: new (options: Options) => S3rver = require('s3rver')

/**
 * An S3 server on a free port of loopback with one empty bucket. `url` is its STORAGE_URL, `folder` where it keeps objects.
 * It differs from S3 in two ways: it does not check signatures, and keeps what arrived of an upload that broke off.
 */
export async function startBucket() {
  const directory = await mkdtemp(join(tmpdir(), 'bucket-'))
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: 'files' }] })
  const { port } = await server.run()
  return {
    url: `s3://S3RVER:S3RVER@files?endpoint=http://127.0.0.1:${port}`,
    folder: join(directory, 'files'),
    async stop() {
      server.httpServer.closeAllConnections()
      await server.close()
      await rm(directory, { recursive: true })
    },
  }
}
