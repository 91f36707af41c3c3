import { useEffect, useEffectEvent } from 'react'
import { useStore } from '../../browser/store.ts'
import type { Upload } from '../../files/upload/upload.ts'
import { type Extras, loadKeptMessages, type Outgoing, openOutbox, type Send } from './outbox.ts'

/** How messages of a conversation are sent, and where they were written. */
export type Delivery = { send: Send; at: NonNullable<Outgoing['at']> }

/** A conversation's outgoing messages. Sending continues while the
 * user visits other pages; a failed message waits for a retry. */
export function useOutbox(conversationKey: string, { send, at }: Delivery) {
  const outbox = openOutbox(conversationKey)
  const messages = useStore(outbox.messages)
  const resume = useEffectEvent(() => {
    void outbox.resume(send)
    loadKeptMessages().catch(() => {}) // before the network is away
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each conversation
  useEffect(() => resume(), [outbox])
  return {
    messages,
    /** Returns whether all messages of the conversation are sent then. */
    async enqueue(text: string, uploads: readonly Upload[], extras?: Extras) {
      await outbox.enqueue(text, uploads, send, { ...extras, at })
      return outbox.messages.get().length === 0
    },
    retry: (message: Outgoing) => void outbox.retry(message, send),
    removeFile: (message: Outgoing, upload: Upload) =>
      void outbox.removeFile(message, upload, send),
    withdraw: outbox.withdraw,
  }
}
export type ConversationOutbox = ReturnType<typeof useOutbox>
