import { IconEngine, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { type Machine, machines } from '#contract/machines.ts'
import { useRouteMutation } from '../data/queries.ts'
import { paths } from '../navigation/paths.ts'
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
import { dateTime } from '../ui/text/format.ts'
import { MachineDialog } from './MachineDialog.tsx'
import { machineMessages as t } from './messages.ts'

/** The catalogue: the models that the vendor makes or sells. Only administrators come here. */
export default function CataloguePage() {
  const list = useTable(machines.list)
  const remove = useRouteMutation(machines.remove, answer => answer.message)
  const editing = useDialog<Machine | null>()
  const removing = useDialog<Machine>()
  const pathOf = (machine: Machine) => paths.machine(machine._id)
  const add = (
    <Button icon={<IconPlus aria-hidden />} onClick={() => editing.open(null)}>
      {t.add}
    </Button>
  )

  return (
    <Page title={t.title} action={add}>
      <Table
        of={list}
        label={t.title}
        columns={[
          {
            id: 'name',
            label: t.name,
            show: machine => <RowName to={pathOf(machine)} name={machine.name} more={machine.description} />,
          },
          { id: 'sku', label: t.sku, show: machine => machine.sku, code: true },
          { id: 'dateCreated', label: t.dateCreated, show: machine => <time>{dateTime(machine.dateCreated)}</time> },
        ]}
        actions={machine => (
          <>
            <IconButton label={uiMessages.edit(machine.name)} onClick={() => editing.open(machine)}>
              <IconPencil aria-hidden />
            </IconButton>
            <IconButton label={uiMessages.delete(machine.name)} onClick={() => removing.open(machine)}>
              <IconTrash aria-hidden />
            </IconButton>
            <OpenLink to={pathOf(machine)} name={machine.name} />
          </>
        )}
        empty={
          <Empty icon={<IconEngine aria-hidden />} title={t.noCatalogue}>
            {t.noCatalogueHint}
          </Empty>
        }
      />
      <MachineDialog opened={editing.opened} machine={editing.of ?? null} onClose={editing.close} />
      <ConfirmOne
        dialog={removing}
        ask={t.askDelete}
        about={machine => (
          <>
            <p>
              <strong>{machine.name}</strong> · {machine.sku}
            </p>
            <p>{t.deleteAbout}</p>
          </>
        )}
        yes={t.delete}
        danger
        onYes={machine => remove({ params: { machine: machine._id } })}
      />
    </Page>
  )
}
