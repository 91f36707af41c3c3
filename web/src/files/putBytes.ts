import type { ApiError } from '#contract/errors.ts'
import { language } from '../browser/language.ts'
import { CallFailed } from '../data/api.ts'

type Options = { type: string; signal: AbortSignal; onProgress: (percent: number) => void }

/**
 * Puts a file's bytes to its signed address; fetch cannot tell how far it is.
 * @throws CallFailed, or AbortError when `signal` was raised
 */
export const putBytes = (url: string, file: File, { type, signal, onProgress }: Options) =>
  new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    signal.addEventListener('abort', stop)
    request.open('PUT', url)
    request.setRequestHeader('Content-Type', type)
    request.setRequestHeader('Accept-Language', language)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? Math.floor((loaded / total) * 100) : 0)
    request.onload = () =>
      request.status >= 200 && request.status < 300 ? resolve() : reject(new CallFailed(request.status, replyOf(request)))
    request.onerror = () => reject(new CallFailed(0))
    request.onabort = () => reject(new DOMException('The upload was taken back.', 'AbortError'))
    request.onloadend = () => signal.removeEventListener('abort', stop)
    if (signal.aborted) return request.onabort(new ProgressEvent('abort'))
    request.send(file)
  })

function replyOf(request: XMLHttpRequest): Partial<ApiError> {
  try {
    return JSON.parse(request.responseText) as ApiError
  } catch {
    return {}
  }
}
