import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { semaphore } from '#platform/concurrency/semaphore.ts'

const derive = promisify(argon2)
/** argon2id with 19 MiB (memory is in KiB), two passes, one
 * lane: OWASP Password Storage Cheat Sheet, second choice. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32
/** Each hash needs 19 MiB and one of libuv's four threads;
 * 50 waiting hashes take about 2 s (record 0019). */
const hashSemaphore = semaphore(2, 50)

const maxPriorityPerAccount = 2
const priorityHashes = new Map<string, number>()

/** With high priority for an `account` that a session, a
 * link, a known network or a known browser identifies. */
async function hashWithPriority<T>(
  account: string | undefined,
  hash: () => Promise<T>,
): Promise<T> {
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

/** The argon2id hash of a password as a PHC string. @throws 503 when the queue is full */
export async function hashPassword(password: string, account?: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await hashWithPriority(account, () =>
    derive('argon2id', { message: password.normalize('NFC'), nonce, tagLength, ...cost }),
  )
  const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(tag as Buffer)}`
}

/** Whether the password has this hash; as slow without one, which hides
 * whether an account exists. @throws 503 when the queue is full */
export async function isPassword(
  password: string,
  hash: string | null | undefined,
  account?: string,
): Promise<boolean> {
  const [, memory, passes, parallelism, nonce = '', tag = ''] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash ?? dummyHash) ?? []
  const expected = Buffer.from(tag, 'base64')
  const actual = await hashWithPriority(account, () =>
    derive('argon2id', {
      message: password.normalize('NFC'),
      nonce: Buffer.from(nonce, 'base64'),
      tagLength: expected.length,
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
    }),
  )
  return timingSafeEqual(actual as Buffer, expected) && hash !== null && hash !== undefined
}

const dummyHash = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`
