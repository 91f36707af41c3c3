import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type S3rver = { run(): Promise<{ port: number }>; httpServer: Server; close(): Promise<void> }
type Options = {
  address: string
  port: number
  silent: boolean
  directory: string
  configureBuckets: { name: string }[]
  allowMismatchedSignatures: boolean
}

// `require`, as the package has no types.
const require = createRequire(import.meta.url)
const S3rver: new (options: Options) => S3rver = require('@20minutes/s3rver')

/** An S3 server on loopback with an empty bucket. Unlike S3
 * it checks no signatures, and stores aborted uploads. */
export async function startBucket() {
  const directory = await mkdtemp(join(tmpdir(), 'bucket-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'files' }],
    allowMismatchedSignatures: true,
  })
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
