import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { line } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { type Area, paths } from '#contract/paths.ts'
import { ticketName } from '#contract/text/ticket-names.ts'
import { type Ticket, tickets } from '#contract/tickets.ts'
import { useRouteMutationInPlace, useRouteQuery } from '../../data/queries.ts'
import { ticketDialogMessages as t } from '../../messages/current.ts'
import { FormDialog } from '../../ui/dialog/FormDialog.tsx'
import type { DialogState } from '../../ui/dialog/useDialog.ts'
import { SelectField } from '../../ui/form/SelectField.tsx'
import classes from './CorrectionDialog.module.css'

const Target = z.object({ into: line(limits.name) })

type Props = { ticket: Ticket; area: Area; dialog: DialogState }

/** Merges a duplicate into another open ticket of its company, those of its machine first. */
export default function MergeDialog({ ticket, area, dialog }: Props) {
  const { _id: id, company, machine } = ticket
  const merge = useRouteMutationInPlace(tickets.merge, ({ message }) => message)
  const navigate = useNavigate()
  const { data } = useRouteQuery(
    tickets.list,
    { query: { company, status: 'open', page: '0', size: '100', sort: '-dateCreated' } },
    { enabled: dialog.opened },
  )
  const others = (data?.tickets ?? [])
    .filter(({ _id }) => _id !== id)
    .sort((a, b) => Number(b.machine === machine) - Number(a.machine === machine))
  return (
    <FormDialog
      dialog={dialog}
      title={t.mergeTitle(ticketName(ticket))}
      schema={Target}
      submit={t.mergeTickets}
      onSubmit={async ({ into }) => {
        await merge({ params: { ticket: id }, body: { into } })
        await navigate({ to: paths.ticket(area, company, into), replace: true })
      }}
    >
      <p className={classes.about}>{t.mergeAbout}</p>
      <SelectField
        name="into"
        label={t.mergeInto}
        required
        options={[
          { value: '', label: t.chooseTicket },
          ...others.map(other => ({
            value: other._id,
            label: `${ticketName(other)} · ${other.machineName} · ${other.serialNumber}`,
          })),
        ]}
      />
    </FormDialog>
  )
}
