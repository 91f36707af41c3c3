import { peopleMessages as t } from '../messages/current.ts'
import { EmailField, TextField } from '../ui/form/TextField.tsx'
import classes from './people.module.css'

type Props = {
  emailHint?: string
  /** Of a contact a telephone number is enough. */
  isContact?: boolean
}

/** The name and contact of a person. No autofill, which
 * would enter the administrator's own. */
export function PersonFields({ emailHint = '', isContact = false }: Props) {
  return (
    <>
      <div className={classes.pair}>
        <TextField name="name" label={t.name} autoComplete="off" required />
        <TextField name="surname" label={t.surname} autoComplete="off" required />
      </div>
      {isContact && <PhoneField />}
      <EmailField
        name="email"
        label={t.email}
        hint={emailHint}
        autoComplete="off"
        required={!isContact}
      />
      {!isContact && <PhoneField />}
    </>
  )
}

const PhoneField = () => <TextField name="phone" label={t.phone} type="tel" autoComplete="off" />
