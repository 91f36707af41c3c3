import { uploads } from '#contract/files.ts'
import { registerRoutes } from '#platform/http/http.ts'
import { type FileServices, receiveBytes, sendBytes } from './bytes.ts'
import { receivedBytes } from './file-parts.ts'
import { fileRecordOf, signedLink } from './links.ts'
import { cancelUpload, confirmUpload, requestUpload } from './uploads.ts'
import { fileUsage } from './usage.ts'

export default registerRoutes<typeof uploads, FileServices>('files', uploads, {
  request: async ({ db, actor, body, platform, domain }) => {
    const id = await requestUpload(db, actor, body, platform.config)
    return { id, url: signedLink({ platform, domain }, 'upload', db.vendorId, id) }
  },
  upload: receiveBytes,
  download: sendBytes,
  resume: async ({ db, actor, params, platform, domain }) => ({
    url: signedLink({ platform, domain }, 'upload', db.vendorId, params.file),
    received: await receivedBytes(db, actor, params.file),
  }),
  confirm: async ({ db, actor, params, platform, domain }) =>
    fileRecordOf({ platform, domain }, db.vendorId, await confirmUpload(db, actor, params.file)),
  cancel: async ({ db, actor, params, t }) => {
    await cancelUpload(db, actor, params.file)
    return { message: t.uploadCancelled }
  },
  usage: ({ db, platform }) => fileUsage(db, platform.config),
})
