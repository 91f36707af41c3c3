import { IconAlertOctagon, IconAlertTriangle, IconFlag, IconHelp } from '@tabler/icons-react'
import type { TicketPriority } from '#contract/tickets.ts'
import { ticketMessages as t } from '../messages/current.ts'
import { Tag } from '../ui/controls/Tag.tsx'
import classes from './PriorityTag.module.css'

const icons = {
  standing: IconAlertOctagon,
  impaired: IconAlertTriangle,
  normal: IconFlag,
  question: IconHelp,
}
const tones = { standing: 'wrong', impaired: 'soon', normal: 'idle', question: 'idle' } as const

/** Where a tag has no room. */
export function PriorityIcon({ priority }: { priority: TicketPriority }) {
  const Icon = icons[priority]
  return (
    <span className={classes.icon} data-tone={tones[priority]} title={t.priorities[priority]}>
      <Icon aria-hidden />
      <span className="sr-only">{t.priorities[priority]}</span>
    </span>
  )
}

export function PriorityTag({ priority }: { priority: TicketPriority }) {
  const Icon = icons[priority]
  return (
    <Tag tone={tones[priority]}>
      <Icon aria-hidden />
      <span>{t.priorities[priority]}</span>
    </Tag>
  )
}
