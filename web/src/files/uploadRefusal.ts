import { fileSize } from '../ui/text/format.ts'
import { fileMessages as t } from './messages.ts'

/** Why a file need not even be sent, in words; null where it may be. `limit` in bytes. */
export const uploadRefusal = (file: File, limit: number) =>
  file.size === 0 ? t.empty : file.size > limit ? t.tooLarge(fileSize(limit)) : null
