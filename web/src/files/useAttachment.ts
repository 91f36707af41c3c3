import { useEffect, useEffectEvent, useState } from 'react'
import { usePortal } from '../portal.ts'
import { toast } from '../ui/toasts.ts'
import { fileMessages as t } from './messages.ts'
import { refusal } from './refusal.ts'
import { refusedUpload, startUpload, type Upload } from './upload.ts'

/** The one file of a message that is being written. Leaving the page takes its upload back. */
export function useAttachment() {
  const limit = usePortal()?.uploadLimit ?? Number.POSITIVE_INFINITY
  const [upload, setUpload] = useState<Upload | null>(null)
  const takeBack = useEffectEvent(() => upload?.cancel())
  useEffect(() => () => takeBack(), [])

  function choose(chosen: ArrayLike<File> | null) {
    const file = chosen?.[0]
    if (!file) return
    const refused = refusal(file, limit)
    if (chosen.length > 1) toast.error(t.onlyOne)
    upload?.cancel()
    setUpload(refused ? refusedUpload(file, refused) : startUpload(file))
  }

  return {
    upload,
    /** The chosen file cannot be sent; its chip says why. */
    refused: upload?.state().step === 'refused',
    choose,
    /** Takes the file away. */
    remove: () => {
      upload?.cancel()
      setUpload(null)
    },
    /** Hands the upload on, to a message that now carries it. */
    release: () => setUpload(null),
  }
}
