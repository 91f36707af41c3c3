import { type HeaderFields, readHeaderBlock, uncommentedValues } from './headers.ts'

/** A part of a mail with its text; the type is in lower case, without parameters. */
export type MailPart = { type: string; text: string }

export type BouncedRecipient = {
  recipient: string
  /** RFC 3464, 2.3.3: failed, delayed, delivered, relayed or expanded. */
  action: string
  /** RFC 3463, such as 5.1.1; empty if the report has none. */
  status: string
  permanent: boolean
  diagnostic: string
}

export type Bounce = {
  recipients: BouncedRecipient[]
  replyTo: string | null
}

const most = { parts: 50, text: 500_000, paragraphs: 1000, recipients: 100, value: 500 }
const enhancedStatus = /\b([245]\.\d{1,3}\.\d{1,3})\b/
const action = /^(?:failed|delayed|delivered|relayed|expanded)\b/i

/** Permanent failures (5.x.x) of the address itself; a full
 * mailbox (5.2.2) or a refused text (5.7.1) can change. */
const badAddress = /^5\.(?:1\.(?:[0-46]|10)|2\.1|4\.[14])$/
const otherFailure = /^5\.(?:7|2\.[23]|3\.4)/
/** For servers that name no status, or only 5.0.0. */
const unknownUser =
  /\b(?:user unknown|unknown user|no such user|mailbox (?:not found|unavailable)|does(?: not|n't) exist|recipient not found|unknown e-?mail)/i

/** The recipients of a delivery status report (RFC 3464) and
 * the mail that it returns; none for another mail. */
export function readBounce(parts: readonly MailPart[]): Bounce {
  const read = parts
    .slice(0, most.parts)
    .map(({ type, text }) => ({ type, text: text.slice(0, most.text) }))
  const reports = read.filter(({ type }) => /^message\/(?:global-)?delivery-status$/.test(type))
  const recipients = reports.flatMap(({ text }) => paragraphs(text).flatMap(recipientOf))
  const found =
    recipients.length > 0
      ? recipients
      : read
          .filter(({ type }) => type === 'text/plain')
          .flatMap(({ text }) => qmailRecipients(text))
  return { recipients: found.slice(0, most.recipients), replyTo: returnedReplyTo(read) }
}

const paragraphs = (text: string) =>
  text.split(/(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)/, most.paragraphs).map(readHeaderBlock)
const first = (headers: HeaderFields, name: string) =>
  (uncommentedValues(headers, name)[0] ?? '').slice(0, most.value)
/** `rfc822; ayse@ornek.example`: the type is optional in what servers write. */
const withoutType = (value: string) => value.replace(/^[\w-]{1,40} ?; ?/, '').trim()
const bare = (address: string) => withoutType(address).replace(/^<|>$/g, '').trim()

function recipientOf(fields: HeaderFields): BouncedRecipient[] {
  const recipient =
    bare(first(fields, 'final-recipient')) || bare(first(fields, 'original-recipient'))
  if (!recipient) return []
  const diagnostic = withoutType((fields.get('diagnostic-code')?.[0] ?? '').slice(0, most.value))
  const status =
    enhancedStatus.exec(first(fields, 'status'))?.[1] ?? enhancedStatus.exec(diagnostic)?.[1] ?? ''
  const stated = action.exec(first(fields, 'action'))?.[0].toLowerCase()
  const assumed = status.startsWith('5')
    ? 'failed'
    : status.startsWith('2')
      ? 'delivered'
      : 'delayed'
  return [toBounced(recipient, stated ?? assumed, status, diagnostic)]
}

function toBounced(
  recipient: string,
  action: string,
  status: string,
  diagnostic: string,
): BouncedRecipient {
  const isUnknown =
    /^5|^$/.test(status) && !otherFailure.test(status) && unknownUser.test(diagnostic)
  const permanent = action === 'failed' && (badAddress.test(status) || isUnknown)
  return { recipient, action, status, permanent, diagnostic }
}

/** qmail's bounce has no report: "Hi. This is the qmail-send
 * program", then "<address>:" and the reason. */
function qmailRecipients(text: string): BouncedRecipient[] {
  if (!/^Hi\. This is the\b/m.test(text)) return []
  const lines = text.split(/\r\n|\r|\n/)
  return lines.flatMap((line, i) => {
    const recipient = /^<([^<>\s]{3,320})>:$/.exec(line.trim())?.[1]
    if (!recipient) return []
    const end = lines.findIndex((one, j) => j > i && one.trim() === '')
    const diagnostic = lines
      .slice(i + 1, end < 0 ? i + 6 : Math.min(end, i + 6))
      .join(' ')
      .slice(0, most.value)
    return [toBounced(recipient, 'failed', enhancedStatus.exec(diagnostic)?.[1] ?? '', diagnostic)]
  })
}

/** A report returns the mail itself or its headers only. */
function returnedReplyTo(parts: readonly MailPart[]): string | null {
  for (const { type, text } of parts) {
    if (!/^(?:message\/(?:rfc822|global)|text\/rfc822-headers|message\/global-headers)$/.test(type))
      continue
    const [replyTo] = uncommentedValues(readHeaderBlock(text), 'reply-to')
    if (replyTo) return replyTo.slice(0, most.value)
  }
  return null
}
