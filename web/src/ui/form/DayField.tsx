import { IconCalendar } from '@tabler/icons-react'
import { use, useRef, useState } from 'react'
import { uiMessages as t } from '../../messages/current.ts'
import { IconButton } from '../controls/IconButton.tsx'
import { formatDay, isDayShaped, parseDay } from '../text/format.ts'
import classes from './DayField.module.css'
import { Field, type FieldProps } from './Field.tsx'
import { FormState } from './Form.tsx'

type Props = FieldProps & {
  required?: boolean
  /** `YYYY-MM-DD`, where another field may set it. */
  value?: string | null
  /** Receives the entered day, `YYYY-MM-DD`, or null. */
  onDay?: (day: string | null) => void
}

/** A day, typed as DD/MM/YYYY or chosen in the device's calendar. Left empty, the form omits it. */
export function DayField({ name, label, hint = '', required = false, value, onDay }: Props) {
  const initialValue = value ?? use(FormState).initial[name]
  const [text, setText] = useState(typeof initialValue === 'string' ? formatDay(initialValue) : '')
  const [previousValue, setPreviousValue] = useState(value)
  const picker = useRef<HTMLInputElement>(null)
  if (value !== undefined && previousValue !== value) {
    // Another field has set it, unless to the day that is entered.
    setPreviousValue(value)
    if (value !== parseDay(text)) setText(value === null ? '' : formatDay(value))
  }

  const parsed = parseDay(text)
  function change(text: string) {
    setText(text)
    onDay?.(parseDay(text))
  }
  return (
    <Field
      name={name}
      label={label}
      hint={hint}
      optional={!required}
      explain={problem =>
        parsed || !text ? problem : isDayShaped(text) ? t.noSuchDay(text.trim()) : t.writeDay
      }
    >
      {({ name: _, defaultValue: __, ...control }) => (
        <div className={classes.day}>
          <input
            {...control}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            placeholder={t.dayShape}
            required={required}
            value={text}
            onChange={event => change(event.currentTarget.value)}
            onBlur={() => parsed && setText(formatDay(parsed))}
          />
          {text.trim() && <input type="hidden" name={name} value={parsed ?? text} />}
          <input
            ref={picker}
            type="date"
            className={classes.picker}
            tabIndex={-1}
            aria-hidden
            min="1900-01-01"
            max="2999-12-31"
            value={parsed ?? ''}
            onChange={event => {
              change(event.currentTarget.value && formatDay(event.currentTarget.value))
              control.onInput()
            }}
          />
          <IconButton
            icon={IconCalendar}
            label={t.calendarOf(label)}
            onClick={() => picker.current?.showPicker?.()}
          />
        </div>
      )}
    </Field>
  )
}
