import { useAttachment } from '../../files/upload/useAttachment.ts'
import type { Outgoing, Send } from '../outbox/outbox.ts'
import { useOutbox } from '../outbox/useOutbox.ts'
import { useDraft } from './draft.ts'

/** What a user writes in one place: the draft with its
 * file, and what is being sent. `key` names both. */
export function useWriting(key: string, send: Send) {
  const [text, setText] = useDraft(key)
  const attachment = useAttachment(key)
  const outbox = useOutbox(key, send)
  return {
    text,
    setText,
    attachment,
    outbox,
    restore(message: Pick<Outgoing, 'text' | 'upload' | 'fileName'>) {
      setText([text.trim(), message.text].filter(Boolean).join('\n\n'))
      attachment.restore(message)
    },
  }
}
export type Writing = ReturnType<typeof useWriting>
