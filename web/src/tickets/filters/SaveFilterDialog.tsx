import * as z from 'zod/mini'
import {
  NewSavedFilter,
  type SavedFilter,
  type TicketFilter,
  ticketFilters,
} from '#contract/ticket-filters.ts'
import { useRouteMutationInPlace } from '../../data/queries.ts'
import {
  ticketDialogMessages as dialogMessages,
  ticketMessages as t,
} from '../../messages/current.ts'
import { FormDialog } from '../../ui/dialog/FormDialog.tsx'
import type { DialogState } from '../../ui/dialog/useDialog.ts'
import { conflictAt } from '../../ui/form/conflictAt.ts'
import { RadioField } from '../../ui/form/RadioField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'

type Props = {
  /** about a saved filter, which is changed, or null for a new one */
  dialog: DialogState<SavedFilter | null>
  filter: TicketFilter
  onSaved: (id: string) => void
}

const Form = z.object({
  name: NewSavedFilter.shape.name,
  visibleTo: z.enum(['me', 'team']),
})

/** The name of a filter, and who sees it. */
export default function SaveFilterDialog({ dialog, filter, onSaved }: Props) {
  const save = useRouteMutationInPlace(ticketFilters.save, dialogMessages.filterSaved)
  const change = useRouteMutationInPlace(ticketFilters.change, ({ message }) => message)
  const saved = dialog.subject ?? null
  return (
    <FormDialog
      key={saved?._id}
      dialog={dialog}
      title={saved ? t.editFilter : t.saveFilterTitle}
      schema={Form}
      initial={{ name: saved?.name ?? '', visibleTo: saved?.isOfTeam ? 'team' : 'me' }}
      submit={dialogMessages.saveFilter}
      onSubmit={async ({ name, visibleTo }) => {
        const body = { name, isOfTeam: visibleTo === 'team', query: filter }
        const stored = saved
          ? change({ params: { filter: saved._id }, body }).then(() => saved)
          : save({ body })
        onSaved((await stored.catch(conflictAt('name')))._id)
      }}
    >
      <TextField
        name="name"
        label={dialogMessages.filterName}
        hint={dialogMessages.filterNameHint}
        required
        data-autofocus
      />
      <RadioField
        name="visibleTo"
        label={dialogMessages.filterVisibleTo}
        options={[
          { value: 'me', label: dialogMessages.filterOfMe, hint: dialogMessages.filterOfMeHint },
          {
            value: 'team',
            label: dialogMessages.filterOfTeam,
            hint: dialogMessages.filterOfTeamHint,
          },
        ]}
      />
    </FormDialog>
  )
}
