import { machines } from '#contract/machines.ts'
import { MachineSelect } from '../machines/MachineSelect.tsx'
import { Warranty } from '../machines/Warranty.tsx'
import { ticketMessages as t } from '../messages/current.ts'
import { Empty } from '../ui/layout/Empty.tsx'

/** The account's machines to choose from, and the warranty of the chosen one. */
export const MachineField = ({ company }: { company: string }) => (
  <MachineSelect
    listRoute={machines.listOfAccount}
    account={company}
    empty={<Empty title={t.noMachines} hint={t.noMachinesHint} />}
    about={machine => 'dateOfWarrantyEnd' in machine && <Warranty what={t.warranty} until={machine.dateOfWarrantyEnd} />}
  />
)
