import { IconAlertCircle, IconPaperclip } from '@tabler/icons-react'
import { UploadChip } from '../files/UploadChip.tsx'
import { ticketMessages as t } from '../messages/current.ts'
import { Button } from '../ui/controls/Button.tsx'
import { CopyButton } from '../ui/controls/CopyButton.tsx'
import { formatFileSize } from '../ui/text/format.ts'
import { Bubble } from './Bubble.tsx'
import classes from './OutgoingBubble.module.css'
import { isFileLost, type Outgoing } from './outbox.ts'

type Props = {
  message: Outgoing
  me: { name: string; staff: boolean }
  onRetry: () => void
  /** Missing where no more can be written. */
  onEdit: (() => void) | undefined
  /** Cancels the upload: the text is written on without it, or stays as not sent where no more can be written. */
  onRemoveFile: () => void
  onDiscard: () => void
}

/** A message being sent, or a failed one: it stays until it is sent, edited or discarded. */
export function OutgoingBubble({ message, me, onRetry, onEdit, onRemoveFile, onDiscard }: Props) {
  const { state, upload, fileName, error } = message
  const isLost = isFileLost(message)
  const isUploading = state === 'sending' && fileName !== undefined && upload?.state.get().step !== 'done'
  return (
    <Bubble staff={me.staff} name={me.name} instant={message.written} text={message.text} faint={state !== 'failed'}>
      {upload && isUploading && <UploadChip upload={upload} onRemove={onRemoveFile} />}
      {upload && !isUploading && (
        <p className={classes.file}>
          <IconPaperclip aria-hidden />
          {fileName} · {formatFileSize(upload.file.size)}
        </p>
      )}
      {state !== 'failed' && <p className={classes.state}>{isUploading ? t.waitsForFile : t.sendingMessage}</p>}
      {state === 'failed' && (
        <div className={classes.failed} role="alert">
          <IconAlertCircle aria-hidden />
          <span>
            <strong>{t.notSent}</strong>
            {isLost ? ` ${t.fileLost(fileName ?? '')}` : error && ` ${error.message}`}
          </span>
          <div className={classes.buttons}>
            {onEdit ? (
              <>
                {!isLost && (
                  <Button small variant="plain" onClick={onRetry}>
                    {t.resend}
                  </Button>
                )}
                <Button small variant="plain" onClick={onEdit}>
                  {t.edit}
                </Button>
              </>
            ) : (
              <>
                <CopyButton text={message.text} />
                <Button small variant="plain" onClick={onDiscard}>
                  {t.discard}
                </Button>
              </>
            )}
          </div>
        </div>
      )}
    </Bubble>
  )
}
