import { type RefObject, useEffect, useId, useState } from 'react'
import { usePortal } from '../../data/portal.ts'
import { AttachButton } from '../../files/upload/AttachButton.tsx'
import { UploadChip } from '../../files/upload/UploadChip.tsx'
import { refuseUpload, startUpload, type Upload } from '../../files/upload/upload.ts'
import { replyMessages as t } from '../../messages/current.ts'
import classes from './ReplyFileField.module.css'

type Props = {
  initial: Upload | null
  /** The file of the reply, for the form. */
  chosen: RefObject<Upload | null>
}

/** The file that is sent with a reply. Closing the dialog cancels its upload. */
export function ReplyFileField({ initial, chosen }: Props) {
  const id = useId()
  const limit = usePortal()?.uploadLimit ?? Number.POSITIVE_INFINITY
  const [upload, setUpload] = useState(initial)
  useEffect(() => {
    chosen.current = upload
    return () => upload?.cancel()
  }, [upload, chosen])
  return (
    <fieldset className={classes.field} aria-describedby={id}>
      <legend>{t.file}</legend>
      {upload ? (
        <UploadChip upload={upload} onRemove={() => setUpload(null)} />
      ) : (
        <AttachButton
          choose={files => {
            const file = files?.[0]
            if (file) setUpload(refuseUpload(file, limit) ?? startUpload(file))
          }}
        />
      )}
      <p id={id} className={classes.hint}>
        {t.fileHint}
      </p>
    </fieldset>
  )
}
