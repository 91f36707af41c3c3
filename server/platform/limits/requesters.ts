import type { FastifyRequest } from 'fastify'
import type { Requester } from '#platform/concurrency/fair-semaphore.ts'
import type { TokenClaims } from '#platform/crypto/signing.ts'
import { runFor } from '#platform/database/requester.ts'
import { networkOf } from './network.ts'

/** A user with several open tabs, and a hundred of them behind one address. */
const maxWaiting = { user: 100, network: 1_000 }

type Client = Pick<FastifyRequest, 'ip' | 'raw'>

/** By the verified token; requests without one are one
 * vendor, and each network of theirs is one user. */
export function requesterOf({ ip, raw }: Client, claims: TokenClaims | null): Requester {
  const hasLeft = () => raw.socket.destroyed
  return claims
    ? { vendor: claims.vendorId, user: claims.userId, maxWaiting: maxWaiting.user, hasLeft }
    : { ...visitorOf(ip), maxWaiting: maxWaiting.network, hasLeft }
}

const visitors = 'visitors'

export const visitorOf = (address: string): Requester => ({
  vendor: visitors,
  user: networkOf(address),
})

export const isVisitor = ({ vendor }: Requester) => vendor === visitors

export const runForVisitor = <T>(client: Client, work: () => T): T =>
  runFor(requesterOf(client, null), work)

/** For the rest of a call, such as its entry in the audit,
 * which also an absent client and a long wait do not stop. */
export const begun = ({ vendor, user }: Requester): Requester => ({ vendor, user, isBegun: true })
