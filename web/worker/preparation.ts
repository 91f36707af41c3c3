/** What the worker makes a JPEG of. `maxSide` in pixels, `maxBytes` of the result. `decoder`,
 * for HEIC: the library is two files, which are loaded as they were published. */
export type Preparation = {
  file: File
  maxSide?: number
  maxBytes?: number
  decoder?: Decoder
}
export type Decoder = { library: string; wasm: string }
