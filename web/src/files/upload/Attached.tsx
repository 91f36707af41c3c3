import { IconFileAlert, IconX } from '@tabler/icons-react'
import { fileMessages as t } from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import classes from './UploadChip.module.css'
import { UploadChip } from './UploadChip.tsx'
import type { Attachment } from './useAttachment.ts'

export function Attached({
  attachment: { upload, replaced, lostName, hasExtraFiles, undoReplacement, remove },
}: {
  attachment: Attachment
}) {
  if (upload)
    return (
      <>
        <UploadChip upload={upload} onRemove={remove} />
        {hasExtraFiles && (
          <p className={classes.extraFiles} role="alert">
            {t.onlyOne}
          </p>
        )}
        {replaced && (
          <p className={classes.replaced} role="status">
            <span>{t.replaced(replaced.file.name)}</span>
            <Button
              variant="quiet"
              small
              onClick={undoReplacement}
              aria-label={t.putBackOf(replaced.file.name)}
            >
              {t.putBack}
            </Button>
          </p>
        )}
      </>
    )
  if (!lostName) return null
  return (
    <div className={classes.chip} data-step="lost">
      <IconFileAlert aria-hidden />
      <div className={classes.text}>
        <span className={classes.name} dir="auto">
          {lostName}
        </span>
        <span className={classes.about} role="status">
          {t.attachAgain}
        </span>
      </div>
      <IconButton icon={IconX} onClick={remove} label={t.remove(lostName)} />
    </div>
  )
}
