import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './Field.tsx'

export const TextField = ({
  name,
  label,
  hint = '',
  ...props
}: FieldProps & Omit<ComponentProps<'input'>, 'name'>) => (
  <Field
    name={name}
    label={label}
    hint={hint}
    optional={!props.required && !props.readOnly}
    describedBy={props['aria-describedby']}
  >
    {control => <input type="text" dir="auto" {...props} {...control} />}
  </Field>
)

/** Not of type `email`: browsers would translate its host before
 * `canonicalAddress` has read it, such as the İ of a Turkish keyboard. */
export const EmailField = (props: ComponentProps<typeof TextField>) => (
  <TextField
    inputMode="email"
    autoCapitalize="none"
    autoCorrect="off"
    spellCheck={false}
    {...props}
  />
)

export const TextArea = ({
  name,
  label,
  hint = '',
  ...props
}: FieldProps & Omit<ComponentProps<'textarea'>, 'name'>) => (
  <Field
    name={name}
    label={label}
    hint={hint}
    optional={!props.required && !props.readOnly}
    describedBy={props['aria-describedby']}
  >
    {control => <textarea rows={6} dir="auto" {...props} {...control} />}
  </Field>
)
