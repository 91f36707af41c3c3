import { withoutMetadata } from './jpegMetadata.ts'
import type { Decoder, Preparation } from './preparation.ts'

declare const self: DedicatedWorkerGlobalScope

type Picture = {
  is_primary(): boolean
  get_width(): number
  get_height(): number
  display(into: ImageData, done: (drawn: ImageData | null) => void): void
}
type Library = { HeifDecoder: new () => { decode(bytes: ArrayBuffer): Picture[] } }
declare function libheif(options: { wasmBinary: ArrayBuffer }): Library

self.onmessage = async ({ data }: MessageEvent<Preparation>) =>
  self.postMessage(await prepare(data).catch(() => null))

async function prepare({
  file,
  maxSide = Number.POSITIVE_INFINITY,
  maxBytes = Number.POSITIVE_INFINITY,
  decoder,
}: Preparation): Promise<Blob> {
  if (file.type === 'image/jpeg' && file.size <= maxBytes) {
    const unchanged = withoutMetadata(new Uint8Array(await file.arrayBuffer()))
    if (unchanged) return unchanged
  }
  const drawn = await createImageBitmap(file) // upright; of HEIC by Safari alone
    .catch(error => (decoder ? drawByLibrary(file, decoder) : Promise.reject(error)))
  let canvas = drawSmaller(drawn, maxSide)
  let jpeg = await toJpeg(canvas, 0.85)
  for (const quality of [0.75, 0.65, 0.5])
    if (jpeg.size > maxBytes) jpeg = await toJpeg(canvas, quality)
  // of grain and foliage: fewer pixels, as a coarser quality blurs what is written there first
  for (let side = sideOf(canvas) * 0.85; jpeg.size > maxBytes && side > 1_000; side *= 0.85) {
    canvas = drawSmaller(drawn, side)
    jpeg = await toJpeg(canvas, 0.5)
  }
  return jpeg.size > maxBytes ? toJpeg(canvas, 0.35) : jpeg
}

const sideOf = ({ width, height }: OffscreenCanvas) => Math.max(width, height)

const toJpeg = (canvas: OffscreenCanvas, quality: number) =>
  canvas.convertToBlob({ type: 'image/jpeg', quality })

/** At most `maxSide` pixels wide and high, on white: JPEG has no transparency. */
function drawSmaller(picture: ImageBitmap | OffscreenCanvas, maxSide: number): OffscreenCanvas {
  const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height))
  const [width, height] = [picture.width, picture.height].map(side =>
    Math.max(1, Math.round(side * scale)),
  ) as [number, number]
  const canvas = new OffscreenCanvas(width, height)
  const context = contextOf(canvas)
  Object.assign(context, { imageSmoothingQuality: 'high' }) // Firefox smooths without it
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.drawImage(picture, 0, 0, width, height)
  // A canvas above the browser's limit stays empty.
  if (context.getImageData(0, 0, 1, 1).data[3] !== 255) throw new RangeError('too large')
  return canvas
}

async function drawByLibrary(file: File, { library, wasm }: Decoder): Promise<OffscreenCanvas> {
  self.importScripts(library)
  const response = await fetch(wasm)
  const { HeifDecoder } = libheif({ wasmBinary: await response.arrayBuffer() })
  const pictures = new HeifDecoder().decode(await file.arrayBuffer())
  const picture = pictures.find(each => each.is_primary()) ?? pictures[0]
  if (!picture) throw new TypeError('no picture')
  const [width, height] = [picture.get_width(), picture.get_height()]
  if (width * height > maxPixels()) throw new RangeError('too large')
  const drawn = await new Promise<ImageData | null>(resolve =>
    picture.display(new ImageData(width, height), resolve),
  )
  if (!drawn) throw new TypeError('not decoded')
  const canvas = new OffscreenCanvas(width, height)
  contextOf(canvas).putImageData(drawn, 0, 0)
  return canvas
}

/** An eighth of the device's memory at 20 bytes a pixel (record 0060). Browsers
 * that do not tell the memory, in gigabytes, may be on a phone. */
function maxPixels() {
  const { deviceMemory = 4 } = navigator as { deviceMemory?: number }
  return deviceMemory * 6_250_000
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context) throw new RangeError('too large')
  return context
}
