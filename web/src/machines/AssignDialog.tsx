import { machines, NewCompanyMachine } from '#contract/machines.ts'
import { useAttempt } from '../idempotency.ts'
import { paths } from '../paths.ts'
import { useAction } from '../queries.ts'
import { conflictAt } from '../ui/conflictAt.ts'
import { Empty } from '../ui/Empty.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { CompanyMachineFields } from './CompanyMachineFields.tsx'
import { MachineSelect } from './MachineSelect.tsx'
import { machineMessages as t } from './messages.ts'

/** Assigns a machine of the catalogue to a company. */
export function AssignDialog({ company, opened, onClose }: { company: string; opened: boolean; onClose: () => void }) {
  const assign = useAction(machines.assign, t.assigned)
  const attempt = useAttempt()

  return (
    <FormDialog
      opened={opened}
      title={t.assign}
      schema={NewCompanyMachine}
      submit={t.assign}
      onSubmit={body => assign({ params: { company }, ...attempt(body) }).catch(conflictAt('serialNumber'))}
      onClose={onClose}
    >
      <MachineSelect
        of={machines.list}
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
