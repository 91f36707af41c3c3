import { useState } from 'react'
import * as z from 'zod/mini'
import { day } from '#contract/fields.ts'
import type { Ticket } from '#contract/tickets.ts'
import {
  ticketDialogMessages as dialogMessages,
  ticketMessages as t,
} from '../../messages/current.ts'
import { FormDialog } from '../../ui/dialog/FormDialog.tsx'
import type { DialogState } from '../../ui/dialog/useDialog.ts'
import { DayField } from '../../ui/form/DayField.tsx'
import { Notice } from '../../ui/layout/Notice.tsx'
import { formatWhen } from '../../ui/text/format.ts'
import { useNow } from '../../ui/text/useNow.ts'
import { isPastDue, startOfWork } from '../snoozeTimes.ts'

const Until = z.object({ day })
const startTime = `${String(startOfWork).padStart(2, '0')}:00`
const startOf = (day: string) => new Date(`${day}T${startTime}`).toISOString()

type Props = {
  dialog: DialogState
  ticket: Ticket
  snooze: (until: string) => Promise<unknown>
}

/** The day until which a ticket is put off. */
export default function SnoozeDayDialog({ dialog, ticket, snooze }: Props) {
  return (
    <FormDialog
      dialog={dialog}
      title={dialogMessages.snoozeUntilDay}
      schema={Until}
      submit={t.snoozeUntil}
      onSubmit={({ day }) => snooze(startOf(day))}
    >
      <DayOfTicket ticket={ticket} />
    </FormDialog>
  )
}

function DayOfTicket({ ticket }: Pick<Props, 'ticket'>) {
  const [chosen, setChosen] = useState<string | null>(null)
  const now = useNow()
  const { dateDue } = ticket
  const isLate = chosen !== null && isPastDue(startOf(chosen), [ticket])
  return (
    <>
      <DayField
        name="day"
        label={dialogMessages.snoozeDay}
        hint={dialogMessages.snoozeDayHint(startTime)}
        required
        onDay={setChosen}
      />
      <div role="status">
        {isLate && dateDue !== null && (
          <Notice tone="idle">{dialogMessages.snoozePastDue(formatWhen(dateDue, now))}</Notice>
        )}
      </div>
    </>
  )
}
