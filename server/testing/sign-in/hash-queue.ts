import type { Priority } from '#platform/concurrency/semaphore.ts'
import { isPassword } from '#platform/crypto/passwords.ts'

/** Keeps the queue of password hashes of one priority full while `work` runs. */
export async function whileHashQueueFull<T>(
  work: () => Promise<T>,
  priority: Priority = 'normal',
): Promise<{ outcome: T; refused: number }> {
  let isDone = false
  const hashes = Promise.allSettled(
    [...Array(60)].map(async (_, i) => {
      do {
        await isPassword('Torna1453', null, priority === 'high' ? `account-${i}` : undefined)
      } while (!isDone)
    }),
  )
  const outcome = await work().finally(() => {
    isDone = true
  })
  return { outcome, refused: (await hashes).filter(({ status }) => status === 'rejected').length }
}
