import { useQuery } from '@tanstack/react-query'
import { type ReactNode, use, useState } from 'react'
import type { CompanyMachine, Machine, machines } from '#contract/machines.ts'
import { inTurkishOrder } from '#contract/turkish.ts'
import { queryFor } from '../data/queries.ts'
import { isId } from '../navigation/isId.ts'
import { SearchField } from '../ui/controls/SearchField.tsx'
import { FormState } from '../ui/form/Form.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { Failed } from '../ui/layout/Failed.tsx'
import { uiMessages } from '../ui/messages.ts'
import { countInWords } from '../ui/text/format.ts'
import classes from './MachineSelect.module.css'
import { machineMessages as t } from './messages.ts'

/** More than these are searched first. */
const atOnce = 100

type Row = Machine | CompanyMachine
type Props = {
  /** The machines there are to choose from: the catalogue, or an account's. */
  of: typeof machines.list | typeof machines.listOfAccount
  account?: string
  /** What to say while there are none. */
  empty: ReactNode
  /** Said of the chosen one, under it. */
  about?: (machine: Row) => ReactNode
}

const detailOf = (machine: Row) => ('sku' in machine ? machine.sku : machine.serialNumber)

/** A form's field `machine`: the machines in Turkish order, to be searched first where they are many. */
export function MachineSelect({ of, account = '', empty, about }: Props) {
  const [search, find] = useState('')
  const [chosen, choose] = useState(String(use(FormState).initial.machine ?? ''))
  const page = (query: { size: string; sort?: 'name'; search?: string; machine?: string }) =>
    queryFor(of, { params: { company: account }, query: { page: '0', ...query } })
  const all = useQuery(page({ size: '1' }))
  const found = useQuery(page({ size: String(atOnce), sort: 'name', ...(search && { search }) }))
  // It was chosen by a link, or before another search: then it need not be among those found.
  const kept = useQuery({ ...page({ size: '1', machine: chosen }), enabled: isId(chosen) })

  const error = all.error ?? found.error
  if (error) return <Failed error={error} retry={() => Promise.all([all.refetch(), found.refetch()])} />
  const total = all.data?.total ?? 0
  if (all.data && total === 0) return empty

  const rows = new Map<string, Row>([...(found.data?.machines ?? []), ...(kept.data?.machines ?? [])].map(row => [row._id, row]))
  const sorted = [...rows.values()].sort((a, b) => inTurkishOrder(a.name, b.name) || inTurkishOrder(detailOf(a), detailOf(b)))
  const machine = rows.get(chosen)
  // The field is there at once, so that the focus finds it in a dialog.
  const nothing = found.data ? t.choose : uiMessages.loading
  return (
    <div className={classes.machine}>
      {total > atOnce && <SearchField value={search} count={countInWords(all.data ?? {})} onSearch={find} />}
      <SelectField
        name="machine"
        label={t.machine}
        options={[{ value: '', label: nothing }, ...sorted.map(each => ({ value: each._id, label: `${each.name} · ${detailOf(each)}` }))]}
        value={machine?._id ?? ''}
        onChange={event => choose(event.currentTarget.value)}
        required
        data-autofocus
      />
      {machine && about && <div className={classes.about}>{about(machine)}</div>}
    </div>
  )
}
