import { useState } from 'react'
import * as z from 'zod/mini'
import { day } from '#contract/fields.ts'
import { type Ticket, tickets } from '#contract/tickets.ts'
import { useRouteMutation } from '../../data/queries.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { Select } from '../../ui/controls/Select.tsx'
import { FormDialog } from '../../ui/dialog/FormDialog.tsx'
import { useDialog } from '../../ui/dialog/useDialog.ts'
import { DayField } from '../../ui/form/DayField.tsx'
import { Notice } from '../../ui/layout/Notice.tsx'
import { formatDateTime, formatWhen } from '../../ui/text/format.ts'
import { useNow } from '../../ui/text/useNow.ts'
import { isPastDue, labelOf, snoozeTimes, startOfWork } from '../snoozeTimes.ts'

const Until = z.object({ day })
const startTime = `${String(startOfWork).padStart(2, '0')}:00`
const chooseDay = 'day'
const startOf = (day: string) => new Date(`${day}T${startTime}`).toISOString()

/** Until when the team has put off an open ticket. */
export function SnoozeChoice({ ticket }: { ticket: Ticket }) {
  const { _id, dateSnoozed, dateDue } = ticket
  const change = useRouteMutation(tickets.change, ({ message }) => message, {
    describe: t.notChanged,
    scope: `snooze ${_id}`, // of several choices the last one holds
  })
  const choosing = useDialog()
  const [chosenDay, setChosenDay] = useState<string | null>(null)
  const now = useNow()
  const times = snoozeTimes(now).filter(({ date }) => date !== dateSnoozed)
  const openChoice = () => {
    setChosenDay(null)
    choosing.open()
  }
  const snooze = (until: string | null) =>
    change({ params: { ticket: _id }, body: { dateSnoozed: until } })
  const isLate = chosenDay !== null && isPastDue(startOf(chosenDay), [ticket])
  return (
    <>
      <Select
        acts
        aria-label={t.snooze}
        aria-keyshortcuts="s"
        value={dateSnoozed ?? ''}
        options={[
          ...(dateSnoozed ? [{ value: dateSnoozed, label: formatDateTime(dateSnoozed) }] : []),
          { value: '', label: dateSnoozed ? t.endSnooze : t.notSnoozed },
          ...times.map(time => ({ value: time.date, label: labelOf(time, [ticket]) })),
          { value: chooseDay, label: t.chooseDay },
        ]}
        onChange={
          ({ target: { value } }) =>
            value === chooseDay ? openChoice() : void snooze(value || null).catch(() => {}) // announced by the mutation cache
        }
      />
      <FormDialog
        dialog={choosing}
        title={t.snoozeUntilDay}
        schema={Until}
        submit={t.snoozeUntil}
        onSubmit={({ day }) => snooze(startOf(day))}
      >
        <DayField
          name="day"
          label={t.snoozeDay}
          hint={t.snoozeDayHint(startTime)}
          required
          onDay={setChosenDay}
        />
        <div role="status">
          {isLate && dateDue !== null && (
            <Notice tone="idle">{t.snoozePastDue(formatWhen(dateDue, now))}</Notice>
          )}
        </div>
      </FormDialog>
    </>
  )
}
