import type { ReceivedReason } from '#contract/mail-in.ts'
import { fold } from '#contract/text/turkish.ts'
import { type HeaderFields, uncommentedValues } from './headers.ts'
import { findRule, type Rule } from './lines.ts'

/** A header that only programs write, when its value matches. Values are in lower case. */
export const headerRules: readonly {
  header: string
  pattern: RegExp
  example: string
  reason?: ReceivedReason // by default `automaticHeader`
}[] = [
  {
    header: 'list-id',
    pattern: /./,
    example: 'Duyurular <duyuru.ornek.example>',
    reason: 'mailingList',
  },
  {
    header: 'list-unsubscribe',
    pattern: /./,
    example: '<mailto:cik@ornek.example>',
    reason: 'mailingList',
  },
  { header: 'auto-submitted', pattern: /^(?!no(?:[\s;]|$))./, example: 'auto-replied' },
  { header: 'precedence', pattern: /^(?:bulk|list|junk|auto_reply)\b/, example: 'bulk' },
  { header: 'x-precedence', pattern: /^(?:bulk|list|junk|auto_reply)\b/, example: 'auto_reply' },
  { header: 'x-loop', pattern: /./, example: 'destek@ornek.example' },
  { header: 'x-autoreply', pattern: /^(?!no$)/, example: 'yes' },
  { header: 'x-autorespond', pattern: /^(?!no$)/, example: '' },
  { header: 'x-autoresponder', pattern: /^(?!no$)/, example: 'vacation' },
  {
    header: 'x-auto-response-suppress',
    pattern: /\b(?:all|oof|autoreply)\b/,
    example: 'DR, OOF, AutoReply',
  },
  {
    header: 'x-ms-exchange-generated-message-source',
    pattern: /./,
    example: 'Mailbox Rules Agent',
  },
  { header: 'x-failed-recipients', pattern: /./, example: 'ayse@ornek.example' },
  { header: 'return-path', pattern: /^(?:<\s*>)?$/, example: '<>', reason: 'nullSender' },
  {
    header: 'content-type',
    pattern: /^multipart\/report\b/,
    example: 'multipart/report; report-type=delivery-status',
  },
]

/** The part before the @ of addresses that no person reads; what follows a `+` is ignored. */
export const senderRules: readonly Rule[] = [
  { name: 'the mail system', pattern: /^mailer-?daemon$/, example: 'MAILER-DAEMON@ornek.example' },
  { name: 'the postmaster', pattern: /^postmaster$/, example: 'postmaster@ornek.example' },
  {
    name: 'no reply',
    pattern: /^(?:do[._-]?)?not?[._-]?reply(?:[._-].{0,60})?$/,
    example: 'no-reply@ornek.example',
  },
  {
    name: 'no reply, in Turkish',
    pattern: /^(?:yanitlama(?:yin(?:iz)?)?|cevaplama(?:yin(?:iz)?)?)$/,
    example: 'yanitlamayin@ornek.example',
  },
  { name: 'bounces', pattern: /^bounces?(?:[._-].{0,60})?$/, example: 'bounce-12@ornek.example' },
]

export const subjectRules: readonly Rule[] = [
  {
    name: 'automatic reply in Turkish',
    pattern: /^otomatik (?:yanit|cevap)\b/,
    example: 'Otomatik yanıt: Abkant pres E12',
  },
  {
    name: 'out of office in Turkish',
    pattern: /^ofis disinda(?:yim|yiz)?\b/,
    example: 'Ofis dışındayım: Abkant pres E12',
  },
  {
    name: 'automatic reply in English',
    pattern: /^(?:automatic|auto)[ -]?(?:reply|response)\b/,
    example: 'Automatic reply: Press brake E12',
  },
  {
    name: 'out of office in English',
    pattern: /^out[ -]of[ -](?:the[ -])?office\b/,
    example: 'Out of Office: Press brake E12',
  },
  {
    name: 'automatic reply in German',
    pattern: /^(?:automatische antwort|abwesenheitsnotiz)\b/,
    example: 'Automatische Antwort: E12',
  },
  {
    name: 'not delivered in Turkish',
    pattern: /^(?:teslim edilemedi|iletilemedi|gonderilemedi)(?: ?:|$)/,
    example: 'Teslim edilemedi: Abkant pres E12',
  },
  {
    name: 'not delivered in English',
    pattern:
      /^(?:undeliverable\b|undelivered mail\b|(?:mail )?delivery (?:status notification|failure|failed|has failed|incomplete)|returned mail\b|mail system error\b|failure notice$)/,
    example: 'Undelivered Mail Returned to Sender',
  },
  {
    name: 'read receipt in Turkish',
    pattern: /^(?:okundu|okunmadi|okunmadan silindi) ?:/,
    example: 'Okundu: Abkant pres E12',
  },
  {
    name: 'read receipt in English',
    pattern: /^(?:read|not read) ?:/,
    example: 'Read: Press brake E12',
  },
]

const localPart = (address: string) =>
  fold(address.slice(0, 320)).replace(/@.*$/, '').replace(/\+.*$/, '')

/** Why a mail was written by a program and no person, or null. Such a mail is
 * never answered. `from` is the bare address of the From header. */
export function automaticReason(
  headers: HeaderFields,
  subject: string,
  from: string,
): ReceivedReason | null {
  for (const { header, pattern, reason } of headerRules)
    if (uncommentedValues(headers, header).some(one => pattern.test(one.toLowerCase())))
      return reason ?? 'automaticHeader'
  if (findRule(senderRules, localPart(from))) return 'automaticSender'
  return findRule(subjectRules, fold(subject.slice(0, 500))) ? 'automaticSubject' : null
}
