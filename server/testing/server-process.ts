import type { ClientConfig } from 'pg'
import { readConfig } from '#platform/config/config.ts'
import { start } from '../app/start.ts'

// A copy of the server as a process of its own: told where its data is, it says its port; it stops when its parent lets go.

process.once('message', async ({ environment, connection }: { environment: Record<string, string>; connection: ClientConfig }) => {
  const { port, stop } = await start(readConfig(environment), connection)
  process.on('disconnect', async () => {
    await stop()
    process.exit(0)
  })
  process.send?.(port)
})
