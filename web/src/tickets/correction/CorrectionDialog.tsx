import * as z from 'zod/mini'
import { line } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { machines } from '#contract/machines.ts'
import { users } from '#contract/people.ts'
import type { Request } from '#contract/route.ts'
import { type Ticket, tickets } from '#contract/tickets.ts'
import { useRouteMutationInPlace } from '../../data/queries.ts'
import { modelLabel } from '../../machines/MachineSelect.tsx'
import { correctionMessages, machineMessages, ticketMessages as t } from '../../messages/current.ts'
import { FormDialog } from '../../ui/dialog/FormDialog.tsx'
import type { DialogState } from '../../ui/dialog/useDialog.ts'
import { RecordField } from '../../ui/form/RecordField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { isolate } from '../../ui/text/isolate.ts'
import classes from './CorrectionDialog.module.css'

/** An empty choice keeps what the company does not have any more. */
const Correction = z.object({
  title: line(limits.title),
  machine: z.string(),
  requester: z.string(),
})
type Body = NonNullable<Request<typeof tickets.change>['body']>

/** What is changed, each with what the ticket said when the dialog was opened: a
 * colleague's correction meanwhile is not undone. */
function bodyOf(value: z.output<typeof Correction>, { title, machine, createdBy }: Ticket): Body {
  return {
    ...(value.title !== title && { title: value.title, titleBefore: title }),
    ...(value.machine &&
      value.machine !== machine && { machine: value.machine, machineBefore: machine }),
    ...(value.requester &&
      value.requester !== createdBy && {
        requester: value.requester,
        requesterBefore: createdBy,
      }),
  }
}

/** The title, machine and requester of a ticket of any status. */
export default function CorrectionDialog({ dialog }: { dialog: DialogState<Ticket> }) {
  const change = useRouteMutationInPlace(tickets.change, ({ message }) => message)
  const ticket = dialog.subject
  if (!ticket) return null
  const { _id, title, company, machine, createdBy } = ticket
  return (
    <FormDialog
      dialog={dialog}
      title={t.correct}
      schema={Correction}
      initial={{ title, machine, requester: createdBy }}
      submit={correctionMessages.save}
      onSubmit={async value => {
        const body = bodyOf(value, ticket)
        if (Object.keys(body).length > 0) await change({ params: { ticket: _id }, body })
      }}
    >
      <p className={classes.about}>{correctionMessages.about}</p>
      <TextField
        name="title"
        label={t.subject}
        maxLength={limits.title}
        autoComplete="off"
        required
        data-autofocus
      />
      <RecordField
        name="machine"
        label={t.machine}
        route={machines.listForStaff}
        searched="machines"
        params={{ company }}
        none={machineMessages.choose}
        labelOf={modelLabel}
      />
      <RecordField
        name="requester"
        idParam="user"
        label={t.requester}
        route={users.listForStaff}
        searched="people"
        params={{ company }}
        none={t.chooseUser}
        labelOf={({ name, surname, email }) =>
          `${isolate(`${name} ${surname}`)} · ${isolate(email)}`
        }
      />
    </FormDialog>
  )
}
