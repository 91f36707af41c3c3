import { machines, NewCompanyMachine } from '#contract/machines.ts'
import { paths } from '#contract/paths.ts'
import { useIdempotencyKey } from '../data/idempotency.ts'
import { useRouteMutation } from '../data/queries.ts'
import { machineMessages as t } from '../messages/current.ts'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { FormDialog } from '../ui/dialog/FormDialog.tsx'
import type { DialogState } from '../ui/dialog/useDialog.ts'
import { conflictAt } from '../ui/form/conflictAt.ts'
import { CompanyMachineFields } from './CompanyMachineFields.tsx'
import { MachineSelect } from './MachineSelect.tsx'

export function AssignDialog({ company, dialog }: { company: string; dialog: DialogState }) {
  const assign = useRouteMutation(machines.assign, t.assigned)
  const withKey = useIdempotencyKey()

  return (
    <FormDialog
      dialog={dialog}
      title={t.assign}
      schema={NewCompanyMachine}
      submit={t.assign}
      onSubmit={({ dateOfWarrantyEnd = null, ...body }) =>
        assign({ params: { company }, ...withKey({ ...body, dateOfWarrantyEnd }) }).catch(
          conflictAt('serialNumber'),
        )
      }
    >
      <MachineSelect
        listRoute={machines.list}
        empty={{
          title: t.noCatalogue,
          hint: t.noCatalogueToAssign,
          action: <LinkButton to={paths.catalogue}>{t.toCatalogue}</LinkButton>,
        }}
      />
      <CompanyMachineFields />
    </FormDialog>
  )
}
