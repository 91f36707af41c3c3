import { useLayoutEffect, useRef } from 'react'
import { fileMessages as t } from '../messages/current.ts'
import { focusTitle } from '../ui/layout/focusTitle.ts'
import { DropZone } from './DropZone.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import { UploadChip } from './UploadChip.tsx'
import classes from './Uploads.module.css'
import type { Upload } from './upload.ts'
import type { useUploads } from './useUploads.ts'

export function Uploads({ uploads: { uploads, isSending, choose, remove } }: { uploads: ReturnType<typeof useUploads> }) {
  return (
    <>
      <DropZone choose={choose} />
      <LeaveGuard isSending={isSending} />
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
    const element = item.current
    // When the item disappears, the focus inside it moves to the title.
    return () => {
      if (element?.contains(document.activeElement)) focusTitle()
    }
  }, [])
  return (
    <li ref={item}>
      <UploadChip upload={upload} onRemove={onRemove} />
    </li>
  )
}
