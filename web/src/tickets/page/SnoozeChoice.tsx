import { lazy, Suspense, useState } from 'react'
import { type Ticket, tickets } from '#contract/tickets.ts'
import { useRouteMutation } from '../../data/queries.ts'
import { ticketMessages as t, withAdminMessages } from '../../messages/current.ts'
import { Select } from '../../ui/controls/Select.tsx'
import { useDialog } from '../../ui/dialog/useDialog.ts'
import { formatDateTime } from '../../ui/text/format.ts'
import { useNow } from '../../ui/text/useNow.ts'
import { labelOf, snoozeTimes } from '../snoozeTimes.ts'

const SnoozeDayDialog = lazy(withAdminMessages(() => import('./SnoozeDayDialog.tsx')))
const chooseDay = 'day'

/** Until when the team has put off an open ticket. */
export function SnoozeChoice({ ticket }: { ticket: Ticket }) {
  const { _id, dateSnoozed } = ticket
  const change = useRouteMutation(tickets.change, ({ message }) => message, {
    describe: t.notChanged,
    scope: `snooze ${_id}`, // of several choices the last one holds
  })
  const choosing = useDialog()
  const [isLoaded, setLoaded] = useState(false)
  const times = snoozeTimes(useNow()).filter(({ date }) => date !== dateSnoozed)
  const openChoice = () => {
    setLoaded(true)
    choosing.open()
  }
  const snooze = (until: string | null) =>
    change({ params: { ticket: _id }, body: { dateSnoozed: until } })
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
      <Suspense fallback={null}>
        {isLoaded && <SnoozeDayDialog dialog={choosing} ticket={ticket} snooze={snooze} />}
      </Suspense>
    </>
  )
}
