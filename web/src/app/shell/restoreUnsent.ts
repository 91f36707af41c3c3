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

const restore = async (user: string) => (await loadRestoring())?.restoreOutgoing(user)

let loading: Promise<typeof import('./restoreOutgoing.ts') | undefined> | undefined

/** Once for a page, before the user is known; no code where the browser has kept nothing yet. */
export function loadRestoring() {
  loading ??= load().catch(() => undefined)
  return loading
}

async function load() {
  const known = await indexedDB.databases()
  return known.some(({ name }) => name === 'files') ? import('./restoreOutgoing.ts') : undefined
}
