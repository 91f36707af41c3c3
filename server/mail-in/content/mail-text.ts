import { limits } from '#contract/limits.ts'
import { isSeen } from '#contract/text/turkish.ts'
import type { StoredAttachments } from './attachments.ts'
import type { MailText } from './mail-task.ts'

/** The text, or the names of the files; null for an empty
 * mail. A longer text is cut, as the whole mail is kept. */
export function messageOf({ text, whole }: MailText, { files, notice }: StoredAttachments) {
  const contents = isSeen(text) ? text : files.map(({ fileName }) => fileName).join(', ')
  if (contents === '') return null
  return {
    contents:
      contents.length > limits.message
        ? `${contents.slice(0, limits.message - 1).toWellFormed()}…`
        : contents,
    files: files.map(({ id }) => id),
    mail: [whole, notice].filter(Boolean).join('\n\n') || contents,
  }
}
