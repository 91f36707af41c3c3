import { useEffect } from 'react'
import { hasOutgoing } from '../../data/drafts.ts'
import { useMe } from '../../identity/session/session.ts'

/** Sends, on any page, the messages and files that an earlier one was left with. */
export function useUnsent() {
  const { _id } = useMe()
  useEffect(() => {
    if (hasOutgoing(_id)) void resume(_id).catch(() => {}) // the next page does
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
