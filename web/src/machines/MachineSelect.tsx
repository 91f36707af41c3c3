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
  empty: EmptyProps
  /** Shown under the select, about the chosen machine. */
  about?: (machine: Row) => ReactNode
}

export const modelLabel = (machine: Row) =>
  `${isolate(machine.name)} · ${isolate('sku' in machine ? machine.sku : machine.serialNumber)}`

/** The form field `machine`. */
export const MachineSelect = ({ listRoute, company = '', empty, about }: Props) => (
  <RecordField
    name="machine"
    label={t.machine}
    route={listRoute}
    params={{ company }}
    none={t.choose}
    labelOf={modelLabel}
    required
    empty={empty}
    about={about}
  />
)
