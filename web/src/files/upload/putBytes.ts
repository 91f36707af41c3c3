import { CallError, readError } from '../../data/api.ts'
import { language } from '../../messages/current.ts'

type Options = { type: string; signal: AbortSignal; onProgress: (percent: number) => void }

/** With XMLHttpRequest, as fetch reports no upload progress.
 * @throws CallError, or AbortError when `signal` aborts */
export const putBytes = (url: string, file: File, { type, signal, onProgress }: Options) =>
  new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    signal.addEventListener('abort', abort)
    request.open('PUT', url)
    request.setRequestHeader('Content-Type', type)
    request.setRequestHeader('Accept-Language', language)
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress(total > 0 ? Math.floor((loaded / total) * 100) : 0)
    request.onload = () =>
      request.status >= 200 && request.status < 300
        ? resolve()
        : reject(readError(request.status, request.responseText))
    request.onerror = () => reject(new CallError(0))
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    request.onloadend = () => signal.removeEventListener('abort', abort)
    if (signal.aborted) return request.onabort(new ProgressEvent('abort'))
    request.send(file)
  })
