import { IconArrowBackUp } from '@tabler/icons-react'
import { useEffect, useReducer } from 'react'
import type { Area } from '#contract/paths.ts'
import type { Message, Ticket } from '#contract/tickets.ts'
import { useRouteMutation } from '../../data/queries.ts'
import { serverNow } from '../../data/serverClock.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { ticketCalls } from '../calls.ts'

type Props = {
  ticket: Ticket
  area: Area
  message: Message
  onRetracted: (message: Message) => void
}

/** For a message of the user, for as long as it works: until the server's instant,
 * or until a mail has it, whereupon the ticket is fetched without that instant. */
export function RetractButton(props: Props) {
  const isInTime = useIsBefore(props.message.dateRetractEnd)
  if (!isInTime || props.ticket.status === 'archived') return null
  return <Retract {...props} />
}

function useIsBefore(end: string | null) {
  const [, renderAgain] = useReducer((times: number) => times + 1, 0)
  const left = Date.parse(end ?? '') - serverNow()
  useEffect(() => {
    const timer = end === null ? 0 : setTimeout(renderAgain, Date.parse(end) - serverNow())
    return () => clearTimeout(timer)
  }, [end])
  return left > 0
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
