import type { ComponentProps } from 'react'
import { Select } from '../controls/Select.tsx'
import { Field, type FieldProps } from './Field.tsx'

export const SelectField = ({
  name,
  label,
  hint = '',
  ...props
}: FieldProps & Omit<ComponentProps<typeof Select>, 'name'>) => (
  <Field name={name} label={label} hint={hint} optional={!props.required}>
    {({ defaultValue, className: _, ...control }) => (
      <Select {...control} {...(props.value === undefined && { defaultValue })} {...props} />
    )}
  </Field>
)
