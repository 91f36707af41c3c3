import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** The address that a server prints once it listens; `name` and `log` tell whoever reads why it ended before. */
export async function addressOf(server: ChildProcess, { name = 'The server', log = () => '' }: { name?: string; log?: () => string } = {}) {
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
