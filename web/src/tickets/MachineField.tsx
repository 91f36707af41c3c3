import { machines } from '#contract/machines.ts'
import { MachineSelect } from '../machines/MachineSelect.tsx'
import { Empty } from '../ui/layout/Empty.tsx'
import { Coverage } from '../ui/text/Coverage.tsx'
import { ticketMessages as t } from './messages.ts'

/** The account's machines to choose from, and the warranty of the chosen one. */
export const MachineField = ({ company }: { company: string }) => (
  <MachineSelect
    listRoute={machines.listOfAccount}
    account={company}
    empty={<Empty title={t.noMachines}>{t.noMachinesHint}</Empty>}
    about={machine => 'dateOfWarrantyEnd' in machine && <Coverage what={t.warranty} until={machine.dateOfWarrantyEnd} />}
  />
)
