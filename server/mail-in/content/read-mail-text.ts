import type { Email } from '#platform/mail/parse-mail.ts'
import { withoutElementDividers } from '../text/dividers.ts'
import { htmlToText, type Pictures } from '../text/html.ts'
import { type Answered, splitReply } from '../text/reply.ts'
import type { MailText } from './mail-task.ts'
import { type Placed, withoutPlaces } from './picture-places.ts'
import { hasWrittenText } from './text-part.ts'

const maxWholeText = 200_000
const longestQuote = 50_000
const maxHtml = 2_000_000
/** Characters of the HTML beside a text part: what is beyond says no more of its author. */
const comparedHtml = 300_000

/** `answered`: what a reply is compared with. */
export function readMailText(
  {
    text: ofText,
    html,
    attachments = [],
    from,
  }: Pick<Email, 'text' | 'html'> & { attachments?: Placed[]; from?: Email['from'] },
  answered?: Answered,
): MailText {
  const pictures = picturesOf(attachments)
  const whole = textOrHtml(plainText(ofText ?? ''), html ?? '', pictures, attachments)
  const { reply, quote, forwarded, unanswered } = splitReply(whole, {
    sender: from && { name: from.name, address: from.address ?? '' },
    answered,
  })
  const kept = withoutTokens(withoutElementDividers(whole.slice(0, maxWholeText)).toWellFormed())
  const written = (part: string) =>
    withoutTokens(withoutPlaces(part, attachments, html ? pictures.descriptions : null).trim())
  const text = written(reply)
  return {
    text,
    quote: withoutTokens(quote.slice(0, longestQuote).toWellFormed()),
    forwarded: ownMail.test(forwarded) ? '' : written(forwarded),
    unanswered: ownMail.test(unanswered) ? text : written(unanswered),
    whole: whole.length > maxWholeText ? `${kept}\n\n[…]` : kept,
  }
}

const picturesOf = (attachments: readonly Placed[]): Pictures => ({
  attached: new Set(
    attachments.flatMap(({ contentId }) => (contentId ? [contentId.replace(/^<|>$/g, '')] : [])),
  ),
  descriptions: [],
})

/** In a link that unsubscribes without a sign-in, also one that a service for checks wraps. */
const unsubscribeLink = /\bunsubscribe.{1,7}token[^\s<>()[\]"']*/gi
/** That of one user, at which another one who reads the ticket could write; also within a link. */
const replyToken = /reply(?:\+|%(?:25)?2B)[a-z2-7]{26}(?=@|%(?:25)?40)/gi
const ownMail = new RegExp(`${unsubscribeLink.source}|${replyToken.source}`, 'i')

const withoutTokens = (text: string) =>
  text.replace(unsubscribeLink, 'unsubscribe').replace(replyToken, 'reply+…')

function textOrHtml(
  plain: string,
  html: string,
  pictures: Pictures,
  attachments: readonly Placed[],
): string {
  if (html === '') return plain
  const convert = (most: number) => plainText(htmlToText(html.slice(0, most), pictures))
  const ofHtml = convert(plain === '' ? maxHtml : comparedHtml)
  if (plain === '') return ofHtml
  const compared = withoutPlaces(plain.slice(0, maxWholeText), attachments, pictures.descriptions)
  if (hasWrittenText(compared, ofHtml)) return plain
  return html.length > comparedHtml ? convert(maxHtml) : ofHtml
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that no text of the portal has
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

const plainText = (text: string) =>
  text.replace(/\r\n?/g, '\n').replace(controls, '').toWellFormed().trim()
