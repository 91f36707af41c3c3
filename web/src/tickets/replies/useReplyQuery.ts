import { type RefObject, useRef, useState } from 'react'
import { findPlaceholders } from '#contract/text/placeholders.ts'
import { type ReplyQuery, replyQueryAt } from './replyQuery.ts'

/** What is asked for in a message: `/` at the start of a word, and the word; null while the
 * list of saved replies is closed. Its button writes the `/`. */
export function useReplyQuery(field: RefObject<HTMLTextAreaElement | null>) {
  const [open, setOpen] = useState<ReplyQuery | null>(null)
  /** Where a `/` is that its writer meant otherwise. */
  const dismissed = useRef<number | null>(null)
  const isOfButton = useRef(false)
  const isInserting = useRef(false)

  function close() {
    setOpen(null)
    isOfButton.current = false
  }

  /** Writes a text in place of `/` and the query. */
  function replace({ start, query }: ReplyQuery, text: string) {
    const message = field.current
    if (!message) return
    isInserting.current = true
    message.focus()
    message.setSelectionRange(start, start + 1 + query.length)
    write(text)
    isInserting.current = false
    selectPlaceholder(message, start, start + text.length)
  }

  return {
    open,
    close,
    /** Closes the list; the `/` stays, unless the button has written it. */
    dismiss() {
      if (!open) return
      const wasOfButton = isOfButton.current
      dismissed.current = open.start
      close()
      if (wasOfButton) replace(open, '')
    },
    /** After a change of the text or of the selection; only a typed text opens the list. */
    update(isTyped: boolean) {
      const message = field.current
      if (!message || isInserting.current) return
      const { selectionStart, selectionEnd, value } = message
      const found = selectionStart === selectionEnd ? replyQueryAt(value, selectionStart) : null
      if (!found) dismissed.current = null
      if (!found || found.start === dismissed.current) open && close()
      else if (open || isTyped) setOpen(found)
    },
    insert(text: string) {
      if (!open) return
      close()
      replace(open, text)
    },
    begin() {
      const message = field.current
      if (!message) return
      message.focus()
      const caret = message.selectionEnd
      message.setSelectionRange(caret, caret)
      dismissed.current = null
      isOfButton.current = true
      write(/\S$/.test(message.value.slice(0, caret)) ? ' /' : '/')
    },
  }
}

/** Into the focused field, as if it were typed: setting its value would end its history of undo. */
const write = (text: string) =>
  document.execCommand(text ? 'insertText' : 'delete', false, text || undefined)

/** The first one left in the inserted text: what is typed next fills it in. */
function selectPlaceholder(message: HTMLTextAreaElement, from: number, to: number) {
  const left = findPlaceholders(message.value).find(({ start }) => start >= from && start < to)
  if (left) message.setSelectionRange(left.start, left.end)
}
