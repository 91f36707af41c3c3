import { IconEngine, IconPencil, IconPlus, IconUnlink } from '@tabler/icons-react'
import { type CompanyMachine, machines } from '#contract/machines.ts'
import { useRouteMutation } from '../data/queries.ts'
import { useIsAllowed } from '../identity/session/session.ts'
import { type Area, paths } from '../navigation/paths.ts'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { OpenLink } from '../ui/controls/OpenLink.tsx'
import { ConfirmOne } from '../ui/dialog/ConfirmOne.tsx'
import { useDialog } from '../ui/dialog/useDialog.ts'
import { Empty } from '../ui/layout/Empty.tsx'
import { Page } from '../ui/layout/Page.tsx'
import { uiMessages } from '../ui/messages.ts'
import { RowName } from '../ui/table/RowName.tsx'
import { Table } from '../ui/table/Table.tsx'
import { useTable } from '../ui/table/useTable.ts'
import { Coverage } from '../ui/text/Coverage.tsx'
import { dateTime, day } from '../ui/text/format.ts'
import { AssignDialog } from './AssignDialog.tsx'
import { CompanyMachineDialog } from './CompanyMachineDialog.tsx'
import { companyMachineCalls } from './calls.ts'
import { machineMessages as t } from './messages.ts'

const nothing = { admin: t.noMachinesYours, staff: t.noMachinesTeam, account: t.noMachinesAccount }

/** The machines of a company, for whoever may see it; an administrator assigns and removes them here. */
export default function CompanyMachinesPage({ area, company }: { area: Area; company: string }) {
  const list = useTable(companyMachineCalls(area).list, { params: { company } })
  const unassign = useRouteMutation(machines.unassign, answer => answer.message)
  const assigning = useDialog<null>()
  const editing = useDialog<CompanyMachine>()
  const removing = useDialog<CompanyMachine>()
  const mayAssign = useIsAllowed(machines.assign) && area === 'admin'
  const mayEdit = useIsAllowed(machines.updateOfCompany) && area === 'admin'
  const mayUnassign = useIsAllowed(machines.unassign) && area === 'admin'
  const pathOf = (machine: CompanyMachine) => paths.companyMachine(area, company, machine._id)
  const nameOf = (machine: CompanyMachine) => `${machine.name} · ${machine.serialNumber}`
  const assign = mayAssign && (
    <Button icon={<IconPlus aria-hidden />} onClick={() => assigning.open(null)}>
      {t.assign}
    </Button>
  )

  return (
    <Page title={t.title} action={assign}>
      <Table
        of={list}
        label={t.title}
        columns={[
          { id: 'name', label: t.machine, show: machine => <RowName to={pathOf(machine)} name={machine.name} more={machine.notes} /> },
          { id: 'serialNumber', label: t.serialNumber, show: machine => machine.serialNumber, code: true },
          { id: 'dateOfPurchase', label: t.dateOfPurchase, show: machine => <time>{day(machine.dateOfPurchase)}</time> },
          { id: 'dateOfWarrantyEnd', label: t.warranty, show: machine => <Coverage until={machine.dateOfWarrantyEnd} /> },
          { id: 'dateCreated', label: t.dateCreated, show: machine => <time>{dateTime(machine.dateCreated)}</time> },
        ]}
        actions={machine => (
          <>
            {mayEdit && (
              <IconButton label={uiMessages.edit(nameOf(machine))} onClick={() => editing.open(machine)}>
                <IconPencil aria-hidden />
              </IconButton>
            )}
            {mayUnassign && (
              <IconButton label={t.unassignOf(nameOf(machine))} onClick={() => removing.open(machine)}>
                <IconUnlink aria-hidden />
              </IconButton>
            )}
            <OpenLink to={pathOf(machine)} name={nameOf(machine)} />
          </>
        )}
        empty={
          <Empty icon={<IconEngine aria-hidden />} title={t.noMachines}>
            {nothing[area]}
          </Empty>
        }
      />
      {mayAssign && <AssignDialog company={company} opened={assigning.opened} onClose={assigning.close} />}
      {mayEdit && <CompanyMachineDialog company={company} machine={editing.of} opened={editing.opened} onClose={editing.close} />}
      {mayUnassign && (
        <ConfirmOne
          dialog={removing}
          ask={t.askUnassign}
          about={machine => (
            <>
              <p>
                <strong>{machine.name}</strong> · {machine.serialNumber}
              </p>
              <p>{t.unassignAbout}</p>
            </>
          )}
          yes={t.unassign}
          danger
          onYes={machine => unassign({ params: { company, companyMachine: machine._id } })}
        />
      )}
    </Page>
  )
}
