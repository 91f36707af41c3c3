import type { ReactNode } from 'react'
import type { CompanyMachine, Machine, machines } from '#contract/machines.ts'
import { machineMessages as t } from '../messages/current.ts'
import { RecordField } from '../ui/form/RecordField.tsx'
import type { EmptyProps } from '../ui/layout/Empty.tsx'
import { isolate } from '../ui/text/isolate.ts'

type Row = Machine | CompanyMachine
type Props = {
  /** The machines to choose from: the catalogue, or a company's. */
  listRoute: typeof machines.list | typeof machines.listOfAccount | typeof machines.listForStaff
  company?: string
  maxUnsearched?: number
  empty: EmptyProps
  /** Shown under the select, about the chosen machine. */
  about?: (machine: Row) => ReactNode
}

/** What tells it apart comes first: an option of a phone's list is cut at its end. */
export const modelLabel = (machine: Row) =>
  ('sku' in machine ? [machine.name, machine.sku] : [machine.serialNumber, machine.name])
    .map(isolate)
    .join(' · ')

/** The form field `machine`. */
export const MachineSelect = ({ listRoute, company = '', ...props }: Props) => (
  <RecordField
    name="machine"
    label={t.machine}
    route={listRoute}
    searched="machines"
    params={{ company }}
    none={t.choose}
    labelOf={modelLabel}
    required
    {...props}
  />
)
