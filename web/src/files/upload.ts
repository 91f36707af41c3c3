import { files } from '#contract/files.ts'
import { CallFailed, call } from '../api.ts'
import { putBytes } from './putBytes.ts'

export type UploadState = { step: 'sending'; percent: number } | { step: 'done'; id: string } | { step: 'failed'; error: CallFailed }

/** A file on its way to the server. */
export type Upload = {
  file: File
  state: () => UploadState
  watch: (tell: () => void) => () => void
  /** The uploaded file's id. @throws CallFailed when the upload failed, or AbortError when it was taken back */
  finished: () => Promise<string>
  /** Tries again after a failure. */
  retry: () => void
  cancel: () => void
}

/** Asks for a place, puts the bytes there, confirms. It starts at once, so the file is often there before the message is written. */
export function startUpload(file: File): Upload {
  const watchers = new Set<() => void>()
  const stop = new AbortController()
  let state: UploadState = { step: 'sending', percent: 0 }
  let running: Promise<string>

  function become(next: UploadState) {
    state = next
    for (const tell of watchers) tell()
  }

  async function run() {
    try {
      const { signal } = stop
      const { id, url } = await call(files.request, { body: { fileName: file.name, fileSize: file.size, fileType: typeOf(file) }, signal })
      await putBytes(url, file, { type: typeOf(file), signal, onProgress: percent => become({ step: 'sending', percent }) })
      await call(files.confirm, { params: { file: id }, signal })
      become({ step: 'done', id })
      return id
    } catch (error) {
      if (error instanceof CallFailed) become({ step: 'failed', error })
      throw error
    }
  }

  function start() {
    become({ step: 'sending', percent: 0 })
    running = run()
    running.catch(() => {}) // whoever waits for `finished` hears of it; the state tells everybody else
  }

  start()
  return {
    file,
    state: () => state,
    watch: tell => {
      watchers.add(tell)
      return () => watchers.delete(tell)
    },
    finished: () => running,
    retry: () => state.step === 'failed' && start(),
    cancel: () => stop.abort(),
  }
}

/** A type the browser does not know is bytes. */
const typeOf = (file: File) => file.type.split(';')[0]?.trim() || 'application/octet-stream'
