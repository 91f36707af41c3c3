import { useEffect } from 'react'
import { hasOutgoing } from '../../data/drafts.ts'
import { useMe } from '../../identity/session/session.ts'
import { whenRestored } from './restoreUnsent.ts'

/** Sends, on any page, the messages and files that an earlier one was left with. */
export function useUnsent() {
  const { _id } = useMe()
  useEffect(() => {
    const start = () => void resume(_id).catch(() => {}) // the next page does
    start()
    addEventListener('online', start) // another tab may be closed since
    return () => removeEventListener('online', start)
  }, [_id])
}

const loadOutboxes = () => import('../../tickets/outbox/resumeOutboxes.ts')

/** Again once all is restored; before, a file whose message is not restored yet would count as one
 * of a message that was sent. */
async function resume(user: string) {
  if (hasOutgoing(user)) (await loadOutboxes()).resumeOutboxes(user)
  await whenRestored(user)
  if (!hasOutgoing(user)) return
  const [{ resumeOutboxes }, { resumeUploads }] = await Promise.all([
    loadOutboxes(),
    import('../../files/upload/resumeUploads.ts'),
  ])
  resumeOutboxes(user)
  await resumeUploads()
}
