import { type Machine, MachineDetails, machines } from '#contract/machines.ts'
import { useIdempotencyKey } from '../data/idempotency.ts'
import { useRouteMutation } from '../data/queries.ts'
import { machineMessages as t } from '../messages/current.ts'
import { FormDialog } from '../ui/dialog/FormDialog.tsx'
import type { DialogState } from '../ui/dialog/useDialog.ts'
import { sendChanged } from '../ui/form/sendChanged.ts'
import { TextArea, TextField } from '../ui/form/TextField.tsx'

export function MachineDialog({ dialog }: { dialog: DialogState<Machine | null> }) {
  const machine = dialog.subject
  const create = useRouteMutation(machines.create, t.added)
  const update = useRouteMutation(machines.update, response => response.message)
  const withKey = useIdempotencyKey()

  return (
    <FormDialog
      dialog={dialog}
      title={machine ? t.edit : t.add}
      schema={MachineDetails}
      initial={machine ?? undefined}
      submit={machine ? t.save : t.add}
      onSubmit={(body, before) =>
        machine
          ? sendChanged(before, body, machine._id, changed =>
              update({ params: { machine: machine._id }, body: changed }),
            )
          : create(withKey(body))
      }
    >
      <TextField name="name" label={t.name} autoComplete="off" required data-autofocus />
      <TextField
        name="sku"
        label={t.sku}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
      />
      <TextArea name="description" label={t.description} rows={4} />
    </FormDialog>
  )
}
