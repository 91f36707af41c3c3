import { useNavigate } from '@tanstack/react-router'
import { type Area, paths } from '#contract/paths.ts'
import { announceError } from '../../data/queries.ts'
import { toast } from '../../data/toasts.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { nextInQueue, useHasLastQueue } from '../queue/lastQueue.ts'

/** Opens the next ticket of the list that led to this one; null where none did. */
export function useNextTicket(area: Area, ticket: string): (() => Promise<void>) | null {
  const navigate = useNavigate()
  const hasQueue = useHasLastQueue()
  if (area === 'account' || !hasQueue) return null
  return async () => {
    try {
      const next = await nextInQueue(ticket)
      if (next) await navigate({ to: paths.ticket(area, next.company, next._id) })
      else toast.success(t.noNext)
    } catch (error) {
      announceError(error)
    }
  }
}
