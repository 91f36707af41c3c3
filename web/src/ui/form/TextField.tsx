import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './Field.tsx'

export const TextField = ({ name, label, hint = '', ...props }: FieldProps & Omit<ComponentProps<'input'>, 'name'>) => (
  <Field name={name} label={label} hint={hint} optional={!props.required && !props.readOnly} describedBy={props['aria-describedby']}>
    {control => <input type="text" dir="auto" {...props} {...control} />}
  </Field>
)

export const TextArea = ({ name, label, hint = '', ...props }: FieldProps & Omit<ComponentProps<'textarea'>, 'name'>) => (
  <Field name={name} label={label} hint={hint} optional={!props.required && !props.readOnly} describedBy={props['aria-describedby']}>
    {control => <textarea rows={6} dir="auto" {...props} {...control} />}
  </Field>
)
