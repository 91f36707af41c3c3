import { createStore } from './store.ts'

/** Whether a message has arrived below what the reader sees of the open conversation. */
export const unseen = createStore(false)
