import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Rejects with the server's output and `log()` when it ends before it listens. */
export async function waitForAddress(
  server: ChildProcess,
  { name = 'The server', log = () => '' }: { name?: string; log?: () => string } = {},
) {
  let text = ''
  const ready = new Promise<string>(resolve => {
    server.stdout?.on('data', chunk => {
      text += chunk
      const address = /ready: (http:\S+)/.exec(text)?.[1]
      if (address) resolve(address)
    })
  })
  const ended = once(server, 'exit').then(([code, signal]) => {
    throw new Error(`${name} ended (${code ?? signal}) before it was ready:\n${text}${log()}`)
  })
  return Promise.race([ready, ended])
}
