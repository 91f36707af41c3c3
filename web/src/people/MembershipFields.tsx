import { peopleMessages as t } from '../messages/current.ts'
import { TextField } from '../ui/form/TextField.tsx'
import classes from './people.module.css'

/** What a person is at a company. */
export const MembershipFields = () => (
  <div className={classes.pair}>
    <TextField name="department" label={t.department} autoComplete="off" />
    <TextField name="position" label={t.position} autoComplete="off" />
  </div>
)
