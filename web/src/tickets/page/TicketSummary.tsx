import type { ReactElement } from 'react'
import type { TicketStatus } from '#contract/tickets.ts'
import { TicketStatusTag } from '../TicketStatusTag.tsx'
import classes from './TicketSummary.module.css'

export const TicketSummary = ({
  status,
  children: about,
}: {
  status: TicketStatus
  children: ReactElement
}) => (
  <div className={classes.summary}>
    <TicketStatusTag status={status} />
    {about}
  </div>
)
