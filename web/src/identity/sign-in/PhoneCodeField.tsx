import type { ClipboardEvent, KeyboardEvent, Ref } from 'react'
import classes from './PhoneCodeField.module.css'

type Props = {
  ref: Ref<HTMLFieldSetElement>
  label: string
  /** What each box is called. */
  digit: (place: number) => string
  code: readonly string[]
  onChange: (code: string[]) => void
}

/** A code, a digit a box: typing moves on, deleting moves back, and a pasted code fills them all. */
export function CodeField({ ref, label, digit, code, onChange }: Props) {
  const boxesOf = (box: HTMLElement) => [...(box.closest('fieldset')?.querySelectorAll('input') ?? [])]

  function put(at: number, text: string, box: HTMLElement) {
    const digits = text.replace(/\D/g, '').slice(0, code.length - at)
    if (digits === '') return
    onChange(code.map((old, place) => digits[place - at] ?? old))
    boxesOf(box)[Math.min(at + digits.length, code.length - 1)]?.focus()
  }

  function pressed(event: KeyboardEvent<HTMLInputElement>, at: number) {
    if (/^\d$/.test(event.key) && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      return put(at, event.key, event.currentTarget)
    }
    const boxes = boxesOf(event.currentTarget)
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: code.length - 1 }[event.key]
    if (event.key === 'Backspace') {
      const empties = code[at] === '' && at > 0 ? at - 1 : at
      onChange(code.map((old, place) => (place === empties ? '' : old)))
      boxes[empties]?.focus()
    } else if (to !== undefined) boxes[to]?.focus()
    else return
    event.preventDefault()
  }

  function pasted(event: ClipboardEvent<HTMLInputElement>, at: number) {
    event.preventDefault()
    put(at, event.clipboardData.getData('text'), event.currentTarget)
  }

  return (
    <fieldset ref={ref} className={classes.code}>
      <legend>{label}</legend>
      {code.map((value, at) => (
        <input
          // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
          key={at}
          inputMode="numeric"
          autoComplete={at === 0 ? 'one-time-code' : 'off'}
          aria-label={digit(at + 1)}
          value={value}
          onFocus={event => event.currentTarget.select()}
          onChange={event =>
            put(at, value === '' ? event.currentTarget.value : event.currentTarget.value.replace(value, ''), event.currentTarget)
          }
          onKeyDown={event => pressed(event, at)}
          onPaste={event => pasted(event, at)}
        />
      ))}
    </fieldset>
  )
}
