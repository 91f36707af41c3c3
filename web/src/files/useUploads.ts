import { useEffect, useEffectEvent, useState } from 'react'
import { usePortal } from '../data/portal.ts'
import { refusedUpload, startUpload, type Upload } from './upload.ts'
import { uploadRefusal } from './uploadRefusal.ts'

/** Files on their way to a place of their own, each by itself; `add` puts one that has arrived there, once for its `key`. */
export function useUploads(add: (file: string, key: string) => Promise<unknown>) {
  const limit = usePortal()?.uploadLimit ?? Number.POSITIVE_INFINITY
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const [running, setRunning] = useState(false)

  const onChange = useEffectEvent(() => {
    const steps = uploads.map(upload => upload.state().step)
    setRunning(steps.includes('sending'))
    // What is done stands among the files now.
    if (steps.includes('done')) setUploads(uploads.filter((_, place) => steps[place] !== 'done'))
  })
  useEffect(() => {
    const unwatch = uploads.map(upload => upload.watch(() => onChange()))
    onChange()
    return () => {
      for (const stop of unwatch) stop()
    }
  }, [uploads])

  const takeBack = useEffectEvent(() => {
    for (const upload of uploads) upload.cancel()
  })
  useEffect(() => () => takeBack(), [])

  return {
    uploads,
    /** Something is being sent: leaving the page would end it. */
    running,
    choose: (chosen: Iterable<File> | null) => {
      const added = [...(chosen ?? [])].map(file => {
        const refused = uploadRefusal(file, limit)
        return refused ? refusedUpload(file, refused) : startUpload(file, add)
      })
      setUploads(all => [...all, ...added])
    },
    remove: (upload: Upload) => {
      upload.cancel()
      setUploads(all => all.filter(each => each !== upload))
    },
  }
}
