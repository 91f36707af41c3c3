import { focusTitle } from '../ui/focusTitle.ts'
import { DropZone } from './DropZone.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import { fileMessages as t } from './messages.ts'
import { UploadChip } from './UploadChip.tsx'
import classes from './Uploads.module.css'
import type { useUploads } from './useUploads.ts'

/** The files of this page that are on their way, or were refused; files can be dropped anywhere. */
export function Uploads({ of: { uploads, running, choose, remove } }: { of: ReturnType<typeof useUploads> }) {
  return (
    <>
      <DropZone choose={choose} />
      <LeaveGuard running={running} />
      {uploads.length > 0 && (
        <ul className={classes.uploads} aria-label={t.uploads}>
          {uploads.map(upload => (
            <li key={upload.key}>
              <UploadChip
                upload={upload}
                onRemove={() => {
                  remove(upload)
                  focusTitle() // the button is gone
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
