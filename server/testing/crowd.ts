import { isPassword } from '#platform/crypto/passwords.ts'
import type { Priority } from '#platform/semaphore.ts'

/** As long as some work takes, so many passwords of one priority wait to be hashed that no other of it may. */
export async function whileCrowded<T>(work: () => Promise<T>, priority: Priority = 'normal'): Promise<{ outcome: T; turnedAway: number }> {
  let over = false
  const crowd = Promise.allSettled(
    [...Array(60)].map(async (_, i) => {
      do {
        await isPassword('Torna1453', null, priority === 'high' ? `account-${i}` : undefined)
      } while (!over)
    }),
  )
  const outcome = await work().finally(() => {
    over = true
  })
  return { outcome, turnedAway: (await crowd).filter(({ status }) => status === 'rejected').length }
}
