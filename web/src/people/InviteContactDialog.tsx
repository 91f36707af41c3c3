import * as z from 'zod/mini'
import { email } from '#contract/fields.ts'
import { peopleMessages as t } from '../messages/current.ts'
import { FormDialog } from '../ui/dialog/FormDialog.tsx'
import type { DialogState } from '../ui/dialog/useDialog.ts'
import { conflictAt } from '../ui/form/conflictAt.ts'
import { EmailField } from '../ui/form/TextField.tsx'
import classes from './people.module.css'

const Address = z.object({ email })

type Named = { name: string; surname: string }
type Props<T> = { dialog: DialogState<T>; onInvite: (contact: T, email: string) => Promise<void> }

/** Asks for the e-mail of a contact without one, who is invited there. */
export function InviteContactDialog<T extends Named>({ dialog, onInvite }: Props<T>) {
  const contact = dialog.subject
  return (
    <FormDialog
      dialog={dialog}
      title={t.inviteContact}
      schema={Address}
      submit={t.send}
      onSubmit={async body => contact && onInvite(contact, body.email).catch(conflictAt('email'))}
    >
      <p className={classes.about}>
        {contact && t.inviteContactAbout(`${contact.name} ${contact.surname}`)}
      </p>
      <EmailField name="email" label={t.email} autoComplete="off" required />
    </FormDialog>
  )
}
