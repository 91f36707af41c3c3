import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { TestPortal } from '#testing/portal.ts'

export async function startInstance(
  { dataDir, connection }: Pick<TestPortal, 'dataDir' | 'connection'>,
  environment: Record<string, string> = {},
) {
  const child = fork(new URL('server-process.ts', import.meta.url))
  child.send({ environment: { ...environment, PORT: '0', DATA_DIR: dataDir }, connection })
  const [port] = (await once(child, 'message')) as [number]
  return {
    port,
    pid: child.pid,
    async stop() {
      if (!child.connected) return
      child.disconnect()
      await once(child, 'exit')
    },
  }
}
