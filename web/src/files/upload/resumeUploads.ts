import { listNamedFiles } from '../../data/keptFiles.ts'
import { openUpload } from './upload.ts'

/** Goes on with the files of messages that an earlier page has sent. */
export async function resumeUploads() {
  for (const { key, name, size } of await listNamedFiles()) openUpload({ key, name, size })
}
