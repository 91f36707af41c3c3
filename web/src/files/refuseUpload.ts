import { fileMessages as t } from '../messages/current.ts'
import { formatFileSize } from '../ui/text/format.ts'
import { createSettledUpload } from './upload.ts'

/** A refused upload, with the reason in words, of a file that cannot be sent; null of any other. `limit` in bytes. */
export function refuseUpload(file: File, limit: number) {
  const reason = file.size === 0 ? () => t.empty : file.size > limit ? () => t.tooLarge(formatFileSize(limit)) : null
  return reason === null ? null : createSettledUpload(file, { step: 'refused', reason })
}
