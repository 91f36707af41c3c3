import { readConfig } from '#platform/config/config.ts'
import { releaseMemoryWhenIdle } from '#platform/memory.ts'
import type { ConnectionParameters } from '#platform/postgres/postgres.ts'
import { type Running, start } from '../../server/app/start.ts'
import { serveParent } from './processes.ts'
import { type Statement, startRecording, stopRecording } from './recording.ts'

/** Start the server; record its SQL; or return the statements, with
 * values replaced by the names of the request's `parameters`. */
export type ToProduct =
  | { connection: ConnectionParameters; dataDir: string; secret: string }
  | 'record'
  | { parameters: Record<string, unknown> }
export type FromProduct = { port: number; statements: Statement[] }

let running: Running | undefined
serveParent<ToProduct, FromProduct>(
  async message => {
    let statements: Statement[] = []
    if (message === 'record') startRecording()
    else if ('parameters' in message) statements = stopRecording(message.parameters)
    else {
      running = await start(
        // Few users on one address make all requests: rate limits must not apply.
        readConfig({
          DATA_DIR: message.dataDir,
          TOKEN_SECRET: message.secret,
          HOST: '127.0.0.1',
          PORT: '0',
          LIMIT_FACTOR: '1000',
          NOTIFY_DELAY: '0s',
        }),
        message.connection,
      )
      releaseMemoryWhenIdle(running.http.server)
    }
    return { port: running?.port ?? 0, statements }
  },
  async () => running?.stop(),
)
