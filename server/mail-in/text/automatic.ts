import type { ReceivedReason } from '#contract/mail-in.ts'
import { fold } from '#contract/text/turkish.ts'
import { type HeaderFields, uncommentedValues } from './headers.ts'
import { findRule, type Rule } from './lines.ts'

type HeaderRule = { header: string; pattern: RegExp; example: string; reason?: ReceivedReason }

/** A header that only programs write, when its value, in lower
 * case, matches; `reason` is by default `automaticHeader`. */
export const programRules: readonly HeaderRule[] = [
  { header: 'auto-submitted', pattern: /^(?!no(?:[\s;]|$))./, example: 'auto-replied' },
  { header: 'precedence', pattern: /^auto_reply\b/, example: 'auto_reply' },
  { header: 'x-precedence', pattern: /^auto_reply\b/, example: 'auto_reply' },
  { header: 'x-autoreply', pattern: /^(?!no$)/, example: 'yes' },
  { header: 'x-autorespond', pattern: /^(?!no$)/, example: '' },
  { header: 'x-autoresponder', pattern: /^(?!no$)/, example: 'vacation' },
  { header: 'x-failed-recipients', pattern: /./, example: 'ayse@ornek.example' },
  { header: 'return-path', pattern: /^(?:<\s*>)?$/, example: '<>', reason: 'nullSender' },
  {
    header: 'content-type',
    pattern: /^multipart\/report\b/,
    example: 'multipart/report; report-type=delivery-status',
  },
]

/** Headers that mail servers, groups and forwardings add to the mails of people
 * too; they ask for no automatic answer (RFC 3834, 2; Exchange). */
export const unansweredRules: readonly HeaderRule[] = [
  { header: 'list-id', pattern: /./, example: '<help.ornek.example>' },
  { header: 'list-unsubscribe', pattern: /./, example: '<mailto:cik@ornek.example>' },
  { header: 'precedence', pattern: /^(?:bulk|list|junk)\b/, example: 'list' },
  { header: 'x-precedence', pattern: /^(?:bulk|list|junk)\b/, example: 'bulk' },
  { header: 'x-loop', pattern: /./, example: 'destek@ornek.example' },
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
    name: 'automatic reply in other languages',
    pattern:
      /^(?:reponse automatique|respuesta automatica|risposta automatica|resposta automatica|automatisch antwoord|automatyczna odpowiedz|autosvar|automatiskt svar|automaticka odpoved)\b/,
    example: 'Réponse automatique : E12',
  },
  {
    name: 'automatic reply in Russian and Arabic',
    pattern: /^(?:автоматическии ответ|رد تلقائي)/,
    example: 'Автоматический ответ: E12',
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

const findHeader = (rules: readonly HeaderRule[], headers: HeaderFields) =>
  rules.find(({ header, pattern }) =>
    uncommentedValues(headers, header).some(one => pattern.test(one.toLowerCase())),
  )

export function headerReason(headers: HeaderFields): ReceivedReason | null {
  const rule = findHeader(programRules, headers)
  return rule ? (rule.reason ?? 'automaticHeader') : null
}

export const isProgramAddress = (from: string) =>
  findRule(senderRules, localPart(from)) !== undefined

/** Subjects of people begin like that too: it needs a second sign. */
export const isNoticeSubject = (subject: string) =>
  findRule(subjectRules, fold(subject.slice(0, 500))) !== undefined

/** As `[Demir] #1001`, or by the number or title of `ticket`. */
export function namesTicket(
  subject: string,
  ticket: { number: number; title: string } | null,
): boolean {
  if (/\[[^\]]{1,200}\]\s*#\d/.test(subject)) return true
  const title = ticket ? fold(ticket.title) : ''
  return (
    ticket !== null &&
    (new RegExp(`#${ticket.number}(?!\\d)`).test(subject) ||
      (title !== '' && fold(subject).includes(title)))
  )
}

/** A notice of absence that says nothing else, with the header of `vacation` (1). */
export const isOldAbsence = (headers: HeaderFields, subject: string) =>
  /^(?:otomatik (?:yanit|cevap)|ofis disinda(?:yim|yiz)?|(?:automatic|auto)[ -]?(?:reply|response)|out[ -]of[ -](?:the[ -])?office) ?(?::|$)/.test(
    fold(subject.slice(0, 500)),
  ) &&
  ['precedence', 'x-precedence'].some(name =>
    uncommentedValues(headers, name).some(value => /^(?:bulk|junk)\b/i.test(value)),
  )

/** Whether a mail may be answered by a program; `from` is the bare address of its From. */
export const mayBeAnswered = (headers: HeaderFields, from: string) =>
  !findHeader(programRules, headers) &&
  !findHeader(unansweredRules, headers) &&
  !isProgramAddress(from)
