import { useEffect } from 'react'
import { paths } from '#contract/paths.ts'
import { createIdempotencyKey } from '../../data/idempotency.ts'
import type { Upload } from '../../files/upload/upload.ts'
import { useMe } from '../../identity/session/session.ts'
import { openingSender } from '../outbox/openingSender.ts'
import {
  isWaiting,
  loadKeptMessages,
  type NewTicket,
  newTicketKeyOf,
  openOutbox,
  settled,
} from '../outbox/outbox.ts'

/** Opens tickets, and resolves to the path of each: of the list where it
 * waits for the connection. @throws what refused it; the form keeps it then */
export function useOpenTicket() {
  const me = useMe()
  useEffect(() => void loadKeptMessages().catch(() => {}), []) // before the network is away
  return async (message: string, uploads: readonly Upload[], ticket: NewTicket) => {
    const { area, company } = ticket
    const key = createIdempotencyKey()
    const outbox = openOutbox(newTicketKeyOf(me._id))
    let opened = ''
    const sender = openingSender(id => {
      opened = id
    })
    await Promise.race([outbox.enqueue(message, uploads, sender, { key, ticket }), settled(outbox)])
    const left = outbox.messages.get().find(each => each.key === key)
    const list = area === 'account' ? paths.tickets(area, company) : paths.allTickets(area)
    // another tab may have opened it
    if (!left) return opened ? paths.ticket(area, company, opened) : list
    if (isWaiting(left)) return list
    outbox.withdraw(left)
    throw left.error ?? new DOMException('The files are lost.', 'AbortError')
  }
}
