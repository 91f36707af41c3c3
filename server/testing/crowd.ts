import { hashPassword } from '#platform/passwords.ts'

/** As long as some work takes, so many passwords wait for their turn that no other one may: who has had theirs comes again at once. */
export async function whileCrowded<T>(work: () => Promise<T>): Promise<{ outcome: T; turnedAway: number }> {
  let over = false
  const crowd = Promise.allSettled(
    [...Array(60)].map(async () => {
      do {
        await hashPassword('Torna1453')
      } while (!over)
    }),
  )
  const outcome = await work().finally(() => {
    over = true
  })
  return { outcome, turnedAway: (await crowd).filter(({ status }) => status === 'rejected').length }
}
