import { ContactDetails, type User, UserDetails, users } from '#contract/people.ts'
import { useRouteMutationInPlace } from '../data/queries.ts'
import { peopleMessages as t } from '../messages/current.ts'
import { FormDialog } from '../ui/dialog/FormDialog.tsx'
import { type DialogState, useDialog } from '../ui/dialog/useDialog.ts'
import { sendChanged } from '../ui/form/sendChanged.ts'
import { MembershipFields } from './MembershipFields.tsx'
import { PersonFields } from './PersonFields.tsx'
import classes from './people.module.css'
import { ResendDialog, type ResendOutcome } from './ResendDialog.tsx'

export function UserDialog({ company, dialog }: { company: string; dialog: DialogState<User> }) {
  const { _id: id = '', contact = false } = dialog.subject ?? {}
  const update = useRouteMutationInPlace(users.update, response => response.message)
  const invited = useDialog<ResendOutcome>()
  return (
    <>
      <FormDialog
        dialog={dialog}
        title={contact ? t.editContact : t.editUser}
        schema={contact ? ContactDetails : UserDetails}
        initial={dialog.subject}
        submit={t.save}
        onSubmit={(body, before) =>
          sendChanged(before, body, id, async changed => {
            const { activationLink: link, ...person } = await update({
              params: { company, user: id },
              body: changed,
            })
            if (link) invited.open({ ...person, link })
          })
        }
      >
        <p className={classes.about}>{t.editAbout}</p>
        <PersonFields isContact={contact} emailHint={contact ? '' : t.emailHint} />
        <MembershipFields />
      </FormDialog>
      <ResendDialog {...invited} />
    </>
  )
}
