import { peopleMessages as t } from '../messages/current.ts'
import { EmailField, TextField } from '../ui/form/TextField.tsx'
import classes from './people.module.css'

/** The name and contact of a person. No autofill, which
 * would enter the administrator's own. */
export const PersonFields = ({ emailHint }: { emailHint?: string }) => (
  <>
    <div className={classes.pair}>
      <TextField name="name" label={t.name} autoComplete="off" required />
      <TextField name="surname" label={t.surname} autoComplete="off" required />
    </div>
    <EmailField name="email" label={t.email} hint={emailHint ?? ''} autoComplete="off" required />
    <TextField name="phone" label={t.phone} type="tel" autoComplete="off" />
  </>
)
