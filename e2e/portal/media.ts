import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file of `e2e/portal/media`, which `ffmpeg` and `heif-enc` made of test patterns. */
export const readMedia = (name: string) => readFileSync(join(import.meta.dirname, 'media', name))
