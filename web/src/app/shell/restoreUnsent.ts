import type { Me } from '#contract/identity.ts'

/** ms; a browser may never answer. */
const longestWait = 1_000
type Restoring = { user: string; done: Promise<unknown>; waited: Promise<unknown> }
let restoring: Restoring | undefined

/** Before a page reads drafts: what a browser that was killed has lost of them. A slow browser
 * goes on behind the page. */
export const restoreUnsent = ({ _id }: Me) => startOnce(_id).waited

/** Rejects where it could not be done; called again, it is tried again. */
export const whenRestored = (user: string) => startOnce(user).done

function startOnce(user: string): Restoring {
  if (restoring?.user !== user) {
    const done = restore(user)
    const tried = done.catch(() => {
      restoring = undefined
    })
    restoring = { user, done, waited: Promise.race([tried, timeout()]) }
  }
  return restoring
}

const timeout = () => new Promise(resolve => setTimeout(resolve, longestWait))

const restore = async (user: string) => (await loadRestoring())?.restoreOutgoing(user)

/** Also before the user is known; no code where the browser has kept nothing yet. */
export async function loadRestoring() {
  const known = await indexedDB.databases()
  return known.some(({ name }) => name === 'files') ? import('./restoreOutgoing.ts') : undefined
}
