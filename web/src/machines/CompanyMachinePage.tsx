import { IconPencil } from '@tabler/icons-react'
import { files } from '#contract/files.ts'
import { type CompanyMachine, machines } from '#contract/machines.ts'
import { type Area, paths } from '#contract/paths.ts'
import { useRouteMutation } from '../data/queries.ts'
import { FileUsageLine } from '../files/FileUsageLine.tsx'
import { AttachButton } from '../files/upload/AttachButton.tsx'
import { Uploads } from '../files/upload/Uploads.tsx'
import { useUploads } from '../files/upload/useUploads.ts'
import { useCanAdminister } from '../identity/session/session.ts'
import { EmergencyNumber } from '../live/EmergencyNumber.tsx'
import { fileMessages, machineMessages as t } from '../messages/current.ts'
import { NewTicketLink } from '../navigation/NewTicketLink.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { useDialog } from '../ui/dialog/useDialog.ts'
import { NotFound } from '../ui/layout/NotFound.tsx'
import { Page } from '../ui/layout/Page.tsx'
import { QueryBoundary } from '../ui/layout/QueryBoundary.tsx'
import { Skeleton } from '../ui/layout/Skeleton.tsx'
import { CompanyMachineDialog } from './CompanyMachineDialog.tsx'
import { CompanyMachineFacts } from './CompanyMachineFacts.tsx'
import { CompanyMachineFiles } from './CompanyMachineFiles.tsx'
import classes from './MachinePage.module.css'
import { TicketsOfMachine } from './TicketsOfMachine.tsx'
import { useCompanyMachine } from './useCompanyMachine.ts'

type Props = { area: Area; company: string; machine: string }

/** A company's machine and its files. Administrators correct it
 * and add private files; all can open a ticket. */
export default function CompanyMachinePage({ area, company, machine: id }: Props) {
  const machine = useCompanyMachine(area, company, id)
  const add = useRouteMutation(files.addToCompanyMachine, file => fileMessages.added(file.fileName))
  const canAdd = useCanAdminister(files.addToCompanyMachine, area)
  const canEdit = useCanAdminister(machines.updateOfCompany, area)
  const editing = useDialog<CompanyMachine>()
  const uploads = useUploads((file, idempotencyKey) =>
    add({
      params: { company, companyMachine: id },
      body: { file, tags: ['machine'] },
      idempotencyKey,
    }),
  )

  const action = canAdd ? (
    <AttachButton choose={uploads.choose} action={fileMessages.addPrivateFiles} />
  ) : (
    <NewTicketLink area={area} company={company} machine={id} />
  )
  return (
    <QueryBoundary
      query={machine}
      title={t.machine}
      skeleton={<Skeleton lines={5} height={40} />}
      missing={
        <NotFound
          title={t.missing}
          hint={t.missingHint}
          to={paths.companyMachines(area, company)}
          backLabel={t.toMachines}
        />
      }
    >
      {machine => (
        <Page
          title={machine.name}
          action={action}
          tools={
            (canEdit || canAdd) && (
              <>
                {canEdit && (
                  <Button variant="plain" icon={IconPencil} onClick={() => editing.open(machine)}>
                    {t.editFacts}
                  </Button>
                )}
                {canAdd && (
                  <NewTicketLink area={area} company={company} machine={id} variant="plain" />
                )}
                {canAdd && (
                  <LinkButton to={paths.machine(machine.machine._id)} variant="plain">
                    {t.manageGeneral}
                  </LinkButton>
                )}
              </>
            )
          }
        >
          {area === 'account' && <EmergencyNumber />}
          <CompanyMachineFacts machine={machine} />
          <TicketsOfMachine area={area} company={company} machine={machine} />
          <h2 className={classes.files}>{fileMessages.files}</h2>
          {canAdd && <FileUsageLine />}
          {canAdd && <Uploads uploads={uploads} audience={fileMessages.addPrivateAbout} />}
          <CompanyMachineFiles area={area} company={company} machine={id} />
          {canEdit && <CompanyMachineDialog company={company} dialog={editing} />}
        </Page>
      )}
    </QueryBoundary>
  )
}
