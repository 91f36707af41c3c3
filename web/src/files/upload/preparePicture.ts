import library from 'libheif-js/libheif-wasm/libheif.js?url'
import wasm from 'libheif-js/libheif-wasm/libheif.wasm?url'
import type { Preparation } from '../../../worker/preparation.ts'
import { isHeic, jpegNameOf, maxPictureBytes } from './pictures.ts'

/** In ms: a picture of 48 megapixels takes an old phone half of it. */
const timeout = 120_000
/** Pixels: the plate of a machine, photographed whole, stays readable. */
const maxSide = 2_000
let previous: Promise<unknown> = Promise.resolve()

/** The picture as a JPEG, upright and without its place, `reduced` where it is for a message;
 * itself where that fails or makes a PNG no smaller, or `signal` has aborted. One at a time,
 * as it takes memory, which ends with its worker. */
export async function preparePicture(file: File, reduced: boolean, signal: AbortSignal) {
  const preparation = previous.then(() =>
    signal.aborted ? null : runWorker(file, reduced, signal),
  )
  previous = preparation
  const jpeg = await preparation
  if (jpeg === null || (jpeg.size >= file.size && file.type === 'image/png')) return file
  const { lastModified } = file
  return new File([jpeg], jpegNameOf(file.name), { type: 'image/jpeg', lastModified })
}

const runWorker = (file: File, reduced: boolean, signal: AbortSignal) =>
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
    worker.postMessage({
      file,
      ...(reduced && { maxSide, maxBytes: bytesOf(file) }),
      ...(isHeic(file) && { decoder: { library, wasm } }),
    } satisfies Preparation)
  })

/** Never more than before, but for HEIC, which most browsers cannot show. */
const bytesOf = (file: File) =>
  isHeic(file) ? maxPictureBytes : Math.min(maxPictureBytes, file.size)
