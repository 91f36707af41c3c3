import { createStore } from './store.ts'

/** The user's unread notifications: their number for the
 * page's title, and the tickets for the dots in lists. */
export const unread = createStore<{ count: number; tickets: ReadonlySet<string> }>({
  count: 0,
  tickets: new Set(),
})
