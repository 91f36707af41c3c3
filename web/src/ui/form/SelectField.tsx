import type { ComponentProps } from 'react'
import { Select } from '../controls/Select.tsx'
import { Field, type FieldProps } from './Field.tsx'

export const SelectField = ({
  name,
  label,
  hint = '',
  isChoiceOfAll = false,
  ...props
}: FieldProps & {
  /** Its empty option stands for all. */
  isChoiceOfAll?: boolean
} & Omit<ComponentProps<typeof Select>, 'name'>) => (
  <Field name={name} label={label} hint={hint} optional={!props.required && !isChoiceOfAll}>
    {({ defaultValue, className: _, onInput: clearProblem, ...control }) => (
      <Select
        {...control}
        {...(props.value === undefined && { defaultValue })}
        {...props}
        onChange={event => {
          // Not at the input event: rendering before this one would reset a controlled select.
          clearProblem()
          props.onChange?.(event)
        }}
      />
    )}
  </Field>
)
