import type { Selectable } from 'kysely'
import { previewTypes } from '#contract/files.ts'
import type { Config } from '#platform/config/config.ts'
import type { Signing } from '#platform/crypto/signing.ts'
import type { Schema } from '#platform/database/schema.ts'
import { portalUrl } from '../vendors/portal.ts'
import { fileStateOf } from './scans.ts'

type Direction = 'upload' | 'download'
const lifetimeSeconds = { upload: 15 * 60, download: 10 * 60 }

export type LinkServices = { config: Config; signing: Signing }
/** Links are below the vendor's own address, so that pages and bytes have one origin. */
export type LinkContext = { platform: LinkServices; domain: string }

export function signedLink(
  { platform: { config, signing }, domain }: LinkContext,
  direction: Direction,
  vendorId: string,
  fileId: string,
  { preview = false, revision = 0 } = {},
): string {
  // Rounded up to the minute: the link stays the same for a
  // while, so that a browser can cache a picture.
  const expires = String(Math.ceil(Date.now() / 60_000) * 60 + lifetimeSeconds[direction])
  const of = revision > 0 ? { revision: String(revision) } : {}
  const signature = signing.sign(direction, vendorId, fileId, expires, ...Object.values(of))
  const query = new URLSearchParams({
    expires,
    signature,
    ...of,
    ...(preview && { preview: 'true' }),
  })
  return `${portalUrl(config, domain)}/api/v1/domain/${domain}/file/${fileId}/content?${query}`
}

/** Of a download, whether its revision is still the file's is left to the caller. */
export const isSignedLink = (
  { signing }: Pick<LinkServices, 'signing'>,
  direction: Direction,
  vendorId: string,
  fileId: string,
  {
    expires,
    signature,
    revision,
  }: { expires: string; signature: string; revision?: string | undefined },
) =>
  Number(expires) * 1000 > Date.now() &&
  signing.isValidSignature(
    signature,
    direction,
    vendorId,
    fileId,
    expires,
    ...(Number(revision ?? 0) === 0 ? [] : [String(revision)]),
  )

const previewable = new Set<string>(previewTypes)
export const canPreview = (fileType: string) => previewable.has(fileType)

type StoredFile = Pick<
  Selectable<Schema['files']>,
  | 'id'
  | 'fileName'
  | 'fileSize'
  | 'fileType'
  | 'uploaderId'
  | 'uploadDate'
  | 'dateStored'
  | 'scan'
  | 'infection'
  | 'linkRevision'
>

export const fileRecordOf = (links: LinkContext, vendorId: string, file: StoredFile) => {
  const { id, fileName, fileSize, fileType, uploaderId, uploadDate } = file
  const record = {
    id,
    url: null,
    fileName,
    fileSize,
    fileType,
    uploaderUser: uploaderId,
    uploadDate,
  }
  const linked = linksTo(links, vendorId, file)
  const uploadComplate = linked.state !== 'uploading' && linked.state !== 'cancelled'
  return { ...record, ...linked, uploadComplate }
}

type Linked = Pick<
  StoredFile,
  'id' | 'fileType' | 'dateStored' | 'scan' | 'infection' | 'linkRevision'
>

export function linksTo(
  links: LinkContext,
  vendorId: string,
  { id, fileType, dateStored, scan, infection, linkRevision: revision }: Linked,
) {
  const state = fileStateOf({ dateStored, scan }, links.platform.config)
  const shown = state === 'ready' && canPreview(fileType)
  return {
    signedURL: signedLink(links, 'download', vendorId, id, { revision }),
    previewURL: shown
      ? signedLink(links, 'download', vendorId, id, { revision, preview: true })
      : null,
    state,
    infection,
  }
}
