import { IconMessageBolt } from '@tabler/icons-react'
import { replyMessages as t } from '../../messages/current.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import type { ReplyPickerState } from './useReplyPicker.ts'

/** For those who do not know the `/`. The message keeps the focus, and a phone its keyboard. */
export function RepliesButton({ picker }: { picker: ReplyPickerState }) {
  const { open, id, ticket, dismiss, begin } = picker
  if (!ticket) return null
  return (
    <IconButton
      icon={IconMessageBolt}
      label={t.open}
      aria-expanded={open !== null}
      aria-controls={open ? id : undefined}
      onMouseDown={event => event.preventDefault()}
      onClick={open ? dismiss : begin}
    />
  )
}
