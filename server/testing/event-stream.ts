import { expect, onTestFinished } from 'vitest'
import type { LiveEvent } from '#contract/live.ts'
import type { Person, TestPortal } from './portal.ts'

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
    events: () => of('ticket', 'ownTicket', 'mailed', 'presence'),
    notifications: () => of('notification'),
  }
}

export function eventStreamsIn({ port, owner }: Pick<TestPortal, 'port' | 'owner'>) {
  /** A stream without the notices of what was made for the test. */
  async function openStream(person: Person, query?: string) {
    if (query === undefined) await deliverNotices(person)
    return openEventStream(port, person, query)
  }

  /** Waits until the server has had every notice so far;
   * PostgreSQL delivers them in the order of their commits. */
  async function deliverNotices(person: Person) {
    const probe = await openEventStream(port, person)
    await owner.query(
      `select pg_notify('tezgah_notices', json_build_object('vendor', vendor_id, 'kind', 'notification', 'user', id)::text) from users where id = $1`,
      [person.userId],
    )
    await expect.poll(probe.notifications).not.toEqual([])
    probe.disconnect.abort()
  }
  return { openStream }
}
