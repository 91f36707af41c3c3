import * as z from 'zod/mini'
import { day } from '#contract/fields.ts'
import { type Ticket, tickets } from '#contract/tickets.ts'
import { useRouteMutation } from '../../data/queries.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { Select } from '../../ui/controls/Select.tsx'
import { useDialog } from '../../ui/dialog/useDialog.ts'
import { DayField } from '../../ui/form/DayField.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { formatDateTime } from '../../ui/text/format.ts'
import { useNow } from '../../ui/text/useNow.ts'
import { snoozeTimes, startOfWork } from '../snoozeTimes.ts'

const Until = z.object({ day })
const startTime = `${String(startOfWork).padStart(2, '0')}:00`
const chooseDay = 'day'

/** Until when the team has put off an open ticket. */
export function SnoozeChoice({ ticket: { _id: ticket, dateSnoozed } }: { ticket: Ticket }) {
  const change = useRouteMutation(tickets.change, ({ message }) => message, {
    describe: t.notChanged,
    scope: `snooze ${ticket}`, // of several choices the last one holds
  })
  const choosing = useDialog()
  const times = snoozeTimes(useNow()).filter(({ date }) => date !== dateSnoozed)
  const snooze = (until: string | null) =>
    change({ params: { ticket }, body: { dateSnoozed: until } })
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
          ...times.map(({ name, date }) => ({
            value: date,
            label: t.snoozeTimes[name](formatDateTime(date)),
          })),
          { value: chooseDay, label: t.chooseDay },
        ]}
        onChange={
          ({ target: { value } }) =>
            value === chooseDay ? choosing.open() : void snooze(value || null).catch(() => {}) // announced by the mutation cache
        }
      />
      <FormDialog
        dialog={choosing}
        title={t.snoozeUntilDay}
        schema={Until}
        submit={t.snoozeUntil}
        onSubmit={({ day }) => snooze(new Date(`${day}T${startTime}`).toISOString())}
      >
        <DayField name="day" label={t.snoozeDay} hint={t.snoozeDayHint(startTime)} required />
      </FormDialog>
    </>
  )
}
