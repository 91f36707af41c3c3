import { useLayoutEffect, useRef } from 'react'
import { fileMessages as t } from '../../messages/current.ts'
import { AboutSubject, ConfirmOne } from '../../ui/dialog/ConfirmDialog.tsx'
import { useDialog } from '../../ui/dialog/useDialog.ts'
import { focusTitle } from '../../ui/layout/focusTitle.ts'
import { DropZone } from './DropZone.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import { nameOf } from './transfer.ts'
import { UploadChip } from './UploadChip.tsx'
import classes from './Uploads.module.css'
import type { Upload } from './upload.ts'
import type { useUploads } from './useUploads.ts'

type Props = {
  uploads: ReturnType<typeof useUploads>
  /** Who sees an added file. */
  audience: string
}

/** Dropped and pasted files are added after a confirmation, as others see them at once. */
export function Uploads({ uploads: { uploads, isSending, choose, remove }, audience }: Props) {
  const confirming = useDialog<File[]>()
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a paste goes to the element with the focus */}
      <section className={classes.target} aria-label={t.dropOrPaste} tabIndex={0}>
        <p aria-hidden>{t.dropOrPaste}</p>
        <DropZone choose={confirming.open} />
      </section>
      <ConfirmOne
        dialog={confirming}
        title={t.confirmAdding}
        about={files => <AboutSubject name={namesOf(files)} lines={[audience]} />}
        confirmLabel={t.addFiles}
        onConfirm={async files => choose(files)}
      />
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

const maxNames = 5

function namesOf(files: readonly File[]) {
  const names = files.slice(0, maxNames).map(nameOf)
  return files.length > maxNames
    ? t.andMore(names.join(', '), files.length - maxNames)
    : names.join(', ')
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
