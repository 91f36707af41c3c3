import type { File } from '#contract/files.ts'
import { createSettledUpload, type Upload } from '../../files/upload/upload.ts'

/** The files of a saved reply that can be sent, as uploaded ones. */
export const uploadsOfReply = (files: readonly File[]): Upload[] =>
  files
    .filter(({ state }) => state !== 'infected')
    .map(({ _id: id, fileName: name, fileSize: size }) =>
      createSettledUpload({ name, size }, { step: 'done', id }),
    )
