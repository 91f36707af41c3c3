import classes from './Choice.module.css'

type Props<V extends string> = {
  label: string
  value: V
  options: readonly (readonly [value: V, label: string])[]
  onChange: (value: V) => void
}

export function Choice<V extends string>({ label, value, options, onChange }: Props<V>) {
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
