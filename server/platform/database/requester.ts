import { AsyncLocalStorage } from 'node:async_hooks'
import type { Requester } from '#platform/concurrency/fair-semaphore.ts'

const requesters = new AsyncLocalStorage<Requester>()

/** Runs work whose connections are the requester's (record
 * 0024); those of other work are its vendor's own. */
export const runFor = <T>(requester: Requester, work: () => T): T => requesters.run(requester, work)

/** Undefined in jobs and other work that no request is waiting for. */
export const currentRequester = (): Requester | undefined => requesters.getStore()
