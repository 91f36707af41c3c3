import { useQuery } from '@tanstack/react-query'
import { type ReactNode, use, useState } from 'react'
import type { CompanyMachine, Machine, machines } from '#contract/machines.ts'
import { inTurkishOrder } from '#contract/text/turkish.ts'
import { queryFor } from '../data/queries.ts'
import { machineMessages as t, uiMessages } from '../messages/current.ts'
import { isId } from '../navigation/isId.ts'
import { SearchField } from '../ui/controls/SearchField.tsx'
import { FormState } from '../ui/form/Form.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { Empty, type EmptyProps } from '../ui/layout/Empty.tsx'
import { LoadError } from '../ui/layout/LoadError.tsx'
import { formatCount } from '../ui/text/format.ts'
import { isolate } from '../ui/text/isolate.ts'
import classes from './MachineSelect.module.css'

/** A longer list has a search field. */
const maxOptions = 100

type Row = Machine | CompanyMachine
type Props = {
  /** The machines to choose from: the catalogue, or an account's. */
  listRoute: typeof machines.list | typeof machines.listOfAccount
  account?: string
  empty: EmptyProps
  /** Shown under the select, about the chosen machine. */
  about?: (machine: Row) => ReactNode
}

const detailOf = (machine: Row) => ('sku' in machine ? machine.sku : machine.serialNumber)

/** The form field `machine`: the machines in Turkish order,
 * with a search field where there are many. */
export function MachineSelect({ listRoute, account = '', empty, about }: Props) {
  const [search, setSearch] = useState('')
  const [chosenId, setChosenId] = useState(String(use(FormState).initial.machine ?? ''))
  const pageQuery = (query: { size: string; sort?: 'name'; search?: string; machine?: string }) =>
    queryFor(listRoute, { params: { company: account }, query: { page: '0', ...query } })
  const all = useQuery(pageQuery({ size: '1' }))
  const matches = useQuery(
    pageQuery({ size: String(maxOptions), sort: 'name', ...(search && { search }) }),
  )
  // The machine chosen by a link, or before another search, need not be in the result.
  const chosenQuery = useQuery({
    ...pageQuery({ size: '1', machine: chosenId }),
    enabled: isId(chosenId),
  })

  const error = all.error ?? matches.error
  if (error)
    return <LoadError error={error} retry={() => Promise.all([all.refetch(), matches.refetch()])} />
  const total = all.data?.total ?? 0
  if (all.data && total === 0) return <Empty {...empty} />

  const rows = new Map<string, Row>(
    [...(matches.data?.machines ?? []), ...(chosenQuery.data?.machines ?? [])].map(row => [
      row._id,
      row,
    ]),
  )
  const sorted = [...rows.values()].sort(
    (a, b) => inTurkishOrder(a.name, b.name) || inTurkishOrder(detailOf(a), detailOf(b)),
  )
  const machine = rows.get(chosenId)
  // The select is there before its options, so that a dialog can focus it.
  const placeholder = matches.data ? t.choose : uiMessages.loading
  return (
    <div className={classes.machine}>
      {total > maxOptions && (
        <SearchField value={search} count={formatCount(all.data ?? {})} onSearch={setSearch} />
      )}
      <SelectField
        name="machine"
        label={t.machine}
        options={[
          { value: '', label: placeholder },
          ...sorted.map(each => ({
            value: each._id,
            label: `${isolate(each.name)} · ${isolate(detailOf(each))}`,
          })),
        ]}
        value={machine?._id ?? ''}
        onChange={event => setChosenId(event.currentTarget.value)}
        required
        data-autofocus
      />
      {machine && about && <div className={classes.about}>{about(machine)}</div>}
    </div>
  )
}
