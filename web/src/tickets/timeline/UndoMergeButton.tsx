import { tickets, undoMergeHours } from '#contract/tickets.ts'
import { useRouteMutation } from '../../data/queries.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { useNow } from '../../ui/text/useNow.ts'

export function UndoMergeButton({ ticket, instant }: { ticket: string; instant: string }) {
  const undo = useRouteMutation(tickets.undoMerge, ({ message }) => message)
  if (useNow() - Date.parse(instant) > undoMergeHours * 3_600_000) return null
  return (
    <Button
      small
      variant="plain"
      onClick={() => void undo({ params: { ticket } }).catch(() => {})} // announced by the mutation cache
    >
      {t.undoMerge}
    </Button>
  )
}
