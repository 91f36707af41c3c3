import { IconAlertOctagon, IconAlertTriangle, IconFlag, IconHelp } from '@tabler/icons-react'
import type { TicketPriority } from '#contract/tickets.ts'
import { ticketMessages as t } from '../messages/current.ts'
import { Tag } from '../ui/controls/Tag.tsx'

const icons = {
  standing: IconAlertOctagon,
  impaired: IconAlertTriangle,
  normal: IconFlag,
  question: IconHelp,
}
const tones = { standing: 'wrong', impaired: 'soon', normal: 'idle', question: 'idle' } as const

export function PriorityTag({ priority }: { priority: TicketPriority }) {
  const Icon = icons[priority]
  return (
    <Tag tone={tones[priority]}>
      <Icon aria-hidden />
      <span>{t.priorities[priority]}</span>
    </Tag>
  )
}
