import { createContext, type FormEvent, type ReactNode, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { CallError, describeError, isAbort } from '../../data/api.ts'
import { Button } from '../controls/Button.tsx'
import { Notice } from '../layout/Notice.tsx'
import classes from './Form.module.css'
import { type Problems, problemsOf, validate } from './problems.ts'
import { readValues } from './readValues.ts'

export const FormState = createContext<{
  problems: Problems
  initial: Record<string, unknown>
  clearProblem: (name: string) => void
}>({
  problems: {},
  initial: {},
  clearProblem: () => {},
})

type Props<S extends z.ZodMiniType> = {
  /** The contract's schema of the body, which validates the fields by name, or what loads it. */
  schema: S | (() => Promise<S>)
  initial?: Partial<Record<keyof z.input<S> & string, unknown>> | undefined
  extra?: Partial<z.input<S>>
  submit: string
  full?: boolean
  secondaryButton?: ReactNode
  /** `initial` is what the form began with. */
  onSubmit: (value: z.output<S>, before: Record<string, unknown>) => Promise<unknown>
  validate?: () => Problems
  onProblems?: (problems: Problems, values: Record<string, unknown>) => void
  onFormInput?: (form: HTMLFormElement) => void
  onFocus?: () => void
  children: ReactNode
}

/** Fields that the contract's schema validates. A refused form keeps
 * its input, shows the problems and focuses the first invalid field. */
export function Form<S extends z.ZodMiniType>({
  schema,
  initial = {},
  extra,
  submit,
  full = false,
  secondaryButton,
  onSubmit,
  validate: validateExtra,
  onProblems,
  onFormInput,
  onFocus,
  children,
}: Props<S>) {
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const [initialValues] = useState<Record<string, unknown>>(initial)

  /** Shows each problem at its field, and those without a field at the end. */
  function showProblems(found: Problems, values: Record<string, unknown>) {
    onProblems?.(found, values)
    const controls = [...(form.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [])]
    const names = new Set(controls.map(({ dataset }) => dataset.field))
    const unmatched = Object.entries(found).flatMap(([name, problem]) =>
      names.has(name) ? [] : [problem],
    )
    setProblems({
      ...found,
      ...(unmatched.length > 0 && { '': () => unmatched.map(problem => problem()).join(' ') }),
    })
    controls.find(({ dataset }) => (dataset.field ?? '') in found)?.focus()
  }

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const values = { ...readValues(event.currentTarget), ...(extra as object) }
    setBusy(true)
    try {
      const { value, problems: found } = validate(
        typeof schema === 'function' ? await schema() : schema,
        values,
      )
      const allProblems = { ...found, ...validateExtra?.() }
      if (Object.keys(allProblems).length > 0) return showProblems(allProblems, values)
      setProblems({})
      await onSubmit(value as z.output<S>, initialValues)
      form.current?.removeAttribute('data-unsaved')
    } catch (error) {
      if (isAbort(error)) return // cancelled by the user
      showProblems(
        error instanceof CallError ? problemsOf(error) : { '': () => describeError(error) },
        values,
      )
      if (!(error instanceof CallError)) throw error // for the console
    } finally {
      setBusy(false)
    }
  }

  const clearProblem = (name: string) =>
    problems[name] !== undefined && setProblems(({ [name]: _, ...others }) => others)
  return (
    <form
      ref={form}
      className={classes.form}
      method="post"
      noValidate
      onSubmit={event => void handleSubmit(event)}
      onInput={event => {
        // Not a state: rendering before the change event would reset a controlled select.
        event.currentTarget.setAttribute('data-unsaved', '')
        onFormInput?.(event.currentTarget)
      }}
      onFocus={onFocus}
    >
      <FormState value={{ problems, initial, clearProblem }}>{children}</FormState>
      {problems[''] && <Notice tone="wrong">{problems['']()}</Notice>}
      <div className={full ? classes.full : classes.buttons}>
        {secondaryButton}
        <Button type="submit" busy={busy}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
