import {
  IconAlertCircle,
  IconCircleCheck,
  IconFile,
  IconFileAlert,
  IconX,
} from '@tabler/icons-react'
import { useRef } from 'react'
import { useStore } from '../../browser/store.ts'
import { fileMessages as t } from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { formatFileSize } from '../../ui/text/format.ts'
import type { UploadState } from './attempt.ts'
import classes from './UploadChip.module.css'
import type { Upload } from './upload.ts'
import { useObjectUrl } from './useObjectUrl.ts'

const icons = {
  sending: IconFile,
  done: IconCircleCheck,
  failed: IconAlertCircle,
  refused: IconAlertCircle,
  lost: IconFileAlert,
}

function describeState(state: UploadState) {
  if (state.step === 'sending')
    return state.isPreparing
      ? t.preparing
      : state.isWaiting
        ? t.waiting(state.percent)
        : t.share(state.percent)
  if (state.step === 'done') return t.uploaded
  if (state.step === 'lost') return t.attachAgain
  return state.step === 'failed' ? state.error.message : state.reason()
}

function announceState(state: UploadState, name: string) {
  if (state.step === 'done') return t.uploadedOf(name)
  if (state.step === 'failed') return t.failedOf(name)
  if (state.step === 'lost') return t.attachAgain
  if (state.step === 'refused') return '' // the toast is an alert
  if (state.isWaiting) return t.waitingOf(name)
  // A screen reader hears every 25 %.
  return state.isPreparing
    ? t.preparingOf(name)
    : t.percent(name, Math.floor(state.percent / 25) * 25)
}

type Props = {
  upload: Upload
  onRemove?: () => void
  /** Whether the original of a picture may still be sent in place of its copy. */
  offersOriginal?: boolean
}

export function UploadChip({ upload, onRemove, offersOriginal = false }: Props) {
  const state = useStore(upload.state)
  const remove = useRef<HTMLButtonElement>(null)
  const {
    file: { name, size },
    picture,
    originalSize,
    sendOriginal,
  } = upload
  const thumbnail = useObjectUrl(picture)
  const Icon = icons[state.step]
  return (
    <div className={classes.chip} data-step={state.step} data-unsaved>
      {thumbnail && (state.step === 'sending' || state.step === 'done') ? (
        <img src={thumbnail} alt="" className={classes.thumbnail} />
      ) : (
        <Icon aria-hidden />
      )}
      <div className={classes.text}>
        <span className={classes.name} dir="auto">
          {name}
        </span>
        <span className={classes.about}>
          <span>{formatFileSize(size)}</span>
          <span key={state.step}>{` · ${describeState(state)}`}</span>
        </span>
        {offersOriginal && originalSize !== undefined && (
          <Button
            variant="quiet"
            small
            onClick={() => {
              sendOriginal?.()
              remove.current?.focus() // this button disappears
            }}
          >
            {t.sendOriginal(formatFileSize(originalSize))}
          </Button>
        )}
        {state.step === 'sending' && (
          <progress
            className={classes.bar}
            aria-label={t.uploadingOf(name)}
            max={100}
            value={state.isPreparing ? undefined : state.percent}
          />
        )}
      </div>
      <span className="sr-only" role="status">
        {announceState(state, name)}
      </span>
      {state.step === 'failed' && (
        <Button
          variant="quiet"
          small
          onClick={() => {
            upload.retry()
            remove.current?.focus() // this button disappears
          }}
        >
          {t.retry}
        </Button>
      )}
      {onRemove && (
        <IconButton
          icon={IconX}
          ref={remove}
          onClick={onRemove}
          label={state.step === 'sending' ? t.cancel(name) : t.remove(name)}
        />
      )}
    </div>
  )
}
