import { IconCamera } from '@tabler/icons-react'
import { useRef } from 'react'
import { fileMessages as t } from '../../messages/current.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import classes from './CameraButton.module.css'

export function CameraButton({ choose }: { choose: (files: FileList | null) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <span className={classes.camera}>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={t.takePhoto}
        onChange={event => {
          choose(event.currentTarget.files)
          event.currentTarget.value = '' // the next photo can have the same name
        }}
      />
      <IconButton icon={IconCamera} label={t.takePhoto} onClick={() => input.current?.click()} />
    </span>
  )
}
