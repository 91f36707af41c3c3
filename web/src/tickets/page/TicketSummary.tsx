import type { ReactElement } from 'react'
import type { Ticket } from '#contract/tickets.ts'
import { PriorityTag } from '../PriorityTag.tsx'
import { TicketStatusTag } from '../TicketStatusTag.tsx'
import classes from './TicketSummary.module.css'

/** A normal priority is named beside the conversation only. */
export const TicketSummary = ({
  ticket: { status, priority },
  children: about,
}: {
  ticket: Pick<Ticket, 'status' | 'priority'>
  children: ReactElement
}) => (
  <div className={classes.summary}>
    <TicketStatusTag status={status} />
    {priority !== 'normal' && <PriorityTag priority={priority} />}
    {about}
  </div>
)
