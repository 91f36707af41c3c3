import { machines } from '#contract/machines.ts'
import type { Area } from '#contract/paths.ts'
import { MachineSelect } from '../../machines/MachineSelect.tsx'
import { Warranty } from '../../machines/Warranty.tsx'
import { ticketMessages as t } from '../../messages/current.ts'
import type { EmptyProps } from '../../ui/layout/Empty.tsx'
import { OpenOnMachine } from './OpenOnMachine.tsx'

/** A company's machines to choose from, with the warranty
 * and the open tickets of the chosen one. */
export const MachineOfTicket = ({
  area,
  company,
  empty,
}: {
  area: Area
  company: string
  empty: EmptyProps
}) => (
  <MachineSelect
    listRoute={area === 'account' ? machines.listOfAccount : machines.listForStaff}
    company={company}
    maxUnsearched={10}
    empty={empty}
    about={machine =>
      'dateOfWarrantyEnd' in machine && (
        <>
          <Warranty what={t.warranty} until={machine.dateOfWarrantyEnd} />
          <OpenOnMachine area={area} company={company} machine={machine._id} />
        </>
      )
    }
  />
)
