import * as z from 'zod/mini'
import { accountUser, admin, anyone, signedIn, vendorTeam } from './actor.ts'
import { Done, fileName, id, instant, text } from './fields.ts'
import { limits } from './limits.ts'
import { listOf, listQuery } from './paging.ts'
import { del, get, post, put } from './route.ts'

/** The types that a browser may display inline; every other file is only downloaded. */
export const previewTypes = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'application/pdf',
  'video/mp4',
  'video/quicktime',
  'video/webm',
] as const

/** Only a `ready` file is served: not one that is being uploaded after its message was sent, or
 * never was, and none that awaits its malware scan, exceeds the scanner's limit or is infected. */
export const FileState = z.enum([
  'ready',
  'uploading',
  'cancelled',
  'checking',
  'oversize',
  'infected',
])
export type FileState = z.output<typeof FileState>

/** A file in a list with its signed, short-lived links; `previewURL` only for `previewTypes`. */
export const File = z.object({
  _id: id,
  fileName: z.string(),
  fileSize: z.int(),
  fileType: z.string(),
  uploadDate: instant,
  signedURL: z.string(),
  previewURL: z.nullable(z.string()),
  state: FileState,
  infection: z.nullable(z.string()),
})
export type File = z.output<typeof File>

export const FileRecord = z.object({
  id,
  /** the target of the upload until it is complete, then null */
  url: z.nullable(z.string()),
  fileName: z.string(),
  fileSize: z.int(),
  fileType: z.string(),
  uploaderUser: id,
  uploadDate: instant,
  uploadComplate: z.boolean(),
  signedURL: z.nullable(z.string()),
  previewURL: z.nullable(z.string()),
  state: FileState,
  infection: z.nullable(z.string()),
})
export type FileRecord = z.output<typeof FileRecord>

/** Of one message or note. */
export const maxAttachments = 10

export const attachments = z.array(id).check(z.maxLength(maxAttachments))

/** What a message and a note consist of: a text, files, or both. */
export const textAndFiles = {
  contents: z._default(text(limits.message, 0), ''),
  files: z._default(attachments, []),
}
export const notEmpty = z.refine<{ contents: string; files: string[] }>(
  ({ contents, files }) => contents !== '' || files.length > 0,
  { error: 'emptyMessage', path: ['contents'] },
)

export const NewFile = z.object({
  fileName,
  /** bytes; UPLOAD_LIMIT applies too */
  fileSize: z.int().check(z.gte(1)),
  fileType: z
    .string()
    .check(
      z.trim(),
      z.toLowerCase(),
      z.maxLength(limits.fileType),
      z.regex(/^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/, 'mimeType'),
    ),
})
export type NewFile = z.output<typeof NewFile>

/** Bytes: of each part of an upload except the last. A slow line carries one in
 * some seconds, and a large file has no more than 2,000. */
export const minUploadPart = (fileSize: number): number =>
  Math.max(65_536, Math.ceil(fileSize / 2_000))

/** Bytes; `quota` null: no limit. */
export const FileUsage = z.object({ used: z.int(), quota: z.nullable(z.int()) })
export type FileUsage = z.output<typeof FileUsage>

/** Pixels, at most, of a smaller copy of a picture: in a message, and in the viewer. */
export const ThumbnailSide = z.enum(['320', '1280'])
export type ThumbnailSide = z.output<typeof ThumbnailSide>

export const Signature = z.object({
  expires: z.string().check(z.regex(/^\d{1,12}$/, 'number')),
  signature: z.string().check(z.minLength(1), z.maxLength(100)),
  preview: z.optional(z.literal('true')),
  thumbnail: z.optional(ThumbnailSide),
  /** of the links to the file: those of earlier ones have ended */
  revision: z.optional(z.string().check(z.regex(/^\d{1,9}$/, 'number'))),
})

const Attachment = z.object({
  file: id,
  tags: z.optional(z.array(z.literal('machine')).check(z.maxLength(1))),
})
const FileList = listQuery(['fileName', 'fileSize', 'uploadDate', 'dateCreated'])
export type FileQuery = z.output<typeof FileList>
const bothKinds = z.object({ machineFiles: z.array(File), customFiles: z.array(File) })

export const uploads = {
  request: put('/file', {
    allow: signedIn,
    about: 'Ask for an upload: a signed url for one file, good for 15 minutes',
    body: NewFile,
    returns: z.object({ url: z.string(), id }),
    creates: true,
    auditRefusals: true,
    rateLimits: [{ name: 'uploads', max: 300, seconds: 300 }],
  }),
  upload: put('/file/:file/content', {
    allow: anyone,
    audited: false,
    about:
      "Put the file's bytes, to the signed url; in parts with Content-Range, one after the other, each of 64 KiB at least except the last, at most 2,000",
    query: Signature,
    returns: Done,
    detached: true,
    upload: true,
  }),
  download: get('/file/:file/content', {
    allow: anyone,
    about:
      "The file's bytes, from the signed link; with `preview` and `thumbnail`, a smaller copy of a picture where one can be made",
    query: Signature,
    returns: z.unknown(),
    detached: true,
    download: ['application/octet-stream', ...previewTypes],
  }),
  resume: get('/file/:file/upload', {
    allow: signedIn,
    about: 'How many bytes of an own upload the server has, and a signed url for the next ones',
    returns: z.object({ url: z.string(), received: z.int() }),
    secret: true,
  }),
  confirm: post('/file/:file', {
    allow: signedIn,
    about: 'Confirm an upload, once',
    returns: FileRecord,
  }),
  cancel: del('/file/:file', {
    allow: signedIn,
    about: 'Give up an own upload that has not ended; a message that names it says so',
    returns: Done,
  }),
  usage: get('/admin/file/usage', {
    allow: admin,
    about:
      "How many bytes the vendor's files and messages take, and how many they may; null where there is no limit",
    returns: FileUsage,
  }),
}

export const machineFiles = {
  listOfMachine: get('/admin/machine/:machine/file', {
    allow: admin,
    about: 'General files of a machine',
    query: FileList,
    returns: listOf('machineFiles', File),
  }),
  addToMachine: post('/admin/machine/:machine/file', {
    allow: admin,
    changes: 'customers',
    about: 'Add an uploaded file to a machine',
    body: Attachment,
    returns: File,
    creates: true,
  }),
  removeFromMachine: del('/admin/machine/:machine/file/:file', {
    allow: admin,
    changes: 'customers',
    about: 'Delete a general file',
    returns: Done,
  }),
  listOfCompanyMachine: get('/admin/company/:company/machine/:companyMachine/customFile', {
    allow: admin,
    about: "Private files of a company's machine",
    query: FileList,
    returns: listOf('customFiles', File),
  }),
  addToCompanyMachine: post('/admin/company/:company/machine/:companyMachine/customFile', {
    allow: admin,
    changes: 'customers',
    about: "Add an uploaded file to a company's machine",
    body: Attachment,
    returns: File,
    creates: true,
  }),
  removeFromCompanyMachine: del(
    '/admin/company/:company/machine/:companyMachine/customFile/:file',
    {
      allow: admin,
      changes: 'customers',
      about: 'Delete a private file',
      returns: Done,
    },
  ),
  listForStaff: get('/staff/company/:company/machine/:companyMachine/file', {
    allow: vendorTeam,
    about: "General and private files of a company's machine",
    returns: bothKinds,
  }),
  listOfAccount: get('/account/:company/machine/:companyMachine/file', {
    allow: accountUser,
    about: "General and private files of an account's machine",
    returns: bothKinds,
  }),
}

export const files = { ...uploads, ...machineFiles }
