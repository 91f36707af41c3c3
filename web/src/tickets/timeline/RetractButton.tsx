import { IconArrowBackUp } from '@tabler/icons-react'
import type { Area } from '#contract/paths.ts'
import type { Message, Ticket } from '#contract/tickets.ts'
import { useRouteMutation } from '../../data/queries.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { useNow } from '../../ui/text/useNow.ts'
import { ticketCalls } from '../calls.ts'

type Props = {
  ticket: Ticket
  area: Area
  message: Message
  onRetracted: (message: Message) => void
}

/** For a message of the user, for as long as it works. */
export function RetractButton(props: Props) {
  const isInTime = useNow() < Date.parse(props.message.dateRetractEnd ?? '')
  if (!isInTime || props.ticket.status === 'archived') return null
  return <Retract {...props} />
}

function Retract({ ticket, area, message, onRetracted }: Props) {
  const retract = useRouteMutation(ticketCalls(area).retract, t.retractedToDraft)
  return (
    <Button
      variant="quiet"
      small
      icon={IconArrowBackUp}
      title={t.retractHint}
      onClick={async () => {
        const params = { company: ticket.company, ticket: ticket._id, message: message._id }
        await retract({ params }).then(
          () => onRetracted(message),
          () => {}, // announced
        )
      }}
    >
      {t.retract}
    </Button>
  )
}
