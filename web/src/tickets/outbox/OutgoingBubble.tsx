import { IconAlertCircle, IconPaperclip } from '@tabler/icons-react'
import { useIsOnline } from '../../browser/useIsOnline.ts'
import { describeError } from '../../data/api.ts'
import { UploadChip } from '../../files/upload/UploadChip.tsx'
import { ticketMessages as t } from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { formatFileSize } from '../../ui/text/format.ts'
import { Bubble, type BubbleKind } from '../timeline/Bubble.tsx'
import classes from './OutgoingBubble.module.css'
import { isFileLost, isUnreached, type Outgoing } from './outbox.ts'
import type { ConversationOutbox } from './useOutbox.ts'

type Props = {
  message: Outgoing
  kind: BubbleKind
  /** the author */
  name: string
  outbox: ConversationOutbox
  /** Moves a message to the composer; missing where no more can be written. */
  onEdit: ((message: Pick<Outgoing, 'text' | 'upload' | 'fileName'>) => void) | false
}

/** A message being sent, or a failed one: it stays until it is sent, edited or discarded. */
export function OutgoingBubble({ message, kind, name, outbox, onEdit }: Props) {
  const { state, upload, fileName, error } = message
  const isLost = isFileLost(message)
  const isOnline = useIsOnline()
  const isRefused = upload?.state.get().step === 'refused'
  const isUploading =
    state === 'sending' && fileName !== undefined && upload?.state.get().step !== 'done'

  const errorText =
    error && (isUnreached(error) && !isOnline ? t.sentOnReconnect : describeError(error))
  const reason = isLost ? t.fileLost(fileName ?? '') : errorText

  function discard() {
    outbox.withdraw(message)
    upload?.cancel()
  }

  /** The text is written on without the file, or stays as not sent where no more can be written. */
  function removeFile() {
    if (!onEdit) return outbox.cancelUpload(message)
    discard()
    onEdit({ text: message.text })
  }

  function edit() {
    outbox.withdraw(message)
    if (onEdit) onEdit(message)
  }

  return (
    <Bubble
      kind={kind}
      name={name}
      instant={message.written}
      text={message.text}
      faint={state !== 'failed'}
    >
      {upload && isUploading && <UploadChip upload={upload} onRemove={removeFile} />}
      {upload && !isUploading && (
        <p className={classes.file}>
          <IconPaperclip aria-hidden />
          <span>
            <bdi>{fileName}</bdi>
            <span>{` · ${formatFileSize(upload.file.size)}`}</span>
          </span>
        </p>
      )}
      {state !== 'failed' && (
        <p className={classes.state}>
          {isUploading ? t.waitsForFile : kind === 'note' ? t.savingNote : t.sendingMessage}
        </p>
      )}
      {state === 'failed' && (
        <div className={classes.failed} role="alert">
          <IconAlertCircle aria-hidden />
          <span>
            <strong>{kind === 'note' ? t.noteNotSaved : t.notSent}</strong> <span>{reason}</span>
          </span>
          <div className={classes.buttons}>
            {onEdit ? (
              <>
                {!isLost && !isRefused && (
                  <Button small variant="plain" onClick={() => outbox.retry(message)}>
                    {t.resend}
                  </Button>
                )}
                <Button small variant="plain" onClick={edit}>
                  {t.edit}
                </Button>
              </>
            ) : (
              <>
                <CopyButton text={message.text} />
                <Button small variant="plain" onClick={discard}>
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
