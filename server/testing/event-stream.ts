import { expect, onTestFinished } from 'vitest'
import type { LiveEvent } from '#contract/live.ts'
import type { Person } from './portal.ts'

/** A user's event stream over a connection of its own, until the test ends. */
export async function openEventStream(
  port: number,
  { domain, token }: Pick<Person, 'domain' | 'token'>,
  query = '',
  headers: Record<string, string> = {},
) {
  const disconnect = new AbortController()
  onTestFinished(() => disconnect.abort())
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/domain/${domain}/event${query}`, {
    headers: { ...headers, authorization: `Bearer ${token}` },
    signal: disconnect.signal,
  })
  let text = ''
  const read = async () => {
    for await (const bytes of response.body ?? []) text += Buffer.from(bytes).toString()
    return 'ended'
  }
  const ended = read().catch(() => 'aborted')
  await expect.poll(() => text).toContain('"ready"')
  const all = () =>
    [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data as string) as LiveEvent)
  const of = (...kinds: LiveEvent['kind'][]) => all().filter(({ kind }) => kinds.includes(kind))
  return {
    response,
    ended,
    disconnect,
    all,
    events: () => of('ticket', 'ownTicket', 'presence'),
    notifications: () => of('notification'),
  }
}
