import { type Message, MessagesSince } from '#contract/tickets.ts'
import { CallError } from '../../data/api.ts'

/** The messages of others for which an answer was refused. */
export const messagesSince = (error: unknown): Message[] =>
  error instanceof CallError && error.name === 'MessagesSinceError'
    ? (MessagesSince.safeParse(error.details).data?.messages ?? [])
    : []
