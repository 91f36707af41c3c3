import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { usePortal } from '../../data/portal.ts'
import { privateStore } from '../../data/privateStore.ts'
import { refuseUpload, startUpload, type Upload } from './upload.ts'

const nothing = {
  upload: null as Upload | null,
  /** The upload that the current one has replaced: a message takes one file. */
  replaced: null as Upload | null,
  /** The name of a file that was chosen before the page was left; it must be chosen again. */
  lostName: null as string | null,
  hasExtraFiles: false,
}

const subscribeToNothing = () => () => {}

/** The file of a message being written; leaving the page cancels
 * its upload. `messageKey`: the message's author and place. */
export function useAttachment(messageKey: string) {
  const key = `attached:${messageKey}`
  const limit = usePortal()?.uploadLimit ?? Number.POSITIVE_INFINITY
  const [attached, setAttached] = useState(() => ({
    ...nothing,
    lostName: privateStore.read(key) as string | null,
  }))
  const { upload, replaced } = attached
  const isRefused = useSyncExternalStore(
    upload?.state.subscribe ?? subscribeToNothing,
    () => upload?.state.get().step === 'refused',
  )
  const cancelUploads = useEffectEvent(() => {
    upload?.cancel()
    replaced?.cancel()
  })
  useEffect(() => () => cancelUploads(), [])
  useEffect(
    () =>
      privateStore.subscribe(
        (changed, name) =>
          changed === key && name === null && setAttached(state => ({ ...state, lostName: null })),
      ),
    [key],
  )

  function attach(next: Partial<typeof nothing>) {
    if (replaced !== next.upload) replaced?.cancel()
    setAttached({ ...nothing, ...next })
    const name =
      next.lostName ?? (next.upload?.state.get().step === 'refused' ? null : next.upload?.file.name)
    if (name) privateStore.write(key, name)
    else privateStore.remove(key)
  }

  return {
    ...attached,
    isRefused,
    choose(files: ArrayLike<File> | null) {
      const file = files?.[0]
      if (!file) return
      attach({
        upload: refuseUpload(file, limit) ?? startUpload(file),
        replaced: isRefused ? null : upload,
        hasExtraFiles: (files?.length ?? 0) > 1,
      })
    },
    restore(message: { upload?: Upload; fileName?: string }) {
      if (message.upload) attach({ upload: message.upload, replaced: isRefused ? null : upload })
      else if (message.fileName && !upload) attach({ lostName: message.fileName })
    },
    undoReplacement() {
      upload?.cancel()
      attach({ upload: replaced })
    },
    remove() {
      upload?.cancel()
      attach({})
    },
    /** Leaves the upload to the message that now carries it. */
    release: () => attach({}),
  }
}
export type Attachment = ReturnType<typeof useAttachment>
