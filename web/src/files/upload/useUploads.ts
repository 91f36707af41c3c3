import { useEffect, useState } from 'react'
import { createStore, useStore } from '../../browser/store.ts'
import { usePortal } from '../../data/portal.ts'
import { refuseUpload, startUpload, type Upload } from './upload.ts'

/** Uploads that belong to a list, each on its own. A finished
 * one is dropped: its file is in the list of files now. */
export function createUploads() {
  const uploads = createStore<readonly Upload[]>([])
  const isSending = createStore(false)

  function set(next: readonly Upload[]) {
    const unfinished = next.filter(({ state }) => state.get().step !== 'done')
    // Progress is shown by each upload itself: the list changes only with its members.
    if (unfinished.length !== uploads.get().length) uploads.set(unfinished)
    isSending.set(unfinished.some(({ state }) => state.get().step === 'sending'))
  }
  return {
    uploads,
    isSending,
    add(upload: Upload) {
      upload.state.subscribe(() => set(uploads.get()))
      set([...uploads.get(), upload])
    },
    remove(upload: Upload) {
      upload.cancel()
      set(uploads.get().filter(each => each !== upload))
    },
    cancelAll() {
      for (const upload of uploads.get()) upload.cancel()
    },
  }
}

export function useUploads(attach: (file: string, key: string) => Promise<unknown>) {
  const limit = usePortal()?.uploadLimit ?? Number.POSITIVE_INFINITY
  const [list] = useState(createUploads)
  useEffect(() => list.cancelAll, [list])
  return {
    uploads: useStore(list.uploads),
    /** Leaving the page would cancel an upload. */
    isSending: useStore(list.isSending),
    choose(chosen: Iterable<File> | null) {
      for (const file of chosen ?? [])
        list.add(refuseUpload(file, limit) ?? startUpload(file, attach))
    },
    remove: list.remove,
  }
}
