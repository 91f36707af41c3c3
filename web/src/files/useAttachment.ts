import { useEffect, useEffectEvent, useState } from 'react'
import { usePortal } from '../data/portal.ts'
import { privateStore } from '../data/privateStore.ts'
import { createRefusedUpload, startUpload, type Upload } from './upload.ts'
import { uploadRefusal } from './uploadRefusal.ts'

/**
 * The file of a message being written. Leaving the page cancels the upload: then only the file's name is known, `lostName`.
 * `messageKey` names the message's author and where it belongs.
 */
export function useAttachment(messageKey: string) {
  const key = `attached:${messageKey}`
  const limit = usePortal()?.uploadLimit ?? Number.POSITIVE_INFINITY
  const [upload, setUpload] = useState<Upload | null>(null)
  const [lostName, setLostName] = useState(() => privateStore.read(key) as string | null)
  const [hasExtraFiles, setHasExtraFiles] = useState(false)
  const cancelUpload = useEffectEvent(() => upload?.cancel())
  useEffect(() => () => cancelUpload(), [])
  useEffect(() => privateStore.subscribe((changed, name) => changed === key && name === null && setLostName(null)), [key])

  function choose(files: ArrayLike<File> | null) {
    const file = files?.[0]
    if (!file) return
    const refusal = uploadRefusal(file, limit)
    upload?.cancel()
    setUpload(refusal ? createRefusedUpload(file, refusal) : startUpload(file))
    setLostName(null)
    setHasExtraFiles(files.length > 1)
    if (refusal) privateStore.remove(key)
    else privateStore.write(key, file.name)
  }

  function clear() {
    setUpload(null)
    setLostName(null)
    setHasExtraFiles(false)
    privateStore.remove(key)
  }

  return {
    upload,
    /** The name of the file that was chosen before the page was left; it must be chosen again. */
    lostName,
    /** More files were chosen than the one that a message takes. */
    hasExtraFiles,
    isRefused: upload?.getSnapshot().step === 'refused',
    choose,
    remove: () => {
      upload?.cancel()
      clear()
    },
    /** Leaves the upload to the message that now carries it. */
    release: clear,
  }
}
export type Attachment = ReturnType<typeof useAttachment>
