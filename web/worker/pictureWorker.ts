declare const self: DedicatedWorkerGlobalScope

/** The library is two files of its own, which are loaded as they were published. */
export type Conversion = { file: File; library: string; wasm: string }

type Picture = {
  is_primary(): boolean
  get_width(): number
  get_height(): number
  display(into: ImageData, done: (drawn: ImageData | null) => void): void
}
type Library = { HeifDecoder: new () => { decode(bytes: ArrayBuffer): Picture[] } }
declare function libheif(options: { wasmBinary: ArrayBuffer }): Library

const quality = 0.85

self.onmessage = async ({ data }: MessageEvent<Conversion>) =>
  self.postMessage(await convert(data).catch(() => null))

async function convert(conversion: Conversion): Promise<Blob> {
  const canvas = await drawByBrowser(conversion.file).catch(() => drawByLibrary(conversion))
  const context = contextOf(canvas)
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#ffffff' // JPEG has no transparency
  context.fillRect(0, 0, canvas.width, canvas.height)
  // A canvas above the browser's limit stays empty.
  if (context.getImageData(0, 0, 1, 1).data[3] !== 255) throw new RangeError('too large')
  return canvas.convertToBlob({ type: 'image/jpeg', quality })
}

/** Safari decodes HEIC. @throws in other browsers */
async function drawByBrowser(file: File): Promise<OffscreenCanvas> {
  const bitmap = await createImageBitmap(file)
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  contextOf(canvas).drawImage(bitmap, 0, 0)
  bitmap.close()
  return canvas
}

async function drawByLibrary({ file, library, wasm }: Conversion): Promise<OffscreenCanvas> {
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
