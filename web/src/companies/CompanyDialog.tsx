import { type Company, CompanyDetails, companies } from '#contract/companies.ts'
import { useAttempt } from '../idempotency.ts'
import { useAction } from '../queries.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { DayField } from '../ui/fields/DayField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { sendChanged } from '../ui/sendChanged.ts'
import { companyMessages as t } from './messages.ts'

/** Adds a company, or changes the one it is given. */
export function CompanyDialog({ opened, company, onClose }: { opened: boolean; company: Company | null; onClose: () => void }) {
  const create = useAction(companies.create, t.added)
  const update = useAction(companies.update, answer => answer.message)
  const attempt = useAttempt()

  function save({ name, dateSupportEnd = null }: CompanyDetails, before: Record<string, unknown>) {
    const body = { name, dateSupportEnd }
    return company
      ? sendChanged(before, body, changed => update({ params: { company: company._id }, body: changed }))
      : create(attempt(body))
  }

  return (
    <FormDialog
      opened={opened}
      title={company ? t.edit : t.add}
      schema={CompanyDetails}
      initial={company ?? undefined}
      submit={company ? t.save : t.add}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField name="name" label={t.name} autoComplete="off" required data-autofocus />
      <DayField name="dateSupportEnd" label={t.supportEndDay} hint={t.supportEndHint} />
    </FormDialog>
  )
}
