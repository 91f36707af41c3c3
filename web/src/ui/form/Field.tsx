import { type ReactNode, use, useId } from 'react'
import { uiMessages as t } from '../../messages/current.ts'
import classes from './Field.module.css'
import { FormState } from './Form.tsx'

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

export function Field({
  name,
  label,
  hint,
  optional = false,
  describedBy,
  explain = problem => problem,
  children,
}: FieldProps & {
  /** It may be left empty, as its label says; screen readers announce the others as required. */
  optional?: boolean
  describedBy?: string | undefined
  /** Rewords a problem for this field. */
  explain?: (problem: string) => string
  children: (control: Control) => ReactNode
}) {
  const id = useId()
  const { problems, initial, clearProblem } = use(FormState)
  const problem = problems[name]?.()
  const initialValue = initial[name] ?? undefined // null: the field is empty
  const descriptionIds = [problem && `${id}-problem`, hint && `${id}-hint`, describedBy]
    .filter(Boolean)
    .join(' ')
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
        'aria-describedby': descriptionIds || undefined,
        defaultValue: initialValue === undefined ? undefined : String(initialValue),
        onInput: () => clearProblem(name),
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
