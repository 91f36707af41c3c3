import library from 'libheif-js/libheif-wasm/libheif.js?url'
import wasm from 'libheif-js/libheif-wasm/libheif.wasm?url'
import { jpegNameOf } from './heic.ts'

/** In ms: a picture of 48 megapixels takes an old phone half of it. */
const timeout = 120_000
let previous: Promise<unknown> = Promise.resolve()

/** The picture as a JPEG; itself where it cannot be converted, or `signal` has aborted.
 * One at a time, as it takes memory, which ends with its worker. */
export async function convertHeic(file: File, signal: AbortSignal): Promise<File> {
  const conversion = previous.then(() => (signal.aborted ? null : runWorker(file, signal)))
  previous = conversion
  const jpeg = await conversion
  if (jpeg === null) return file
  return new File([jpeg], jpegNameOf(file.name), {
    type: 'image/jpeg',
    lastModified: file.lastModified,
  })
}

const runWorker = (file: File, signal: AbortSignal) =>
  new Promise<Blob | null>(resolve => {
    const worker = new Worker(new URL('../../../worker/pictureWorker.ts', import.meta.url))
    const end = (jpeg: Blob | null) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
      worker.terminate()
      resolve(jpeg)
    }
    const cancel = () => end(null)
    const timer = setTimeout(cancel, timeout)
    signal.addEventListener('abort', cancel)
    worker.onmessage = ({ data }: MessageEvent<Blob | null>) => end(data)
    worker.onerror = cancel
    worker.postMessage({ file, library, wasm })
  })
