import { useEffect, useEffectEvent, useState } from 'react'
import { usePortal } from '../data/portal.ts'
import { createRefusedUpload, startUpload, type Upload } from './upload.ts'
import { uploadRefusal } from './uploadRefusal.ts'

/** Uploads that belong to a list, each on its own; `attach` adds a finished one, with its `key` as idempotency key. */
export function useUploads(attach: (file: string, key: string) => Promise<unknown>) {
  const limit = usePortal()?.uploadLimit ?? Number.POSITIVE_INFINITY
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const [isSending, setSending] = useState(false)

  const onChange = useEffectEvent(() => {
    const steps = uploads.map(upload => upload.getSnapshot().step)
    setSending(steps.includes('sending'))
    // A finished upload is in the list of files now.
    if (steps.includes('done')) setUploads(uploads.filter((_, index) => steps[index] !== 'done'))
  })
  useEffect(() => {
    const unsubscribers = uploads.map(upload => upload.subscribe(() => onChange()))
    onChange()
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe()
    }
  }, [uploads])

  const cancelAll = useEffectEvent(() => {
    for (const upload of uploads) upload.cancel()
  })
  useEffect(() => () => cancelAll(), [])

  return {
    uploads,
    /** Leaving the page would cancel an upload. */
    isSending,
    choose: (chosen: Iterable<File> | null) => {
      const added = [...(chosen ?? [])].map(file => {
        const refusal = uploadRefusal(file, limit)
        return refusal ? createRefusedUpload(file, refusal) : startUpload(file, attach)
      })
      setUploads(all => [...all, ...added])
    },
    remove: (upload: Upload) => {
      upload.cancel()
      setUploads(all => all.filter(each => each !== upload))
    },
  }
}
