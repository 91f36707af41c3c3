import { useQuery } from '@tanstack/react-query'
import { use, useState } from 'react'
import { machines } from '#contract/machines.ts'
import { inTurkishOrder } from '#contract/turkish.ts'
import { ask } from '../queries.ts'
import { Coverage } from '../ui/Coverage.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Failed } from '../ui/Failed.tsx'
import { FormState } from '../ui/Form.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { number } from '../ui/format.ts'
import { SearchField } from '../ui/SearchField.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import classes from './MachineField.module.css'
import { ticketMessages as t } from './messages.ts'

/** More than these are searched first. */
const atOnce = 100

/** The account's machines to choose from, and what covers the chosen one. */
export function MachineField({ company }: { company: string }) {
  const [search, find] = useState('')
  const [chosen, choose] = useState(String(use(FormState).initial.machine ?? ''))
  const all = useQuery(ask(machines.listOfAccount, { params: { company }, query: { page: '0', size: '1' } }))
  const found = useQuery(
    ask(machines.listOfAccount, { params: { company }, query: { page: '0', size: String(atOnce), ...(search && { search }) } }),
  )

  const error = all.error ?? found.error
  if (error) return <Failed error={error} retry={() => Promise.all([all.refetch(), found.refetch()])} />
  if (!all.data || !found.data) return <Skeleton lines={1} height={64} />
  const total = all.data.total ?? 0
  if (total === 0) return <Empty title={t.noMachines}>{t.noMachinesHint}</Empty>

  const sorted = found.data.machines.toSorted((a, b) => inTurkishOrder(a.name, b.name) || inTurkishOrder(a.serialNumber, b.serialNumber))
  const machine = sorted.find(each => each._id === chosen)
  return (
    <div className={classes.machine}>
      {total > atOnce && <SearchField value={search} count={number(total)} onSearch={find} />}
      <SelectField
        name="machine"
        label={t.machine}
        options={[
          { value: '', label: t.chooseMachine },
          ...sorted.map(each => ({ value: each._id, label: `${each.name} · ${each.serialNumber}` })),
        ]}
        value={machine?._id ?? ''}
        onChange={event => choose(event.currentTarget.value)}
        required
      />
      {machine && (
        <div className={classes.coverage}>
          <Coverage what={t.warranty} until={machine.dateOfWarrantyEnd} />
        </div>
      )}
    </div>
  )
}
