import { isSeen } from '#contract/text/turkish.ts'
import { privateStore } from '../../data/privateStore.ts'
import { conversationKeyOf, noteKeyOf, openOutbox } from '../outbox/outbox.ts'

/** Whether the user has a draft, or a message or note that is not sent, on a ticket. */
export const hasUnsent = (userId: string, ticket: string) =>
  [conversationKeyOf(userId, ticket), noteKeyOf(userId, ticket)].some(
    key =>
      openOutbox(key).messages.get().length > 0 ||
      isSeen(String(privateStore.read(`draft:${key}`) ?? '')),
  )
