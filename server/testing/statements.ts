import pg from 'pg'
import { vi } from 'vitest'

/** What is asked of PostgreSQL during some work; without what the queue asks now and then. */
export async function statementsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    const statements = (sent.mock.calls as unknown[][]).map(([given]) =>
      typeof given === 'string' ? given : (given as { text: string }).text,
    )
    return statements.filter(text => !text.includes('pgboss'))
  } finally {
    sent.mockRestore()
  }
}
