import { createStore } from './store.ts'

/** Whether the user has gone back or forward to the page: the router restores its
 * scroll position as soon as it is rendered, so its rows must be there at once. */
export const returning = createStore(false)
