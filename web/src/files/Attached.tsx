import { IconFileAlert, IconX } from '@tabler/icons-react'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { fileMessages as t } from './messages.ts'
import classes from './UploadChip.module.css'
import { UploadChip } from './UploadChip.tsx'
import type { Attachment } from './useAttachment.ts'

/** What goes with the message that is being written: its file, or the name of the one that has to be chosen again. */
export function Attached({ attachment: { upload, lost, leftOut, remove } }: { attachment: Attachment }) {
  if (upload)
    return (
      <>
        <UploadChip upload={upload} onRemove={remove} />
        {leftOut && (
          <p className={classes.leftOut} role="alert">
            {t.onlyOne}
          </p>
        )}
      </>
    )
  if (!lost) return null
  return (
    <div className={classes.chip} data-step="lost">
      <IconFileAlert aria-hidden />
      <div className={classes.text}>
        <span className={classes.name}>{lost}</span>
        <span className={classes.about} role="status">
          {t.attachAgain}
        </span>
      </div>
      <IconButton onClick={remove} label={t.remove(lost)}>
        <IconX aria-hidden />
      </IconButton>
    </div>
  )
}
