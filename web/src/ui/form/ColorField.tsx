import { use, useState } from 'react'
import { withoutUnseen } from '#contract/text/turkish.ts'
import { uiMessages as t } from '../../messages/current.ts'
import classes from './ColorField.module.css'
import { Field, type FieldProps } from './Field.tsx'
import { FormState } from './Form.tsx'

/** Shown by the picker, which has no empty value, while no colour is set. */
const fallback = '#196ac8'

/** A colour, typed as `#rrggbb` or chosen in the device's picker. It may be left empty. */
export function ColorField({ name, label, hint = '' }: FieldProps) {
  const [text, setText] = useState(String(use(FormState).initial[name] ?? ''))
  const written = withoutUnseen(text).trim().toLowerCase()
  return (
    <Field name={name} label={label} hint={hint} optional>
      {({ defaultValue: _, ...control }) => (
        <div className={classes.color}>
          <input
            {...control}
            type="text"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={fallback}
            value={text}
            onChange={event => setText(event.currentTarget.value)}
          />
          <input
            type="color"
            className={classes.picker}
            aria-label={t.colorOf(label)}
            value={/^#[0-9a-f]{6}$/.test(written) ? written : fallback}
            onChange={event => {
              setText(event.currentTarget.value)
              control.onInput()
            }}
          />
        </div>
      )}
    </Field>
  )
}
