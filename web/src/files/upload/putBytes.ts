import { CallError, readError } from '../../data/api.ts'
import { language } from '../../messages/current.ts'

type Options = {
  type: string
  /** Content-Range, for a part of a file */
  range?: string
  signal: AbortSignal
  /** `sent` in bytes */
  onProgress: (sent: number) => void
}

/** In ms without progress, after which the connection counts
 * as broken: the server closes such a one a little earlier. */
const longestPause = 130_000

/** With XMLHttpRequest, as fetch reports no upload progress.
 * @throws CallError, or AbortError when `signal` aborts */
export const putBytes = (url: string, bytes: Blob, { type, range, signal, onProgress }: Options) =>
  new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    let watchdog: ReturnType<typeof setTimeout>
    const watch = () => {
      clearTimeout(watchdog)
      watchdog = setTimeout(() => {
        reject(new CallError(0))
        request.abort()
      }, longestPause)
    }
    signal.addEventListener('abort', abort)
    request.open('PUT', url)
    request.setRequestHeader('Content-Type', type)
    request.setRequestHeader('Accept-Language', language)
    if (range !== undefined) request.setRequestHeader('Content-Range', range)
    request.upload.onprogress = ({ loaded }) => {
      watch()
      onProgress(loaded)
    }
    request.onload = () =>
      request.status >= 200 && request.status < 300
        ? resolve()
        : reject(readError(request.status, request.responseText))
    request.onerror = () => reject(new CallError(0))
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    request.onloadend = () => {
      clearTimeout(watchdog)
      signal.removeEventListener('abort', abort)
    }
    if (signal.aborted) return request.onabort(new ProgressEvent('abort'))
    watch()
    request.send(bytes)
  })
