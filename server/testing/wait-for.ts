import { vi } from 'vitest'

/** Repeats an assertion until it holds. The default outlasts
 * a machine that stalls: only what never happens fails. */
export const waitFor = <T>(
  assertion: () => T | Promise<T>,
  { timeout = 50_000, interval = 50 } = {},
): Promise<T> => vi.waitFor(assertion, { timeout, interval })
