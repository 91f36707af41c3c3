import { type RefObject, useEffect, useId } from 'react'
import { AttachButton } from '../../files/upload/AttachButton.tsx'
import { Attached } from '../../files/upload/Attached.tsx'
import type { Upload } from '../../files/upload/upload.ts'
import { useAttachments } from '../../files/upload/useAttachments.ts'
import { savedReplyMessages as t } from '../../messages/current.ts'
import classes from './ReplyFileField.module.css'

type Props = {
  initial: readonly Upload[]
  /** The files of the reply, for the form. */
  chosen: RefObject<readonly Upload[]>
}

/** The files that are sent with a reply. Closing the dialog cancels their uploads. */
export function ReplyFileField({ initial, chosen }: Props) {
  const id = useId()
  const attachments = useAttachments(null, { initial })
  const { uploads } = attachments
  useEffect(() => {
    chosen.current = uploads
  }, [uploads, chosen])
  return (
    <fieldset className={classes.field} aria-describedby={id}>
      <legend>{t.file}</legend>
      <Attached attachments={attachments} />
      <AttachButton choose={attachments.choose} />
      <p id={id} className={classes.hint}>
        {t.fileHint}
      </p>
    </fieldset>
  )
}
