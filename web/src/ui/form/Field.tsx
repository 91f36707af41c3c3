import { type ReactNode, use, useId } from 'react'
import { uiMessages as t } from '../messages.ts'
import classes from './Field.module.css'
import { FormState } from './Form.tsx'

/** What every field is given. `name` is the contract's. */
export type FieldProps = { name: string; label: string; hint?: string }
type Control = {
  id: string
  name: string
  'data-field': string
  className: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
  defaultValue: string | undefined
  onInput: () => void
}

/** A control with its label, and under it what helps and what is wrong. */
export function Field({
  name,
  label,
  hint,
  optional = false,
  describedBy,
  explain = problem => problem,
  children,
}: FieldProps & {
  /** It may be left empty, which is said beside its label; of the others a screen reader says that they are required. */
  optional?: boolean
  describedBy?: string | undefined
  /** The problem in the words of this field. */
  explain?: (problem: string) => string
  children: (control: Control) => ReactNode
}) {
  const id = useId()
  const { problems, initial, typed } = use(FormState)
  const problem = problems[name]
  const first = initial[name]
  const described = [problem && `${id}-problem`, hint && `${id}-hint`, describedBy].filter(Boolean).join(' ')
  return (
    <div className={classes.field}>
      <div>
        <label htmlFor={id}>{label}</label>
        {optional && (
          <span className={classes.optional} aria-hidden>
            {t.optional}
          </span>
        )}
      </div>
      {children({
        id,
        name,
        'data-field': name,
        className: classes.control ?? '',
        'aria-invalid': problem !== undefined,
        'aria-describedby': described || undefined,
        defaultValue: first === undefined ? undefined : String(first),
        onInput: () => typed(name),
      })}
      {hint && (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-problem`} className={classes.problem}>
          {explain(problem)}
        </p>
      )}
    </div>
  )
}
