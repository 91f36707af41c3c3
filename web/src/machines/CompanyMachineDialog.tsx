import { type CompanyMachine, CompanyMachineDetails, machines } from '#contract/machines.ts'
import { useRouteMutation } from '../data/queries.ts'
import { machineMessages as t } from '../messages/current.ts'
import { FormDialog } from '../ui/dialog/FormDialog.tsx'
import type { DialogState } from '../ui/dialog/useDialog.ts'
import { conflictAt } from '../ui/form/conflictAt.ts'
import { sendChanged } from '../ui/form/sendChanged.ts'
import { CompanyMachineFields } from './CompanyMachineFields.tsx'

export function CompanyMachineDialog({
  company,
  dialog,
}: {
  company: string
  dialog: DialogState<CompanyMachine>
}) {
  const machine = dialog.subject
  const id = machine?._id ?? ''
  const update = useRouteMutation(machines.updateOfCompany, response => response.message)
  return (
    <FormDialog
      dialog={dialog}
      title={t.editOf(machine?.name ?? '')}
      schema={CompanyMachineDetails}
      initial={machine}
      submit={t.save}
      onSubmit={({ dateOfWarrantyEnd = null, ...body }, before) =>
        sendChanged(before, { ...body, dateOfWarrantyEnd }, id, changed =>
          update({ params: { company, companyMachine: id }, body: changed }),
        ).catch(conflictAt('serialNumber'))
      }
    >
      <CompanyMachineFields />
    </FormDialog>
  )
}
