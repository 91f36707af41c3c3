import { type User, UserDetails, users } from '#contract/people.ts'
import { useRouteMutationInPlace } from '../data/queries.ts'
import { userMessages as t } from '../messages/current.ts'
import { FormDialog } from '../ui/dialog/FormDialog.tsx'
import type { DialogState } from '../ui/dialog/useDialog.ts'
import { sendChanged } from '../ui/form/sendChanged.ts'
import { MembershipFields } from './MembershipFields.tsx'
import { PersonFields } from './PersonFields.tsx'
import classes from './people.module.css'

export function UserDialog({ company, dialog }: { company: string; dialog: DialogState<User> }) {
  const id = dialog.subject?._id ?? ''
  const update = useRouteMutationInPlace(users.update, response => response.message)
  return (
    <FormDialog
      dialog={dialog}
      title={t.editUser}
      schema={UserDetails}
      initial={dialog.subject}
      submit={t.save}
      onSubmit={(body, before) =>
        sendChanged(before, body, id, changed =>
          update({ params: { company, user: id }, body: changed }),
        )
      }
    >
      <p className={classes.about}>{t.editAbout}</p>
      <PersonFields />
      <MembershipFields />
    </FormDialog>
  )
}
