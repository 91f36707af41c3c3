import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { type ComponentProps, useState } from 'react'
import { uiMessages as t } from '../../messages/current.ts'
import { IconButton } from '../controls/IconButton.tsx'
import { Field, type FieldProps } from './Field.tsx'
import classes from './PasswordField.module.css'

export function PasswordField({
  name,
  label,
  hint = '',
  ...props
}: FieldProps & Omit<ComponentProps<'input'>, 'name' | 'type'>) {
  const [isShown, setShown] = useState(false)
  return (
    <Field name={name} label={label} hint={hint} describedBy={props['aria-describedby']}>
      {control => (
        <div className={classes.password}>
          <input
            {...props}
            {...control}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
          />
          <IconButton
            icon={isShown ? IconEyeOff : IconEye}
            label={t.showPassword}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          />
        </div>
      )}
    </Field>
  )
}
