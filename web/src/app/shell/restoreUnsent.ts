import type { Me } from '#contract/identity.ts'

/** ms; a browser may never answer. */
const longestWait = 1_000
let restoring: { user: string; done: Promise<unknown> } | undefined

/** Once for a page, before it reads drafts: what a browser that was killed has lost of them. */
export async function restoreUnsent({ _id: user }: Me) {
  if (restoring?.user !== user)
    restoring = { user, done: Promise.race([restore(user).catch(() => {}), timeout()]) }
  await restoring.done
}

const timeout = () => new Promise(resolve => setTimeout(resolve, longestWait))

/** Loads no code for it where the browser has kept nothing yet. */
async function restore(user: string) {
  const known = await indexedDB.databases()
  if (!known.some(({ name }) => name === 'files')) return
  const { restoreOutgoing } = await import('./restoreOutgoing.ts')
  await restoreOutgoing(user)
}
