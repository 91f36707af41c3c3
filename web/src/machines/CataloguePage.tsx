import { IconEngine, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { type Machine, machines } from '#contract/machines.ts'
import { paths } from '#contract/paths.ts'
import { useRouteMutation } from '../data/queries.ts'
import { machineMessages as t, uiMessages } from '../messages/current.ts'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { OpenLink } from '../ui/controls/OpenLink.tsx'
import { AboutSubject, ConfirmOne } from '../ui/dialog/ConfirmDialog.tsx'
import { useDialog } from '../ui/dialog/useDialog.ts'
import { Page } from '../ui/layout/Page.tsx'
import { RowName } from '../ui/table/RowName.tsx'
import { Table } from '../ui/table/Table.tsx'
import { useTable } from '../ui/table/useTable.ts'
import { formatDateTime } from '../ui/text/format.ts'
import { MachineDialog } from './MachineDialog.tsx'
import { RemovedGeneralFiles } from './RemovedFiles.tsx'

export default function CataloguePage() {
  const list = useTable(machines.list)
  const remove = useRouteMutation(machines.remove, response => response.message)
  const editing = useDialog<Machine | null>()
  const removing = useDialog<Machine>()
  const pathOf = (machine: Machine) => paths.machine(machine._id)
  const add = (
    <Button icon={IconPlus} onClick={() => editing.open(null)}>
      {t.add}
    </Button>
  )

  return (
    <Page title={t.title} action={add}>
      <Table
        list={list}
        searched="catalogue"
        label={t.title}
        columns={[
          {
            id: 'name',
            label: t.name,
            render: machine => (
              <RowName to={pathOf(machine)} name={machine.name} more={machine.description} />
            ),
          },
          { id: 'sku', label: t.sku, render: machine => machine.sku, code: true },
          {
            id: 'dateCreated',
            label: t.dateCreated,
            render: machine => <time>{formatDateTime(machine.dateCreated)}</time>,
          },
        ]}
        actions={machine => (
          <>
            <IconButton
              icon={IconPencil}
              label={uiMessages.edit(machine.name)}
              onClick={() => editing.open(machine)}
            />
            <IconButton
              icon={IconTrash}
              label={uiMessages.delete(machine.name)}
              onClick={() => removing.open(machine)}
            />
            <OpenLink to={pathOf(machine)} name={machine.name} />
          </>
        )}
        empty={{ icon: IconEngine, title: t.noCatalogue, hint: t.noCatalogueHint }}
      />
      <MachineDialog dialog={editing} />
      <ConfirmOne
        dialog={removing}
        title={t.askDelete}
        about={machine => (
          <>
            <AboutSubject name={machine.name} detail={machine.sku} lines={[t.deleteAbout]} />
            <RemovedGeneralFiles machine={machine._id} />
          </>
        )}
        confirmLabel={t.delete}
        danger
        onConfirm={machine => remove({ params: { machine: machine._id } })}
      />
    </Page>
  )
}
