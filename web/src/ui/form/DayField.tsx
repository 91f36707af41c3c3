import { IconCalendar } from '@tabler/icons-react'
import { use, useRef, useState } from 'react'
import { IconButton } from '../controls/IconButton.tsx'
import { uiMessages as t } from '../messages.ts'
import { day, dayFrom, looksLikeDay } from '../text/format.ts'
import classes from './DayField.module.css'
import { Field, type FieldProps } from './Field.tsx'
import { FormState } from './Form.tsx'

type Props = FieldProps & {
  required?: boolean
  /** What it says, `YYYY-MM-DD`, where another field may change it. */
  value?: string | null
  /** Told what is written: a day, `YYYY-MM-DD`, or null. */
  onDay?: (day: string | null) => void
}

/** A day, written DD/MM/YYYY or chosen in the device's own calendar. Left empty, the form does not have it. */
export function DayField({ name, label, hint = '', required = false, value, onDay }: Props) {
  const first = value ?? use(FormState).initial[name]
  const [written, write] = useState(typeof first === 'string' ? day(first) : '')
  const [known, setKnown] = useState(value)
  const native = useRef<HTMLInputElement>(null)
  if (value !== undefined && known !== value) {
    // Another field has changed it; unless that only repeats what stands here.
    setKnown(value)
    if (value !== dayFrom(written)) write(value === null ? '' : day(value))
  }

  const chosen = dayFrom(written)
  function change(text: string) {
    write(text)
    onDay?.(dayFrom(text))
  }
  return (
    <Field
      name={name}
      label={label}
      hint={hint}
      optional={!required}
      explain={problem => (chosen || !written ? problem : looksLikeDay(written) ? t.noSuchDay(written.trim()) : t.writeDay)}
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
            value={written}
            onChange={event => change(event.currentTarget.value)}
            onBlur={() => chosen && write(day(chosen))}
          />
          {written.trim() && <input type="hidden" name={name} value={chosen ?? written} />}
          <input
            ref={native}
            type="date"
            className={classes.native}
            tabIndex={-1}
            aria-hidden
            min="1900-01-01"
            max="2999-12-31"
            value={chosen ?? ''}
            onChange={event => {
              change(event.currentTarget.value && day(event.currentTarget.value))
              control.onInput()
            }}
          />
          <IconButton label={t.calendarOf(label)} onClick={() => native.current?.showPicker()}>
            <IconCalendar aria-hidden />
          </IconButton>
        </div>
      )}
    </Field>
  )
}
