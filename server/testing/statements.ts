import pg from 'pg'
import { vi } from 'vitest'

/** The statements sent to PostgreSQL while `work` runs, without those of the job queue. */
export async function statementsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    const statements = (sent.mock.calls as unknown[][]).map(([query]) =>
      typeof query === 'string' ? query : (query as { text: string }).text,
    )
    return statements.filter(text => !text.includes('pgboss'))
  } finally {
    sent.mockRestore()
  }
}
