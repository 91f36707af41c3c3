import { IconAlertCircle } from '@tabler/icons-react'
import { UploadChip } from '../files/UploadChip.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { CopyButton } from '../ui/controls/CopyButton.tsx'
import { Bubble } from './Bubble.tsx'
import { ticketMessages as t } from './messages.ts'
import classes from './OutgoingBubble.module.css'
import { isFileLost, type Outgoing } from './outbox.ts'

type Props = {
  message: Outgoing
  me: { name: string; staff: boolean }
  onRetry: () => void
  /** Missing where no more can be written. */
  onEdit: (() => void) | undefined
  onDiscard: () => void
}

/** A message being sent, or a failed one: it stays until it is sent, edited or discarded. */
export function OutgoingBubble({ message, me, onRetry, onEdit, onDiscard }: Props) {
  const { state, upload, fileName, fileId, error } = message
  const isLost = isFileLost(message)
  return (
    <Bubble staff={me.staff} name={me.name} instant={message.written} text={message.text} faint={state !== 'failed'}>
      {upload && state === 'sending' && !fileId && <UploadChip upload={upload} onRemove={onEdit ?? onDiscard} />}
      {state !== 'failed' && <p className={classes.state}>{describeState(message)}</p>}
      {state === 'failed' && (
        <div className={classes.failed} role="alert">
          <IconAlertCircle aria-hidden />
          <span>
            <strong>{t.notSent}</strong>
            {isLost ? ` ${t.fileLost(fileName ?? '')}` : error && ` ${error}`}
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

function describeState({ state, upload, fileId }: Outgoing) {
  if (state === 'elsewhere') return t.sendingElsewhere
  return upload && !fileId ? t.waitsForFile : t.sendingMessage
}
