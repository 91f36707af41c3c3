import type { File } from '#contract/files.ts'
import { createSettledUpload, type Upload } from '../../files/upload/upload.ts'

/** The file of a saved reply as one that is uploaded already; null
 * where there is none that can be sent. */
export function uploadOfReply([file]: readonly File[]): Upload | null {
  if (!file || file.state === 'infected') return null
  const { _id: id, fileName: name, fileSize: size } = file
  return createSettledUpload({ name, size }, { step: 'done', id })
}
