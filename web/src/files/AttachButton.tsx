import { ActionIcon, Button } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useRef } from 'react'
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
        <ActionIcon variant="subtle" color="gray" onClick={open} title={t.attach} aria-label={t.attach}>
          <IconPaperclip aria-hidden />
        </ActionIcon>
      ) : (
        <Button variant="default" onClick={open} leftSection={<IconPaperclip aria-hidden />}>
          {t.attach}
        </Button>
      )}
    </>
  )
}
