import { IconPaperclip, IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { fileMessages as t } from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'

type Props = {
  choose: (files: FileList | null) => void
  small?: boolean
  /** The label of a page's primary action. */
  action?: string
}

export function AttachButton({ choose, small = false, action }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const open = () => input.current?.click()
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={action ?? t.attach}
        onChange={event => {
          choose(event.currentTarget.files)
          event.currentTarget.value = '' // so that the same file can be chosen again
        }}
      />
      {small ? (
        <IconButton icon={IconPaperclip} label={t.attach} onClick={open} />
      ) : (
        <Button
          variant={action ? 'primary' : 'plain'}
          onClick={open}
          icon={action ? IconUpload : IconPaperclip}
        >
          {action ?? t.attach}
        </Button>
      )}
    </>
  )
}
