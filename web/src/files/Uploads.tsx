import { useLayoutEffect, useRef } from 'react'
import { focusTitle } from '../ui/layout/focusTitle.ts'
import { DropZone } from './DropZone.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import { fileMessages as t } from './messages.ts'
import { UploadChip } from './UploadChip.tsx'
import classes from './Uploads.module.css'
import type { Upload } from './upload.ts'
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
            <Item key={upload.key} upload={upload} onRemove={() => remove(upload)} />
          ))}
        </ul>
      )}
    </>
  )
}

function Item({ upload, onRemove }: { upload: Upload; onRemove: () => void }) {
  const item = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => {
    const here = item.current
    // Uploaded or taken back, it goes; who stood on it goes to the title.
    return () => {
      if (here?.contains(document.activeElement)) focusTitle()
    }
  }, [])
  return (
    <li ref={item}>
      <UploadChip upload={upload} onRemove={onRemove} />
    </li>
  )
}
