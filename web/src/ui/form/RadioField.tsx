import { use, useId } from 'react'
import { FormState } from './Form.tsx'
import classes from './RadioField.module.css'

type Props = {
  name: string
  label: string
  options: readonly { value: string; label: string; hint: string }[]
}

/** One of a few options, each with what it means; the form's initial value is chosen. */
export function RadioField({ name, label, options }: Props) {
  const id = useId()
  const { initial } = use(FormState)
  return (
    <fieldset className={classes.field} data-field={name}>
      <legend>{label}</legend>
      {options.map(({ value, label, hint }) => (
        <label key={value} className={classes.option}>
          <input
            type="radio"
            name={name}
            value={value}
            defaultChecked={initial[name] === value}
            aria-labelledby={`${id}-${value}-name`}
            aria-describedby={`${id}-${value}`}
          />
          <span>
            <span id={`${id}-${value}-name`}>{label}</span>
            <span id={`${id}-${value}`} className={classes.hint}>
              {hint}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
