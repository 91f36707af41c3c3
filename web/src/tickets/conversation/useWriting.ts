import { privateStore } from '../../data/privateStore.ts'
import { useAttachments } from '../../files/upload/useAttachments.ts'
import type { Outgoing } from '../outbox/outbox.ts'
import { type Delivery, useOutbox } from '../outbox/useOutbox.ts'
import { useDraft } from './draft.ts'

/** In the browser's storage: what the author had seen when the draft was begun. */
type Start = { lastMessage: string | null }

/** What a user writes in one place: the draft with its files, and what is being sent. `key` names
 * both. `newest`: the newest message of the conversation, null: none; undefined where
 * messages of others that come meanwhile stop none of the user's. */
export function useWriting(key: string, delivery: Delivery, newest?: string | null) {
  const [text, setDraft] = useDraft(key)
  const attachments = useAttachments(key)
  const outbox = useOutbox(key, delivery)
  const startKey = `draft-start:${key}`

  function setText(next: string, lastMessage = newest) {
    if (next === '') privateStore.remove(startKey)
    else if (text === '' && lastMessage !== undefined)
      privateStore.write(startKey, { lastMessage } satisfies Start)
    setDraft(next)
  }
  return {
    text,
    setText: (next: string) => setText(next),
    attachments,
    outbox,
    /** What the author had seen when the draft was begun. */
    seen(): Pick<Outgoing, 'lastMessage'> {
      if (newest === undefined) return {}
      return (privateStore.read(startKey) as Start | null) ?? { lastMessage: newest }
    },
    restore(message: Pick<Outgoing, 'text' | 'files' | 'lastMessage'>) {
      setText([text.trim(), message.text].filter(Boolean).join('\n\n'), message.lastMessage)
      attachments.restore(message.files)
    },
  }
}
export type Writing = ReturnType<typeof useWriting>
