import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useId,
  useRef,
  useState,
} from 'react'
import type { Ticket } from '#contract/tickets.ts'
import type { HandleKey } from './handleKey.ts'
import { useReplyQuery } from './useReplyQuery.ts'

/** The list of saved replies of a message. The focus stays in the message;
 * `aria-activedescendant` names the active option. `ticket`: null where the
 * writer has no saved replies, a customer. */
export function useReplyPicker(
  field: RefObject<HTMLTextAreaElement | null>,
  ticket: Ticket | null,
) {
  const id = useId()
  const replyQuery = useReplyQuery(field)
  const { open, close, update } = replyQuery
  const [activeOption, setActiveOption] = useState<string>()
  const panel = useRef<HTMLDivElement>(null)
  const handleKey = useRef<HandleKey>(() => false)

  function leave({ relatedTarget }: FocusEvent) {
    if (open && relatedTarget !== field.current && !panel.current?.contains(relatedTarget)) close()
  }

  return {
    ...replyQuery,
    id,
    ticket,
    field,
    panel,
    handleKey,
    setActiveOption,
    leave,
    /** True where the key was for the list. */
    onKeyDown: (event: KeyboardEvent) => open !== null && handleKey.current(event),
    attributes: ticket && {
      onInput: ({ nativeEvent }: FormEvent) =>
        update((nativeEvent as InputEvent).inputType !== 'insertFromPaste'),
      onSelect: () => update(false),
      onBlur: leave,
      'aria-autocomplete': 'list' as const,
      'aria-controls': open ? id : undefined,
      'aria-activedescendant': open ? activeOption : undefined,
    },
  }
}
export type ReplyPickerState = ReturnType<typeof useReplyPicker>
