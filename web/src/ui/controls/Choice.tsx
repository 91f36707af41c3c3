import { useNarrow } from '../../browser/useNarrow.ts'
import classes from './Choice.module.css'
import { Select } from './Select.tsx'

type Props<V extends string> = {
  label: string
  value: V
  options: readonly (readonly [value: V, label: string])[]
  onChange: (value: V) => void
}

/** More do not fit beside each other on a phone. */
const mostOnPhone = 4

export function Choice<V extends string>({ label, value, options, onChange }: Props<V>) {
  const isNarrow = useNarrow()
  if (isNarrow && options.length > mostOnPhone)
    return (
      <Select
        aria-label={label}
        value={value}
        options={options.map(([value, label]) => ({ value, label }))}
        onChange={event => onChange(event.target.value as V)}
      />
    )
  return (
    <fieldset className={classes.choice}>
      <legend className="sr-only">{label}</legend>
      {options.map(([option, name]) => (
        <label key={option} className={classes.option}>
          <input
            type="radio"
            className="sr-only"
            name={label}
            value={option}
            checked={option === value}
            onChange={() => onChange(option)}
          />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  )
}
