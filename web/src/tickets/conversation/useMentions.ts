import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { mentionBefore, namesFor } from '../timeline/mentions.ts'

type Options = {
  text: string
  onWrite: (text: string) => void
  colleagues: readonly { _id: string; name: string }[]
  /** of the list of names */
  listId: string
}

/** Suggests colleagues for the `@` before the caret. Arrow keys move
 * in `names`, Enter and Tab insert the active one, Escape hides them. */
export function useMentions(
  field: RefObject<HTMLTextAreaElement | null>,
  { text, onWrite, colleagues, listId }: Options,
) {
  const [caret, setCaret] = useState(0)
  const [hiddenAt, setHiddenAt] = useState<number | null>(null)
  const [chosen, setChosen] = useState(0)
  const nextCaret = useRef<number | null>(null)

  const mention = mentionBefore(text, Math.min(caret, text.length))
  const names =
    mention && mention.start !== hiddenAt ? namesFor(mention.query, colleagues) : ([] as string[])
  const active = Math.min(chosen, names.length - 1)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once the field has the text
  useLayoutEffect(() => {
    if (nextCaret.current === null) return
    field.current?.focus()
    field.current?.setSelectionRange(nextCaret.current, nextCaret.current)
    setCaret(nextCaret.current)
    nextCaret.current = null
  }, [text])

  function replace(start: number, end: number, inserted: string) {
    nextCaret.current = start + inserted.length
    onWrite(text.slice(0, start) + inserted + text.slice(end))
  }
  function choose(name: string) {
    if (mention) replace(mention.start, caret, `@${name} `)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (names.length === 0 || event.ctrlKey || event.metaKey) return
    const { key } = event
    if (key === 'ArrowDown') setChosen((active + 1) % names.length)
    else if (key === 'ArrowUp') setChosen((active + names.length - 1) % names.length)
    else if (key === 'Escape') setHiddenAt(mention?.start ?? null)
    else if ((key === 'Enter' || key === 'Tab') && !event.shiftKey) choose(names[active] ?? '')
    else return
    event.preventDefault()
  }

  const isOpen = names.length > 0
  return {
    names,
    active,
    choose,
    /** As if `@` were typed, for a screen without that key. */
    begin() {
      const at = field.current?.selectionStart ?? text.length
      const space = /[\p{L}\p{N}]$/u.test(text.slice(0, at)) ? ' ' : ''
      setHiddenAt(null)
      replace(at, at, `${space}@`)
    },
    fieldProps: {
      onKeyDown,
      onSelect: () => {
        const { selectionStart = 0 } = field.current ?? {}
        if (selectionStart !== caret) setChosen(0)
        setCaret(selectionStart)
        if (mention === null) setHiddenAt(null)
      },
      onBlur: () => setHiddenAt(mention?.start ?? null),
      'aria-autocomplete': 'list' as const,
      'aria-controls': isOpen ? listId : undefined,
      'aria-activedescendant': isOpen ? `${listId}-${active}` : undefined,
    },
  }
}
