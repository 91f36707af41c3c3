import type { ComponentProps } from 'react'
import { Select } from '../controls/Select.tsx'
import { Field, type FieldProps } from './Field.tsx'

export const SelectField = ({ name, label, ...props }: Omit<FieldProps, 'hint'> & Omit<ComponentProps<typeof Select>, 'name'>) => (
  <Field name={name} label={label} optional={!props.required}>
    {({ defaultValue, className: _, ...control }) => (
      <Select {...control} {...(props.value === undefined && { defaultValue })} {...props} />
    )}
  </Field>
)
