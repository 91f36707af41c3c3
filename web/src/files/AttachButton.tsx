import { IconPaperclip, IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { fileMessages as t } from './messages.ts'

type Props = {
  choose: (files: FileList | null) => void
  /** Only the paper clip. */
  small?: boolean
  /** What it says instead, where it is the page's own action: it takes several files. */
  action?: string
}

/** Opens the device's own choice of file or camera. */
export function AttachButton({ choose, small = false, action }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const open = () => input.current?.click()
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple={action !== undefined}
        aria-label={action ?? t.attach}
        onChange={event => {
          choose(event.currentTarget.files)
          event.currentTarget.value = '' // the same file can be chosen again
        }}
      />
      {small ? (
        <IconButton label={t.attach} onClick={open}>
          <IconPaperclip aria-hidden />
        </IconButton>
      ) : (
        <Button
          look={action ? 'primary' : 'plain'}
          onClick={open}
          icon={action ? <IconUpload aria-hidden /> : <IconPaperclip aria-hidden />}
        >
          {action ?? t.attach}
        </Button>
      )}
    </>
  )
}
