import { userMessages as t } from '../messages/current.ts'
import { TextField } from '../ui/form/TextField.tsx'
import classes from './people.module.css'

/** The name and contact of an invited person. No autofill, which would enter the administrator's own. */
export const PersonFields = () => (
  <>
    <div className={classes.pair}>
      <TextField name="name" label={t.name} autoComplete="off" required />
      <TextField name="surname" label={t.surname} autoComplete="off" required />
    </div>
    <TextField name="email" label={t.email} type="email" autoComplete="off" autoCapitalize="none" spellCheck={false} required />
    <TextField name="phone" label={t.phone} type="tel" autoComplete="off" />
  </>
)
