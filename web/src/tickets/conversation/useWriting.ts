import { useAttachments } from '../../files/upload/useAttachments.ts'
import type { Outgoing, Send } from '../outbox/outbox.ts'
import { useOutbox } from '../outbox/useOutbox.ts'
import { useDraft } from './draft.ts'

/** What a user writes in one place: the draft with its
 * files, and what is being sent. `key` names both. */
export function useWriting(key: string, send: Send) {
  const [text, setText] = useDraft(key)
  const attachments = useAttachments(key)
  const outbox = useOutbox(key, send)
  return {
    text,
    setText,
    attachments,
    outbox,
    restore(message: Pick<Outgoing, 'text' | 'files'>) {
      setText([text.trim(), message.text].filter(Boolean).join('\n\n'))
      attachments.restore(message.files)
    },
  }
}
export type Writing = ReturnType<typeof useWriting>
