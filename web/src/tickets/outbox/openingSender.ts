import { tickets } from '#contract/tickets.ts'
import { call } from '../../data/api.ts'
import { announceError, refresh } from '../../data/queries.ts'
import { toast } from '../../data/toasts.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { isPassing, type Send } from './outbox.ts'

/** Opens tickets with what was written; `onOpened` is called with the id of each. */
export const openingSender =
  (onOpened?: (ticket: string) => void): Send =>
  async ({ contents, files, ticket }, idempotencyKey, scope, signal) => {
    if (!ticket) throw new Error('A message without its new ticket')
    const { area, company, user, contact, ...fields } = ticket
    const body = { ...fields, message: contents, files }
    const sent = { params: { company }, idempotencyKey, scope, signal }
    const opening =
      area === 'account'
        ? call(tickets.open, { ...sent, body })
        : call(tickets.openOnBehalf, { ...sent, body: { ...body, user, contact } })
    const { _id } = await opening.catch(error => {
      // the form says it itself
      if (!onOpened && !signal.aborted && !isPassing(error)) announceError(error)
      throw error
    })
    toast.success(area === 'account' ? t.ticketOpened : t.openedOnBehalf)
    onOpened?.(_id)
    void refresh()
  }
