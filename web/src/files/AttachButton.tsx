import { IconPaperclip } from '@tabler/icons-react'
import { useRef } from 'react'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { fileMessages as t } from './messages.ts'

/** Opens the device's own choice of file or camera. `small` is only the paper clip. */
export function AttachButton({ choose, small = false }: { choose: (files: FileList | null) => void; small?: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const open = () => input.current?.click()
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t.attach}
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
        <Button look="plain" onClick={open} icon={<IconPaperclip aria-hidden />}>
          {t.attach}
        </Button>
      )}
    </>
  )
}
