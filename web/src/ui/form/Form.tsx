import { createContext, type FormEvent, type ReactNode, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { CallFailed } from '../../data/api.ts'
import { Button } from '../controls/Button.tsx'
import { Notice } from '../layout/Notice.tsx'
import classes from './Form.module.css'
import { check, type Problems } from './problems.ts'

/** What the fields of a form know of it. */
export const FormState = createContext<{ problems: Problems; initial: Record<string, unknown>; typed: (name: string) => void }>({
  problems: {},
  initial: {},
  typed: () => {},
})

type Props<S extends z.ZodMiniType> = {
  /** The contract's schema of what is sent: it checks the fields, which it knows by name. */
  schema: S
  initial?: Partial<Record<keyof z.input<S> & string, unknown>> | undefined
  /** Values that no field of this form holds. */
  extra?: Partial<z.input<S>>
  submit: string
  /** The button is as wide as the form. */
  full?: boolean
  /** Stands before the button, such as "Cancel". */
  beside?: ReactNode
  /** `before` is what the form began with. */
  onSubmit: (value: z.output<S>, before: Record<string, unknown>) => Promise<unknown>
  /** What else is wrong, beyond the schema. */
  refuse?: () => Problems
  onProblems?: (problems: Problems) => void
  onTyped?: (form: HTMLFormElement) => void
  children: ReactNode
}

/** Fields that the contract's schema checks. A refused form stays as it was typed, says what is wrong, and goes to the first wrong field. */
export function Form<S extends z.ZodMiniType>({
  schema,
  initial = {},
  extra,
  submit,
  full = false,
  beside,
  onSubmit,
  refuse: alsoWrong,
  onProblems,
  onTyped,
  children,
}: Props<S>) {
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<Problems>({})
  const [refusal, setRefusal] = useState('')
  const [busy, setBusy] = useState(false)
  const [before] = useState<Record<string, unknown>>(initial)

  /** What is wrong with a field is said there, and nowhere else; `words` and what belongs to no field are said at the end. */
  function refuse(found: Problems, words = '') {
    setProblems(found)
    onProblems?.(found)
    const controls = [...(form.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [])]
    const names = new Set(controls.map(({ dataset }) => dataset.field))
    const elsewhere = Object.keys(found).filter(name => !names.has(name))
    setRefusal(words || elsewhere.map(name => found[name]).join(' '))
    controls.find(({ dataset }) => (dataset.field ?? '') in found)?.focus()
  }

  async function submitted(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const { value, problems: found } = check(schema, { ...Object.fromEntries(new FormData(event.currentTarget)), ...(extra as object) })
    const wrong = { ...found, ...alsoWrong?.() }
    if (Object.keys(wrong).length > 0) return refuse(wrong)
    setProblems({})
    setRefusal('')
    setBusy(true)
    try {
      await onSubmit(value as z.output<S>, before)
    } catch (error) {
      if ((error as Error).name === 'AbortError') return // taken back on purpose
      if (!(error instanceof CallFailed)) throw error
      const atFields = error.errors.filter(({ path }) => path !== '')
      refuse(Object.fromEntries(atFields.map(({ path, msg }) => [path.split('.')[0], msg])), atFields.length > 0 ? '' : error.message)
    } finally {
      setBusy(false)
    }
  }

  const typed = (name: string) => problems[name] !== undefined && setProblems(({ [name]: _, ...others }) => others)
  return (
    <form
      ref={form}
      className={classes.form}
      method="post"
      noValidate
      onSubmit={event => void submitted(event)}
      onInput={event => onTyped?.(event.currentTarget)}
    >
      <FormState value={{ problems, initial, typed }}>{children}</FormState>
      {refusal && <Notice tone="wrong">{refusal}</Notice>}
      <div className={full ? classes.full : classes.buttons}>
        {beside}
        <Button type="submit" busy={busy}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
