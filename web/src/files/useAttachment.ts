import { useEffect, useEffectEvent, useState } from 'react'
import { usePortal } from '../data/portal.ts'
import { privateStore } from '../data/privateStore.ts'
import { refusedUpload, startUpload, type Upload } from './upload.ts'
import { uploadRefusal } from './uploadRefusal.ts'

/**
 * The one file of a message that is being written. Leaving the page takes its upload back: then the file is `lost`, and only its name is
 * still known. `place` names whose message it is and where it belongs.
 */
export function useAttachment(place: string) {
  const key = `attached:${place}`
  const limit = usePortal()?.uploadLimit ?? Number.POSITIVE_INFINITY
  const [upload, setUpload] = useState<Upload | null>(null)
  const [lost, setLost] = useState(() => privateStore.read(key) as string | null)
  const [leftOut, setLeftOut] = useState(false)
  const takeBack = useEffectEvent(() => upload?.cancel())
  useEffect(() => () => takeBack(), [])
  useEffect(() => privateStore.whenChangedElsewhere((changed, name) => changed === key && name === null && setLost(null)), [key])

  function choose(chosen: ArrayLike<File> | null) {
    const file = chosen?.[0]
    if (!file) return
    const refused = uploadRefusal(file, limit)
    upload?.cancel()
    setUpload(refused ? refusedUpload(file, refused) : startUpload(file))
    setLost(null)
    setLeftOut(chosen.length > 1)
    if (refused) privateStore.forget(key)
    else privateStore.write(key, file.name)
  }

  function clear() {
    setUpload(null)
    setLost(null)
    setLeftOut(false)
    privateStore.forget(key)
  }

  return {
    upload,
    /** The name of the file that was chosen before the page was left, and has to be chosen again. */
    lost,
    /** More files were chosen than the one that a message takes. */
    leftOut,
    /** The chosen file cannot be sent; its chip says why. */
    refused: upload?.state().step === 'refused',
    choose,
    /** Takes the file away. */
    remove: () => {
      upload?.cancel()
      clear()
    },
    /** Hands the upload on, to a message that now carries it. */
    release: clear,
  }
}
export type Attachment = ReturnType<typeof useAttachment>
