import type { ReactNode } from 'react'
import type { TicketStatus } from '#contract/tickets.ts'
import { TicketStatusTag } from '../TicketStatusTag.tsx'
import classes from './TicketSummary.module.css'

export const TicketSummary = ({ status, children }: { status: TicketStatus; children: ReactNode }) => (
  <div className={classes.summary}>
    <TicketStatusTag status={status} />
    {children}
  </div>
)
