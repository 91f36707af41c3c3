import type { ClipboardEvent, KeyboardEvent, Ref } from 'react'
import classes from './PhoneCodeField.module.css'

type Props = {
  ref: Ref<HTMLFieldSetElement>
  label: string
  /** The label of each box. */
  digitLabel: (position: number) => string
  code: readonly string[]
  onChange: (code: string[]) => void
}

/** A code with a box for each digit: typing moves on, deleting moves back, and a pasted code fills all boxes. */
export function PhoneCodeField({ ref, label, digitLabel, code, onChange }: Props) {
  const boxesOf = (box: HTMLElement) => [...(box.closest('fieldset')?.querySelectorAll('input') ?? [])]

  function insertDigits(index: number, text: string, box: HTMLElement) {
    const digits = text.replace(/\D/g, '').slice(0, code.length - index)
    if (digits === '') return
    onChange(code.map((current, position) => digits[position - index] ?? current))
    boxesOf(box)[Math.min(index + digits.length, code.length - 1)]?.focus()
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>, index: number) {
    if (/^\d$/.test(event.key) && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      return insertDigits(index, event.key, event.currentTarget)
    }
    const boxes = boxesOf(event.currentTarget)
    const target = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: code.length - 1 }[event.key]
    if (event.key === 'Backspace') {
      const clearedIndex = code[index] === '' && index > 0 ? index - 1 : index
      onChange(code.map((current, position) => (position === clearedIndex ? '' : current)))
      boxes[clearedIndex]?.focus()
    } else if (target !== undefined) boxes[target]?.focus()
    else return
    event.preventDefault()
  }

  function handlePaste(event: ClipboardEvent<HTMLInputElement>, index: number) {
    event.preventDefault()
    insertDigits(index, event.clipboardData.getData('text'), event.currentTarget)
  }

  return (
    <fieldset ref={ref} className={classes.code}>
      <legend>{label}</legend>
      {code.map((value, index) => (
        <input
          // biome-ignore lint/suspicious/noArrayIndexKey: a box is its index
          key={index}
          inputMode="numeric"
          autoComplete={index === 0 ? 'one-time-code' : 'off'}
          aria-label={digitLabel(index + 1)}
          value={value}
          onFocus={event => event.currentTarget.select()}
          onChange={event =>
            insertDigits(
              index,
              value === '' ? event.currentTarget.value : event.currentTarget.value.replace(value, ''),
              event.currentTarget,
            )
          }
          onKeyDown={event => handleKeyDown(event, index)}
          onPaste={event => handlePaste(event, index)}
        />
      ))}
    </fieldset>
  )
}
