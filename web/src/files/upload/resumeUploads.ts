import { listNamedFiles } from '../../data/keptFiles.ts'
import { privateStore } from '../../data/privateStore.ts'
import { openUpload } from './upload.ts'

/** Goes on with the files of messages that an earlier page has sent. */
export async function resumeUploads() {
  for (const { key, id, name, size } of await listNamedFiles())
    openUpload({ key, name, size, isDelivered: !isOfUnsent(key, id) })
}

type Named = { id?: string; key?: string }

/** Whether a message that is not sent names the file. Else that page was left between the
 * deletion of the message, which it had sent, and the note of it at the file. */
function isOfUnsent(key: string, id: string | undefined) {
  const messages = privateStore.readAll('outbox:') as { files?: Named[] }[]
  const drafts = privateStore.readAll('attached:') as Named[][]
  return [...messages.map(({ files = [] }) => files), ...drafts].some(files =>
    files.some(file => file.key === key || (id !== undefined && file.id === id)),
  )
}
