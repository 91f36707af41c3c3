import { type CompanyMachine, CompanyMachineDetails, machines } from '#contract/machines.ts'
import { useRouteMutation } from '../data/queries.ts'
import { machineMessages as t } from '../messages/current.ts'
import { conflictAt } from '../ui/form/conflictAt.ts'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { sendChanged } from '../ui/form/sendChanged.ts'
import { CompanyMachineFields } from './CompanyMachineFields.tsx'

type Props = { company: string; machine: CompanyMachine | undefined; opened: boolean; onClose: () => void }

/** Changes the details of a company's machine; its model stays. */
export function CompanyMachineDialog({ company, machine, opened, onClose }: Props) {
  const update = useRouteMutation(machines.updateOfCompany, response => response.message)
  return (
    <FormDialog
      opened={opened}
      title={t.editOf(machine?.name ?? '')}
      schema={CompanyMachineDetails}
      initial={machine}
      submit={t.save}
      onSubmit={({ dateOfWarrantyEnd = null, ...body }, before) =>
        sendChanged(before, { ...body, dateOfWarrantyEnd }, changed =>
          update({ params: { company, companyMachine: machine?._id ?? '' }, body: changed }),
        ).catch(conflictAt('serialNumber'))
      }
      onClose={onClose}
    >
      <CompanyMachineFields />
    </FormDialog>
  )
}
