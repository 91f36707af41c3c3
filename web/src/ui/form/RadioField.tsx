import { Fragment, type ReactNode, use, useId, useState } from 'react'
import { FormState } from './Form.tsx'
import classes from './RadioField.module.css'

type Props = {
  name: string
  label: string
  options: readonly {
    value: string
    label: string
    hint: string
    /** Shown while the option is chosen. */
    about?: ReactNode
  }[]
}

/** One of a few options, each with what it means; the form's initial value is chosen. */
export function RadioField({ name, label, options }: Props) {
  const id = useId()
  const { initial } = use(FormState)
  const [chosen, setChosen] = useState(initial[name])
  return (
    <fieldset className={classes.field} data-field={name}>
      <legend>{label}</legend>
      {options.map(({ value, label, hint, about }) => (
        <Fragment key={value}>
          <label className={classes.option}>
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={initial[name] === value}
              onChange={() => setChosen(value)}
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
          {about && <div role="status">{chosen === value && about}</div>}
        </Fragment>
      ))}
    </fieldset>
  )
}
