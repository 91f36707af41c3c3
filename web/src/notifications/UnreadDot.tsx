import type { ReactElement } from 'react'
import type { TicketRow } from '#contract/tickets.ts'
import { useStore } from '../browser/store.ts'
import { unread } from '../browser/unread.ts'
import { notificationMessages as t } from '../messages/current.ts'
import classes from './UnreadDot.module.css'

/** Marks the children, a ticket's name, where the user has not
 * seen its last message or has unread notifications of it. */
export const UnreadDot = ({
  ticket: { _id, isUnread },
  children: link,
}: {
  ticket: Pick<TicketRow, '_id' | 'isUnread'>
  children: ReactElement
}) => (
  <div className={classes.line}>
    {(useStore(unread).tickets.has(_id) || isUnread) && (
      <span className={classes.dot} title={t.unread}>
        <span className="sr-only">{t.unread}</span>
      </span>
    )}
    {link}
  </div>
)
