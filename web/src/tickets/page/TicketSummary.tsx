import type { ReactNode } from 'react'
import type { Area } from '#contract/paths.ts'
import type { Ticket } from '#contract/tickets.ts'
import { useNarrow } from '../../browser/useNarrow.ts'
import { ticketMessages as t, userMessages } from '../../messages/current.ts'
import { PhoneLinks } from '../../ui/controls/ContactLink.tsx'
import { Tag } from '../../ui/controls/Tag.tsx'
import { CallBackTag } from '../CallBackTag.tsx'
import { AnswerTime } from '../conversation/AnswerTime.tsx'
import { PriorityTag } from '../PriorityTag.tsx'
import { TicketStatusTag } from '../TicketStatusTag.tsx'
import classes from './TicketSummary.module.css'

type Props = {
  ticket: Pick<Ticket, 'status' | 'priority' | 'waitingFor' | 'dateDue' | 'callBack' | 'contact'>
  area: Area
  children: ReactNode
}

/** A normal priority is named beside the conversation only, and so is
 * by when a customer may expect an answer, but for a phone. */
export function TicketSummary({ ticket, area, children: about }: Props) {
  const isNarrow = useNarrow()
  const { status, priority, waitingFor, dateDue, callBack, contact } = ticket
  const turn =
    area !== 'account' ? null : waitingFor === 'customer' ? (
      <Tag tone="accent">{t.answered}</Tag>
    ) : (
      isNarrow && dateDue !== null && <AnswerTime ticket={ticket} isTeamOnline={false} />
    )
  return (
    <div className={classes.summary}>
      <TicketStatusTag status={status} />
      {priority !== 'normal' && <PriorityTag priority={priority} />}
      {about}
      {callBack && <CallBackTag number={callBack} />}
      {contact && <Tag tone="idle">{userMessages.contact}</Tag>}
      {contact && contact.phone !== callBack && <PhoneLinks text={contact.phone} />}
      {turn && <div className={classes.turn}>{turn}</div>}
    </div>
  )
}
