import type { ComponentProps } from 'react'
import { MachineSelect } from '../machines/MachineSelect.tsx'
import { Warranty } from '../machines/Warranty.tsx'
import { ticketMessages as t } from '../messages/current.ts'

/** A company's machines to choose from, and the warranty of the chosen one. */
export const MachineOfTicket = (props: Omit<ComponentProps<typeof MachineSelect>, 'about'>) => (
  <MachineSelect
    {...props}
    about={machine =>
      'dateOfWarrantyEnd' in machine && (
        <Warranty what={t.warranty} until={machine.dateOfWarrantyEnd} />
      )
    }
  />
)
