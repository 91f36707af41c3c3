import { IconAlertCircle, IconCloudOff, IconPaperclip } from '@tabler/icons-react'
import { describeError } from '../../data/api.ts'
import { UploadChip } from '../../files/upload/UploadChip.tsx'
import type { Upload } from '../../files/upload/upload.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { formatFileSize } from '../../ui/text/format.ts'
import { isolate } from '../../ui/text/isolate.ts'
import { Bubble, type BubbleKind } from '../timeline/Bubble.tsx'
import { messagesSince } from './collision.ts'
import { MessagesSince } from './MessagesSince.tsx'
import classes from './OutgoingBubble.module.css'
import { lostFiles, type Outgoing, useIsWaiting } from './outbox.ts'
import type { ConversationOutbox } from './useOutbox.ts'

type Props = {
  message: Outgoing
  kind: BubbleKind
  /** the author */
  name: string
  continued: boolean
  outbox: ConversationOutbox
  /** Moves a message to the composer; missing where no more can be written. */
  onEdit: ((message: Pick<Outgoing, 'text' | 'files' | 'lastMessage'>) => void) | false
}

/** A message being sent, or a failed one: it stays until it is sent, edited or discarded. */
export function OutgoingBubble({ message, kind, name, continued, outbox, onEdit }: Props) {
  const { state, files, error } = message
  const lost = lostFiles(message)
  const since = messagesSince(error)
  const lastSince = since.at(-1)?._id
  const afterThem = lastSince === undefined ? message : { ...message, lastMessage: lastSince }
  const stepOf = (upload: Upload | undefined) => upload?.state.get().step
  const isRefused = files.some(({ upload }) => stepOf(upload) === 'refused')
  const isPreparing = state === 'sending' && !message.isPosted && files.length > 0

  const isWaiting = useIsWaiting(message)
  const reason =
    lost.length > 0 ? t.fileLost(lost.map(isolate).join(', ')) : error && describeError(error)

  function discard() {
    outbox.withdraw(message)
    for (const { upload } of files) upload?.cancel()
  }

  const removeFile = (upload: Upload) =>
    files.length === 1 && message.text === '' ? discard() : outbox.removeFile(message, upload)

  function edit() {
    outbox.withdraw(message)
    if (onEdit) onEdit(afterThem)
  }

  return (
    <Bubble
      kind={kind}
      name={name}
      continued={continued}
      instant={message.written}
      text={message.text}
    >
      {files.length > 0 && (
        <ul className={classes.files}>
          {files.map(({ name: fileName, size, upload }, index) => (
            <li key={upload?.key ?? `${index}:${fileName}`}>
              {upload && state === 'sending' && stepOf(upload) !== 'done' ? (
                <UploadChip
                  upload={upload}
                  {...(isPreparing && { onRemove: () => removeFile(upload) })}
                />
              ) : (
                <span className={classes.file}>
                  <IconPaperclip aria-hidden />
                  <span>
                    <bdi>{fileName}</bdi>
                    <span>{` · ${formatFileSize(size)}`}</span>
                  </span>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {state !== 'failed' && (
        <p className={classes.state}>
          {isWaiting
            ? t.sentOnReconnect
            : isPreparing
              ? t.preparesFiles
              : kind === 'note'
                ? t.savingNote
                : t.sendingMessage}
        </p>
      )}
      {message.close && <p className={classes.state}>{t.closesToo}</p>}
      {isPreparing && onEdit && (
        <Button small variant="plain" onClick={edit}>
          {t.edit}
        </Button>
      )}
      {state === 'failed' && (
        <div
          className={classes.failed}
          data-waiting={isWaiting || undefined}
          role={isWaiting ? 'status' : 'alert'}
        >
          {isWaiting ? <IconCloudOff aria-hidden /> : <IconAlertCircle aria-hidden />}
          {isWaiting ? (
            <span>{t.sentOnReconnect}</span>
          ) : (
            <span>
              <strong>{kind === 'note' ? t.noteNotSaved : t.notSent}</strong> <span>{reason}</span>
            </span>
          )}
          <MessagesSince messages={since} />
          <div className={classes.buttons}>
            {onEdit ? (
              <>
                {lost.length === 0 && !isRefused && (
                  <Button small variant="plain" onClick={() => outbox.retry(afterThem)}>
                    {lastSince === undefined ? t.resend : t.sendAfterThem}
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
