import type { ClientConfig } from 'pg'
import { readConfig } from '#platform/config/config.ts'
import { start } from '../../app/start.ts'

// An instance of the server as a child process: replies to its
// settings with the port, and stops when the parent disconnects.

process.once(
  'message',
  async ({
    environment,
    connection,
  }: {
    environment: Record<string, string>
    connection: ClientConfig
  }) => {
    const { port, stop } = await start(readConfig(environment), connection)
    process.on('disconnect', async () => {
      await stop()
      process.exit(0)
    })
    process.send?.(port)
  },
)
