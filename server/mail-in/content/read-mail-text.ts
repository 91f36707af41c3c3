import type { Email } from '#platform/mail/parse-mail.ts'
import { htmlToText } from '../text/html.ts'
import { splitReply } from '../text/reply.ts'
import type { MailText } from './mail-task.ts'

const maxWholeText = 200_000
/** Characters of a text part above which it is no stub. */
const longestStub = 300

export function readMailText({ text, html }: Pick<Email, 'text' | 'html'>): MailText {
  const plain = plainText(text ?? '')
  const whole =
    plain.length > longestStub
      ? plain
      : textOrHtml(plain, plainText(htmlToText((html ?? '').slice(0, 2_000_000))))
  const isCut = whole.length > maxWholeText
  return {
    text: splitReply(whole).reply.trim(),
    whole: isCut ? `${whole.slice(0, maxWholeText).toWellFormed()}\n\n[…]` : whole,
  }
}

/** The text part, unless it only says that the mail is HTML:
 * a stub is much shorter, and no part of the HTML's text. */
function textOrHtml(plain: string, ofHtml: string): string {
  const words = (text: string) => text.replace(/\s+/g, '')
  const isStub =
    plain === '' || (ofHtml.length > 10 * plain.length && !words(ofHtml).includes(words(plain)))
  return isStub ? ofHtml : plain
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that no text of the portal has
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

const plainText = (text: string) =>
  text.replace(/\r\n?/g, '\n').replace(controls, '').toWellFormed().trim()
