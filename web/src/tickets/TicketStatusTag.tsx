import { IconArchive, IconCircleCheck, IconCircleDot } from '@tabler/icons-react'
import type { TicketStatus } from '#contract/tickets.ts'
import { ticketMessages as t } from '../messages/current.ts'
import { Tag } from '../ui/controls/Tag.tsx'

const icons = { open: IconCircleDot, closed: IconCircleCheck, archived: IconArchive }

export function TicketStatusTag({ status }: { status: TicketStatus }) {
  const Icon = icons[status]
  return (
    <Tag tone={status === 'closed' ? 'good' : 'idle'}>
      <Icon aria-hidden />
      <span>{t.lists[status].name}</span>
    </Tag>
  )
}
