import { machines, NewCompanyMachine } from '#contract/machines.ts'
import { useIdempotencyKey } from '../data/idempotency.ts'
import { useRouteMutation } from '../data/queries.ts'
import { machineMessages as t } from '../messages/current.ts'
import { paths } from '../navigation/paths.ts'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { conflictAt } from '../ui/form/conflictAt.ts'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { Empty } from '../ui/layout/Empty.tsx'
import { CompanyMachineFields } from './CompanyMachineFields.tsx'
import { MachineSelect } from './MachineSelect.tsx'

/** Assigns a machine of the catalogue to a company. */
export function AssignDialog({ company, opened, onClose }: { company: string; opened: boolean; onClose: () => void }) {
  const assign = useRouteMutation(machines.assign, t.assigned)
  const withKey = useIdempotencyKey()

  return (
    <FormDialog
      opened={opened}
      title={t.assign}
      schema={NewCompanyMachine}
      submit={t.assign}
      onSubmit={({ dateOfWarrantyEnd = null, ...body }) =>
        assign({ params: { company }, ...withKey({ ...body, dateOfWarrantyEnd }) }).catch(conflictAt('serialNumber'))
      }
      onClose={onClose}
    >
      <MachineSelect
        listRoute={machines.list}
        empty={
          <Empty title={t.noCatalogue} action={<LinkButton to={paths.catalogue}>{t.toCatalogue}</LinkButton>}>
            {t.noCatalogueToAssign}
          </Empty>
        }
      />
      <CompanyMachineFields />
    </FormDialog>
  )
}
