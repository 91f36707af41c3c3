import { IconAlertCircle } from '@tabler/icons-react'
import { UploadChip } from '../files/UploadChip.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { CopyButton } from '../ui/controls/CopyButton.tsx'
import { Bubble } from './Bubble.tsx'
import { ticketMessages as t } from './messages.ts'
import classes from './OutgoingBubble.module.css'
import { fileLost, type Outgoing } from './outbox.ts'

type Props = {
  message: Outgoing
  me: { name: string; staff: boolean }
  onRetry: () => void
  /** Missing where no more can be written. */
  onTakeBack: (() => void) | undefined
  onDrop: () => void
}

/** A message on its way, or one that did not make it: it stays, marked, until it is sent or taken back. */
export function OutgoingBubble({ message, me, onRetry, onTakeBack, onDrop }: Props) {
  const { state, upload, fileName, fileId, error } = message
  const lost = fileLost(message)
  return (
    <Bubble staff={me.staff} name={me.name} instant={message.written} text={message.text} faint={state !== 'failed'}>
      {upload && state === 'sending' && !fileId && <UploadChip upload={upload} onRemove={onTakeBack ?? onDrop} />}
      {state !== 'failed' && <p className={classes.state}>{stateOf(message)}</p>}
      {state === 'failed' && (
        <div className={classes.failed} role="alert">
          <IconAlertCircle aria-hidden />
          <span>
            <strong>{t.notSent}</strong>
            {lost ? ` ${t.fileLost(fileName ?? '')}` : error && ` ${error}`}
          </span>
          <div className={classes.buttons}>
            {onTakeBack ? (
              <>
                {!lost && (
                  <Button small look="plain" onClick={onRetry}>
                    {t.resend}
                  </Button>
                )}
                <Button small look="plain" onClick={onTakeBack}>
                  {t.takeBack}
                </Button>
              </>
            ) : (
              <>
                <CopyButton text={message.text} />
                <Button small look="plain" onClick={onDrop}>
                  {t.drop}
                </Button>
              </>
            )}
          </div>
        </div>
      )}
    </Bubble>
  )
}

function stateOf({ state, upload, fileId }: Outgoing) {
  if (state === 'elsewhere') return t.sendingElsewhere
  return upload && !fileId ? t.waitsForFile : t.sendingMessage
}
