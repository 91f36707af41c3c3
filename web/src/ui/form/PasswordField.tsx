import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { type ComponentProps, useState } from 'react'
import { IconButton } from '../controls/IconButton.tsx'
import { uiMessages as t } from '../messages.ts'
import { Field, type FieldProps } from './Field.tsx'
import classes from './PasswordField.module.css'

/** A password, which can be looked at while it is typed. */
export function PasswordField({ name, label, hint = '', ...props }: FieldProps & Omit<ComponentProps<'input'>, 'name' | 'type'>) {
  const [shown, show] = useState(false)
  return (
    <Field name={name} label={label} hint={hint} describedBy={props['aria-describedby']}>
      {control => (
        <div className={classes.password}>
          <input {...props} {...control} type={shown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
          <IconButton label={t.showPassword} aria-pressed={shown} onClick={() => show(!shown)}>
            {shown ? <IconEyeOff aria-hidden /> : <IconEye aria-hidden />}
          </IconButton>
        </div>
      )}
    </Field>
  )
}
