import { expect } from './visit.ts'

/** Retries assertions that compare a page with the API:
 * concurrent tests change the data, and the page polls. */
export const expectEventually = (assertions: () => Promise<void>) =>
  expect(assertions).toPass({ timeout: 45_000 })
