import type { Actor } from '#contract/actor.ts'
import { maxAttachments, NewFile } from '#contract/files.ts'
import { limits } from '#contract/limits.ts'
import { hasDirectionMark, withoutImplicitMarks } from '#contract/text/direction.ts'
import { type Language, messages } from '#contract/text/messages.ts'
import { isSeen } from '#contract/text/turkish.ts'
import { HttpError } from '#platform/errors.ts'
import type { Attachment, Email } from '#platform/mail/parse-mail.ts'
import { type FileBytes, type StoreContext, storeBytes } from '../../files/store-bytes.ts'
import { isThumbnail } from '../../files/thumbnail.ts'
import { isDecoration } from './decorations.ts'

/** Attachments of one mail that are tried; a full quota
 * refuses each of them in a transaction of its own. */
const mostTried = 50

const texts = messages({
  notKept: {
    tr: (names: string) => `Alınmayan ekler: ${names}`,
    en: (names: string) => `Attachments that were not kept: ${names}`,
  },
  more: {
    tr: (names: string, more: number) => `${names} ve ${more} ek daha`,
    en: (names: string, more: number) => `${names} and ${more} more`,
  },
})

type Stored = { id: string; fileName: string }
export type StoredAttachments = { files: Stored[]; notice: string }

/** Stores attachments as files of the mail's author; `notice` names the
 * others: decorations, and what an upload would refuse. */
export async function storeAttachments(
  context: StoreContext,
  vendor: string,
  actor: Actor,
  language: Language,
  email: Email,
  room = maxAttachments,
): Promise<StoredAttachments> {
  // a reply brings back those of the mail that it quotes
  const attached = email.attachments.filter(({ content }) => !isThumbnail(contentOf(content)))
  const files: Stored[] = []
  const notKept: string[] = []
  for (const [at, attachment] of attached.entries()) {
    const file = fileOf(attachment, at + 1)
    const stored =
      at < mostTried &&
      files.length < room &&
      file.bytes.length > 0 &&
      !isDecoration(attachment, file.bytes)
        ? await storeUnlessRefused(context, vendor, actor, file)
        : null
    if (stored) files.push(stored)
    else notKept.push(file.fileName)
  }
  return { files, notice: notKept.length === 0 ? '' : noticeOf(language, notKept) }
}

function noticeOf(language: Language, names: string[]) {
  const t = texts(language)
  const first = names.slice(0, 20).join(', ')
  return t.notKept(names.length > 20 ? t.more(first, names.length - 20) : first)
}

async function storeUnlessRefused(
  context: StoreContext,
  vendor: string,
  actor: Actor,
  file: FileBytes,
): Promise<Stored | null> {
  try {
    return { id: await storeBytes(context, vendor, actor, file), fileName: file.fileName }
  } catch (error) {
    if (error instanceof HttpError && error.status < 500) return null
    throw error
  }
}

function fileOf({ filename, mimeType, content }: Attachment, number: number): FileBytes {
  const fileName = safeName(filename ?? '') || `${number}${extensions[mimeType] ?? '.bin'}`
  const type = NewFile.shape.fileType.safeParse(mimeType)
  return {
    fileName,
    fileType: type.success ? type.data : 'application/octet-stream',
    bytes: contentOf(content),
  }
}

const extensions: Record<string, string> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'image/bmp': '.bmp',
  'application/pdf': '.pdf',
  'message/rfc822': '.eml',
  'text/plain': '.txt',
  'text/html': '.html',
  'text/csv': '.csv',
  'text/calendar': '.ics',
}

/** A name that the contract accepts for an upload, as
 * similar as possible; empty if nothing is left. */
function safeName(name: string): string {
  const safe = [...withoutImplicitMarks(name.toWellFormed())]
    .map(letter =>
      /[\p{Cc}\u2028\u2029/\\]/u.test(letter) || hasDirectionMark(letter) ? '_' : letter,
    )
    .join('')
    .trim()
  const extension = /\.[^.]{1,20}$/.exec(safe)?.[0] ?? ''
  const short =
    safe.length <= limits.fileName
      ? safe
      : safe.slice(0, limits.fileName - extension.length).toWellFormed() + extension
  return isSeen(short) && !/^\.{1,2}$/.test(short) ? short : ''
}

export function contentOf(content: Attachment['content']): Buffer {
  if (typeof content === 'string') return Buffer.from(content)
  return content instanceof Uint8Array
    ? Buffer.from(content.buffer, content.byteOffset, content.byteLength)
    : Buffer.from(content)
}
