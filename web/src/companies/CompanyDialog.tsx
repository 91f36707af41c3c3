import { type Company, CompanyDetails, companies } from '#contract/companies.ts'
import { useIdempotencyKey } from '../data/idempotency.ts'
import { useRouteMutation } from '../data/queries.ts'
import { companyMessages as t } from '../messages/current.ts'
import { FormDialog } from '../ui/dialog/FormDialog.tsx'
import type { DialogState } from '../ui/dialog/useDialog.ts'
import { DayField } from '../ui/form/DayField.tsx'
import { sendChanged } from '../ui/form/sendChanged.ts'
import { TextField } from '../ui/form/TextField.tsx'

export function CompanyDialog({ dialog }: { dialog: DialogState<Company | null> }) {
  const company = dialog.subject
  const create = useRouteMutation(companies.create, t.added)
  const update = useRouteMutation(companies.update, response => response.message)
  const withKey = useIdempotencyKey()

  function save({ name, dateSupportEnd = null }: CompanyDetails, initial: Record<string, unknown>) {
    const body = { name, dateSupportEnd }
    return company
      ? sendChanged(initial, body, company._id, changed =>
          update({ params: { company: company._id }, body: changed }),
        )
      : create(withKey(body))
  }

  return (
    <FormDialog
      dialog={dialog}
      title={company ? t.edit : t.add}
      schema={CompanyDetails}
      initial={company ?? undefined}
      submit={company ? t.save : t.add}
      onSubmit={save}
    >
      <TextField name="name" label={t.name} autoComplete="off" required data-autofocus />
      <DayField name="dateSupportEnd" label={t.supportEndDay} hint={t.supportEndHint} />
    </FormDialog>
  )
}
