import { IconAlertCircle, IconCircleCheck, IconFile, IconX } from '@tabler/icons-react'
import { useRef, useSyncExternalStore } from 'react'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { fileSize } from '../ui/text/format.ts'
import { fileMessages as t } from './messages.ts'
import classes from './UploadChip.module.css'
import type { Upload } from './upload.ts'

const icons = { sending: IconFile, done: IconCircleCheck, failed: IconAlertCircle, refused: IconAlertCircle }

/** A chosen file: its name, how far it is, and a way to take it back. */
export function UploadChip({ upload, onRemove }: { upload: Upload; onRemove: () => void }) {
  const state = useSyncExternalStore(upload.watch, upload.state)
  const remove = useRef<HTMLButtonElement>(null)
  const { name, size } = upload.file
  const Icon = icons[state.step]
  const told = {
    // Every quarter is told, not every percent.
    sending: () => t.percent(name, state.step === 'sending' ? Math.floor(state.percent / 25) * 25 : 0),
    done: () => t.uploadedOf(name),
    failed: () => t.failedOf(name),
    refused: () => '', // said where it is shown
  }[state.step]()
  return (
    <div className={classes.chip} data-step={state.step}>
      <Icon aria-hidden />
      <div className={classes.text}>
        <span className={classes.name}>{name}</span>
        <span className={classes.about}>
          {fileSize(size)}
          {state.step === 'sending' && ` · ${t.share(state.percent)}`}
          {state.step === 'done' && ` · ${t.uploaded}`}
          {state.step === 'failed' && ` · ${state.error.message}`}
          {state.step === 'refused' && <span role="alert"> · {state.why}</span>}
        </span>
        {state.step === 'sending' && <progress className={classes.bar} aria-label={t.uploading(name)} max={100} value={state.percent} />}
      </div>
      <span className="sr-only" role="status">
        {told}
      </span>
      {state.step === 'failed' && (
        <Button
          look="quiet"
          small
          onClick={() => {
            upload.retry()
            remove.current?.focus() // this button goes
          }}
        >
          {t.retry}
        </Button>
      )}
      <IconButton ref={remove} onClick={onRemove} label={state.step === 'sending' ? t.cancel(name) : t.remove(name)}>
        <IconX aria-hidden />
      </IconButton>
    </div>
  )
}
