import { readConfig } from '#platform/config/config.ts'
import type { Connection } from '#platform/postgres/postgres.ts'
import { type Running, start } from '../../server/app/start.ts'
import { answerParent } from './processes.ts'
import { record, recordedStatements, type Statement } from './recording.ts'

/** Start; or write down what is asked of PostgreSQL; or say what was, during a request that held `given`. */
export type ToProduct = { connection: Connection; dataDir: string; secret: string } | 'record' | { given: Record<string, unknown> }
export type FromProduct = { port: number; statements: Statement[] }

// The product as it is started everywhere.
let running: Running | undefined
answerParent<ToProduct, FromProduct>(
  async asked => {
    let statements: Statement[] = []
    if (asked === 'record') record()
    else if ('given' in asked) statements = recordedStatements(asked.given)
    else
      running = await start(
        // What is measured comes from few people and one address.
        readConfig({ DATA_DIR: asked.dataDir, TOKEN_SECRET: asked.secret, HOST: '127.0.0.1', PORT: '0', LIMIT_FACTOR: '1000' }),
        asked.connection,
      )
    return { port: running?.port ?? 0, statements }
  },
  async () => running?.stop(),
)
