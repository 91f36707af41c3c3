import { Fragment, useState } from 'react'
import * as z from 'zod/mini'
import { companies } from '#contract/companies.ts'
import { line } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { machines } from '#contract/machines.ts'
import { users } from '#contract/people.ts'
import type { Request } from '#contract/route.ts'
import { type Ticket, tickets } from '#contract/tickets.ts'
import { useRouteMutationInPlace } from '../../data/queries.ts'
import { modelLabel } from '../../machines/MachineSelect.tsx'
import {
  ticketDialogMessages as dialogMessages,
  machineMessages,
  ticketMessages as t,
} from '../../messages/current.ts'
import { personOption } from '../../people/personOption.ts'
import { FormDialog } from '../../ui/dialog/FormDialog.tsx'
import type { DialogState } from '../../ui/dialog/useDialog.ts'
import { RecordField } from '../../ui/form/RecordField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { isolate } from '../../ui/text/isolate.ts'
import classes from './CorrectionDialog.module.css'
import { MoveContents } from './MoveContents.tsx'

/** An empty choice keeps what the company does not have any more. */
const Correction = z.object({
  title: line(limits.title),
  machine: z.string(),
  requester: z.string(),
  company: z.string(),
})
const Move = z.extend(Correction, { machine: line(limits.name), requester: line(limits.name) })
type Body = NonNullable<Request<typeof tickets.change>['body']>

/** What is changed, each with what the ticket said when the dialog was opened: a
 * colleague's correction meanwhile is not undone. */
function bodyOf(value: z.output<typeof Correction>, ticket: Ticket): Body {
  const { title, machine, createdBy: requester, company } = ticket
  const isChanged = (given: string, before: string) => given !== '' && given !== before
  return {
    ...(isChanged(value.title, title) && { title: value.title, titleBefore: title }),
    ...(isChanged(value.machine, machine) && { machine: value.machine, machineBefore: machine }),
    ...(isChanged(value.requester, requester) && {
      requester: value.requester,
      requesterBefore: requester,
    }),
    ...(isChanged(value.company, company) && { company: value.company, companyBefore: company }),
  }
}

/** The title, machine, requester and company of a ticket of any status. */
export default function CorrectionDialog({ dialog }: { dialog: DialogState<Ticket> }) {
  const ticket = dialog.subject
  return ticket && <OfTicket dialog={dialog} ticket={ticket} />
}

function OfTicket({ dialog, ticket }: { dialog: DialogState<Ticket>; ticket: Ticket }) {
  const change = useRouteMutationInPlace(tickets.change, ({ message }) => message)
  const { _id, title, machine, createdBy } = ticket
  const [chosen, setChosen] = useState('')
  const [wasOpened, setWasOpened] = useState(dialog.opened)
  if (wasOpened !== dialog.opened) {
    setWasOpened(dialog.opened)
    setChosen('') // of the former opening
  }
  const company = chosen || ticket.company
  const isMoved = company !== ticket.company
  return (
    <FormDialog
      dialog={dialog}
      title={t.correct}
      schema={isMoved ? Move : Correction}
      initial={{
        title,
        company: ticket.company,
        machine: isMoved ? '' : machine,
        requester: isMoved ? '' : createdBy,
      }}
      submit={isMoved ? dialogMessages.move : dialogMessages.saveCorrection}
      onSubmit={async value => {
        const body = bodyOf(value, ticket)
        if (Object.keys(body).length > 0) await change({ params: { ticket: _id }, body })
      }}
    >
      <p className={classes.about}>{dialogMessages.correctionAbout}</p>
      <TextField
        name="title"
        label={t.subject}
        maxLength={limits.title}
        autoComplete="off"
        required
        data-autofocus
      />
      <RecordField
        name="company"
        label={t.company}
        route={companies.listForStaff}
        searched="companies"
        none={dialogMessages.chooseCompany}
        labelOf={({ name }) => isolate(name)}
        onChoose={setChosen}
        about={
          isMoved
            ? ({ name }) => <MoveContents ticket={ticket} company={company} to={name} />
            : undefined
        }
      />
      <Fragment key={company}>
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
          none={dialogMessages.chooseUser}
          labelOf={personOption}
        />
      </Fragment>
    </FormDialog>
  )
}
