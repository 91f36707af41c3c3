import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { semaphore } from '#platform/semaphore.ts'

const derive = promisify(argon2)
/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane (Password Storage Cheat Sheet). memory is in KiB. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32
/** A hash takes its memory and a thread of the four that files are read on too: so two at once, and a wait of about two seconds at most. */
const hashSemaphore = semaphore(2, 50)

/** How many passwords of one account have high priority at a time, so that no user fills the queue of all. */
const maxPriorityPerAccount = 2
const priorityHashes = new Map<string, number>()

/**
 * Hashes in turn. Of high priority are the passwords of an `account` that has shown something of its user: a session, a link, or a place or browser
 * that they have signed in with.
 */
async function hashWithPriority<T>(account: string | undefined, hash: () => Promise<T>): Promise<T> {
  const count = priorityHashes.get(account ?? '') ?? 0
  if (account === undefined || count >= maxPriorityPerAccount) return hashSemaphore(hash)
  priorityHashes.set(account, count + 1)
  try {
    return await hashSemaphore(hash, 'high')
  } finally {
    const left = (priorityHashes.get(account) ?? 1) - 1
    if (left > 0) priorityHashes.set(account, left)
    else priorityHashes.delete(account)
  }
}

/** The hash of a password, argon2id in the PHC string format. Runs outside the main thread. @throws 503 where too many wait for theirs */
export async function hashPassword(password: string, account?: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await hashWithPriority(account, () => derive('argon2id', { message: password.normalize('NFC'), nonce, tagLength, ...cost }))
  const bare = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${bare(nonce)}$${bare(tag as Buffer)}`
}

/** Whether a password has this hash. Without a hash it takes as long and says no, so that the time does not tell who exists. @throws 503 as `hashPassword` does */
export async function isPassword(password: string, hash: string | null | undefined, account?: string): Promise<boolean> {
  const [, memory, passes, parallelism, nonce = '', tag = ''] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash ?? hashOfNoPassword) ?? []
  const right = Buffer.from(tag, 'base64')
  const given = await hashWithPriority(account, () =>
    derive('argon2id', {
      message: password.normalize('NFC'),
      nonce: Buffer.from(nonce, 'base64'),
      tagLength: right.length,
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
    }),
  )
  return timingSafeEqual(given as Buffer, right) && hash !== null && hash !== undefined
}

const hashOfNoPassword = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`
