import { IconFileAlert, IconX } from '@tabler/icons-react'
import { fileMessages as t } from '../../messages/current.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { isolate } from '../../ui/text/isolate.ts'
import classes from './Attached.module.css'
import chip from './UploadChip.module.css'
import { UploadChip } from './UploadChip.tsx'
import type { Attachments } from './useAttachments.ts'

export function Attached({
  attachments: { uploads, lost, excess, room, remove, dismissLost },
}: {
  attachments: Attachments
}) {
  const tooMany = uploads.length - room
  return (
    <>
      {uploads.length + lost.length > 0 && (
        <ul className={classes.files} aria-label={t.attached}>
          {uploads.map(upload => (
            <li key={upload.key}>
              <UploadChip upload={upload} onRemove={() => remove(upload)} offersOriginal />
            </li>
          ))}
          {lost.map(name => (
            <li key={name} className={chip.chip} data-step="lost">
              <IconFileAlert aria-hidden />
              <div className={chip.text}>
                <span className={chip.name} dir="auto">
                  {name}
                </span>
                <span className={chip.about} role="status">
                  {t.attachAgain}
                </span>
              </div>
              <IconButton icon={IconX} onClick={() => dismissLost(name)} label={t.remove(name)} />
            </li>
          ))}
        </ul>
      )}
      {excess.length > 0 && (
        <p className={classes.problem} role="alert">
          {t.notTaken(room, excess.map(isolate).join(', '))}
        </p>
      )}
      {tooMany > 0 && (
        <p className={classes.problem} role="alert">
          {t.tooMany(room, tooMany)}
        </p>
      )}
    </>
  )
}
