import { useEffect } from 'react'
import { hasOutgoing } from '../../data/drafts.ts'
import { useMe } from '../../identity/session/session.ts'

/** Sends, on any page, the messages and files that an earlier one was left with. */
export function useUnsent() {
  const { _id } = useMe()
  useEffect(() => {
    const start = () => {
      if (hasOutgoing(_id)) void resume(_id).catch(() => {}) // the next page does
    }
    start()
    addEventListener('online', start) // another tab may be closed since
    return () => removeEventListener('online', start)
  }, [_id])
}

async function resume(user: string) {
  const [{ resumeOutboxes }, { resumeUploads }] = await Promise.all([
    import('../../tickets/outbox/resumeOutboxes.ts'),
    import('../../files/upload/resumeUploads.ts'),
  ])
  resumeOutboxes(user)
  await resumeUploads()
}
