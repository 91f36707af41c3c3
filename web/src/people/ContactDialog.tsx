import { NewContact, users } from '#contract/people.ts'
import { useIdempotencyKey } from '../data/idempotency.ts'
import { useRouteMutation } from '../data/queries.ts'
import { peopleMessages as t } from '../messages/current.ts'
import { FormDialog } from '../ui/dialog/FormDialog.tsx'
import type { DialogState } from '../ui/dialog/useDialog.ts'
import { conflictAt } from '../ui/form/conflictAt.ts'
import { PersonFields } from './PersonFields.tsx'
import classes from './people.module.css'

/** Adds a person who does not sign in. */
export function ContactDialog({ company, dialog }: { company: string; dialog: DialogState<true> }) {
  const create = useRouteMutation(users.createContact)
  const withKey = useIdempotencyKey()
  return (
    <FormDialog
      dialog={dialog}
      title={t.addContact}
      schema={NewContact}
      submit={t.addContact}
      onSubmit={body =>
        create({ params: { company }, ...withKey(body) }).catch(conflictAt('email'))
      }
    >
      <p className={classes.about}>{t.contactAbout}</p>
      <PersonFields isContact />
    </FormDialog>
  )
}
