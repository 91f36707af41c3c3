import { IconEngine, IconPencil, IconPlus, IconUnlink } from '@tabler/icons-react'
import { type CompanyMachine, machines } from '#contract/machines.ts'
import { type Area, paths } from '#contract/paths.ts'
import { useRouteMutation } from '../data/queries.ts'
import { useCanAdminister } from '../identity/session/session.ts'
import { machineMessages as t, uiMessages } from '../messages/current.ts'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { NameLink } from '../ui/controls/NameLink.tsx'
import { OpenLink } from '../ui/controls/OpenLink.tsx'
import { AboutSubject, ConfirmOne } from '../ui/dialog/ConfirmDialog.tsx'
import { useDialog } from '../ui/dialog/useDialog.ts'
import { Page } from '../ui/layout/Page.tsx'
import { RowName } from '../ui/table/RowName.tsx'
import { Table } from '../ui/table/Table.tsx'
import { useTable } from '../ui/table/useTable.ts'
import { formatDateTime, formatDay } from '../ui/text/format.ts'
import { isolate } from '../ui/text/isolate.ts'
import { AssignDialog } from './AssignDialog.tsx'
import { CompanyMachineDialog } from './CompanyMachineDialog.tsx'
import { companyMachineCalls } from './calls.ts'
import { RemovedPrivateFiles } from './RemovedFiles.tsx'
import { Warranty, WarrantyDot } from './Warranty.tsx'

/** A company's machines; administrators assign, correct and remove them here. */
export default function CompanyMachinesPage({ area, company }: { area: Area; company: string }) {
  const list = useTable(companyMachineCalls(area).list, { params: { company } })
  const unassign = useRouteMutation(machines.unassign, response => response.message)
  const assigning = useDialog()
  const editing = useDialog<CompanyMachine>()
  const removing = useDialog<CompanyMachine>()
  const canAssign = useCanAdminister(machines.assign, area)
  const canEdit = useCanAdminister(machines.updateOfCompany, area)
  const canUnassign = useCanAdminister(machines.unassign, area)
  const pathOf = (machine: CompanyMachine) => paths.companyMachine(area, company, machine._id)
  const nameOf = (machine: CompanyMachine) =>
    `${isolate(machine.name)} · ${isolate(machine.serialNumber)}`
  const assign = canAssign && (
    <Button icon={IconPlus} onClick={() => assigning.open()}>
      {t.assign}
    </Button>
  )

  return (
    <Page title={t.title} action={assign}>
      <Table
        list={list}
        searched="machines"
        label={t.title}
        columns={[
          {
            id: 'name',
            label: t.machine,
            render: machine => (
              <RowName to={pathOf(machine)} name={machine.name} more={machine.notes} />
            ),
            card: {
              place: 'name',
              render: machine => <NameLink to={pathOf(machine)}>{machine.name}</NameLink>,
            },
          },
          {
            id: 'serialNumber',
            label: t.serialNumber,
            render: machine => machine.serialNumber,
            code: true,
            card: { place: 'lead' },
          },
          {
            id: 'dateOfPurchase',
            label: t.dateOfPurchase,
            render: machine => <time>{formatDay(machine.dateOfPurchase)}</time>,
          },
          {
            id: 'dateOfWarrantyEnd',
            label: t.warranty,
            render: machine => <Warranty until={machine.dateOfWarrantyEnd} isInTable />,
            card: {
              place: 'state',
              render: machine => <WarrantyDot until={machine.dateOfWarrantyEnd} />,
            },
          },
          {
            id: 'dateCreated',
            label: t.dateCreated,
            render: machine => <time>{formatDateTime(machine.dateCreated)}</time>,
          },
        ]}
        actions={machine => (
          <>
            {canEdit && (
              <IconButton
                icon={IconPencil}
                label={uiMessages.edit(nameOf(machine))}
                onClick={() => editing.open(machine)}
              />
            )}
            {canUnassign && (
              <IconButton
                icon={IconUnlink}
                label={t.unassignOf(nameOf(machine))}
                onClick={() => removing.open(machine)}
              />
            )}
            <OpenLink to={pathOf(machine)} name={nameOf(machine)} />
          </>
        )}
        empty={{
          icon: IconEngine,
          title: t.noMachines,
          hint: { admin: t.noMachinesYours, staff: t.noMachinesTeam, account: t.noMachinesAccount }[
            area
          ],
        }}
      />
      {canAssign && <AssignDialog company={company} dialog={assigning} />}
      {canEdit && <CompanyMachineDialog company={company} dialog={editing} />}
      {canUnassign && (
        <ConfirmOne
          dialog={removing}
          title={t.askUnassign}
          about={machine => (
            <>
              <AboutSubject
                name={machine.name}
                detail={machine.serialNumber}
                lines={[t.unassignAbout]}
              />
              <RemovedPrivateFiles company={company} companyMachine={machine._id} />
            </>
          )}
          confirmLabel={t.unassign}
          danger
          onConfirm={machine => unassign({ params: { company, companyMachine: machine._id } })}
        />
      )}
    </Page>
  )
}
