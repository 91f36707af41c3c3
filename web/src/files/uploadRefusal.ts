import { formatFileSize } from '../ui/text/format.ts'
import { fileMessages as t } from './messages.ts'

/** Why a file cannot be sent, in words; null where it can. `limit` in bytes. */
export const uploadRefusal = (file: File, limit: number) =>
  file.size === 0 ? t.empty : file.size > limit ? t.tooLarge(formatFileSize(limit)) : null
