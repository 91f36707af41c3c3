import { useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Area } from '#contract/paths.ts'
import { newestPageOf } from '#contract/text/conversation-page.ts'
import type { Ticket } from '#contract/tickets.ts'
import { CallError, call } from '../../data/api.ts'
import { linkLifetime } from '../../files/refetchWhileChecking.ts'
import { changeCachedTicket } from '../cachedTicket.ts'
import { ticketCalls } from '../calls.ts'
import { addOlderMessages, renewMessages } from './olderMessages.ts'

export type EarlierMessages = { load: () => void; isLoading: boolean; error: unknown }

/** Loads the messages before the oldest of a long conversation,
 * on demand, or when the address names an older one. */
export function useEarlierMessages(
  area: Area,
  { _id: id, company, conversation, earlier }: Ticket,
): EarlierMessages {
  const { messages } = ticketCalls(area)
  const [state, setState] = useState<{ isLoading: boolean; error: unknown }>({
    isLoading: false,
    error: null,
  })
  const readBefore = (before: string) =>
    call(messages, { params: { company, ticket: id }, query: { before } })

  async function load() {
    if (earlier === undefined || state.isLoading) return
    setState({ isLoading: true, error: null })
    try {
      const page = await readBefore(earlier)
      changeCachedTicket(area, id, ticket => addOlderMessages(ticket, earlier, page))
      setState({ isLoading: false, error: null })
    } catch (error) {
      setState({ isLoading: false, error })
      if (!(error instanceof CallError)) throw error // for the console
    }
  }

  const { hash } = useLocation()
  const [oldest] = conversation
  // ids grow with time
  const isAddressedEarlier = Boolean(hash) && oldest !== undefined && hash < oldest._id
  const canLoadAddressed = isAddressedEarlier && !state.isLoading && state.error === null
  const loadAddressed = useEffectEvent(() => void load())
  // biome-ignore lint/correctness/useExhaustiveDependencies: page after page, until the addressed message is there
  useEffect(() => {
    if (canLoadAddressed) loadAddressed()
  }, [canLoadAddressed, earlier])

  // The polled response renews the links to the newest messages' files only.
  const newest = newestPageOf(conversation)
  const older = conversation.slice(0, -newest.length)
  const hasOlderFiles = older.some(({ files }) => files.length > 0)
  const renewLinks = useEffectEvent(async () => {
    let before = newest[0]?._id
    for (let left = older.length; before && left > 0; ) {
      const page: Awaited<ReturnType<typeof readBefore>> = await readBefore(before)
      changeCachedTicket(area, id, ticket => renewMessages(ticket, page.messages))
      left -= page.messages.length
      before = page.earlier
    }
  })
  useEffect(() => {
    if (!hasOlderFiles) return
    // the next one tries again
    const timer = setInterval(() => renewLinks().catch(() => {}), linkLifetime)
    return () => clearInterval(timer)
  }, [hasOlderFiles])

  return { load: () => void load(), ...state }
}
