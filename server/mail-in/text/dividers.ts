import { fold } from '#contract/text/turkish.ts'
import { containsAddress, containsDate, containsTime } from './attributions.ts'
import { findRule, type Line, nextLine, type Rule } from './lines.ts'

/** Stands where an element of the HTML says that the quote begins: its invisible
 * character tells it from the same words of an author. */
export const elementDivider = '-----Original Message-----\u2063'

/** Nobody wrote these lines. */
export const withoutElementDividers = (text: string) =>
  text.replaceAll(`${elementDivider}\n`, '').replaceAll(elementDivider, '')

/** Lines after which everything is the mail that is answered, with or without `>`. */
export const dividerRules: readonly Rule[] = [
  {
    name: 'our own line above which the reply is written',
    pattern: /^##-.{0,200}-##$/,
    example: '##- Lütfen yanıtınızı bu satırın üstüne yazın -##',
  },
  {
    name: 'a line above which the reply is written, in Turkish',
    pattern:
      /^[-#=* ]*(?:lutfen )?(?:yanitinizi|cevabinizi) bu (?:satirin|cizginin) (?:ustune|uzerine) yazin(?:iz)?[-#=*. ]*$/,
    example: '--- Lütfen yanıtınızı bu çizginin üzerine yazınız ---',
  },
  {
    name: 'a line above which the reply is written, in English',
    pattern: /^[-#=* ]*(?:please )?(?:reply|(?:write|type) your reply) above this line[-#=*. ]*$/,
    example: '--- Please reply above this line ---',
  },
]

/** Lines that announce the headers below them; without those they are an author's. */
export const titleRules: readonly Rule[] = [
  {
    name: 'Outlook, Gmail, Thunderbird, Yahoo, Samsung Mail in any language',
    pattern: /^-{2,} ?(?! )[^-].{2,60}[^- ] ?-{2,}$/,
    example: '---------- Forwarded message ---------',
  },
  {
    name: 'Apple Mail in any language',
    pattern: new RegExp(
      `^(?=.{5,60}:$).*(?:${[
        'forwarded|iletilen|iletilmiş|yönlendirilen|yönlendirilmiş|weitergeleitete',
        'transféré|reenviado|reencaminhad|encaminhad|inoltrato|doorgestuurd|пересылаем|переадресованн',
        'إعادة توجيه|المعاد توجيه|przekazywan|przekazan|vidarebefordra|přeposílan|přeposlan|továbbított',
      ]
        .map(fold)
        .join('|')})`,
    ),
    example: 'İletilen ileti başlangıcı:',
  },
]

const labels = {
  from: 'kimden|gönderen|from|von|de|da|van|от|от кого|отправитель|من|المرسل|od|nadawca|från|odesílatel|fra|lähettäjä|feladó|expéditeur|remitente|remetente|mittente|afzender|avsändare|发件人|差出人',
  date: "gönderilen|gönderilenler|gönderildi|gönderme|gönderilme|(?:gönderme|gönderilme|gönderim) (?:tarihi|zamanı)|tarih|sent|date|gesendet|datum|envoyé|envoyé le|date d'envoi|enviado|enviado el|enviada|enviado em|enviada em|fecha|fecha de envío|data|inviato|inviata|data invio|verzonden|verzonden op|отправлено|дата|تم الإرسال|تاريخ الإرسال|أرسلت|التاريخ|wysłano|data wysłania|skickat|odesláno|odoslané|dne|dato|sendt|lähetetty|elküldve|发送时间|日期",
  to: 'kime|alıcı|to|an|à|a|para|aan|кому|إلى|الى|do|till|til|komu|destinataire|destinatario|destinatário|odbiorca|příjemce|vastaanottaja|címzett|收件人|宛先',
  cc: 'bilgi|cc|kopya|kopie|kopi|kopia|копия|نسخة|dw|copie|copia|cópia|抄送',
  subject:
    'konu|subject|betreff|objet|asunto|oggetto|assunto|onderwerp|тема|الموضوع|temat|ämne|předmět|predmet|emne|aihe|tárgy|主题|件名',
  other: 'gizli|bcc|önem|importance|ekler|attachments|yanıtla|reply-to',
}
type Label = keyof typeof labels
const labelOf = Object.entries(labels).map(([label, words]) => ({
  label: label as Label,
  pattern: new RegExp(`^(?:${fold(words)}) ?:`),
}))
const rule = /^(?:_{10,}|-{10,}|={10,}|\*{10,})$/
export const isRule = (line: Line | undefined) => rule.test(line?.plain ?? '')
const mostHeaderLines = 16

const plainHeader = ({ folded }: Line) => folded.replaceAll('*', '').trimStart()

/** The block `Kimden: / Gönderilen: / Kime: / Konu:` (also with bold stars)
 * that begins at a line, by the words of its labels or by its form. */
function isHeaderBlock(lines: readonly Line[], start: number, isTitled: boolean): boolean {
  const isFramed = isTitled || isRuleAbove(lines, start)
  return isKnownBlock(lines, start, isFramed) || isBlockByForm(lines, start, isFramed)
}

function isKnownBlock(lines: readonly Line[], start: number, isFramed: boolean): boolean {
  const found = new Set<Label>()
  let isAddressed = isFramed
  let isDated = false
  // lines without a label: a wrapped list of recipients, or a blank line between two labels
  let foreign = 0
  for (const line of lines.slice(start, start + mostHeaderLines)) {
    if (line.isQuoted) break
    const text = plainHeader(line)
    const label = labelOf.find(({ pattern }) => pattern.test(text))?.label
    if (label) found.add(label)
    else if (found.size === 0) return false
    foreign = label ? 0 : foreign + 1
    if (foreign > 2) break
    if (line.plain.includes('@')) isAddressed = true
    if (label && containsDate(text) && containsTime(text)) isDated = true
  }
  if (!found.has('from') || !(found.has('date') || found.has('subject'))) return false
  return found.size >= 4 ? isAddressed || isDated : found.size === 3 && isAddressed
}

const headerForm = /^(\p{L}[\p{L}\p{M}'. -]{0,30}?) ?: ?\S/u

/** In a language whose labels are not known: who wrote the mail, with an
 * address, and when, among lines of one form that follow each other. */
function isBlockByForm(lines: readonly Line[], start: number, isFramed: boolean): boolean {
  const found: string[] = []
  const names = new Set<string>()
  for (const line of lines.slice(start, start + mostHeaderLines)) {
    const text = plainHeader(line)
    const name = headerForm.exec(text)?.[1]
    if (line.isQuoted || name === undefined) break
    found.push(text)
    names.add(name)
  }
  const [from = '', ...others] = found
  const isMail =
    containsAddress(from) && others.some(text => containsDate(text) && containsTime(text))
  return isMail && names.size === found.length && found.length >= (isFramed ? 3 : 4)
}

function isRuleAbove(lines: readonly Line[], start: number) {
  for (let i = start - 1; i >= 0 && i > start - 4; i--)
    if (!lines[i]?.isBlank) return rule.test(lines[i]?.plain ?? '')
  return false
}

/** Quoted from line `start` to the end; `text`: where its headers or text begin; `read`: the
 * last line that was read to know it. `canBeForward`: forwards begin with the same lines.
 * `isCertain`: only the portal's mails have it. */
export type QuotedEnd = {
  start: number
  text: number
  read: number
  canBeForward: boolean
  isCertain: boolean
}

export function findDivider(lines: readonly Line[], index: number): QuotedEnd | null {
  const line = lines[index]
  if (!line || line.isBlank || line.isQuoted) return null
  const isElement = line.text.endsWith(elementDivider)
  const isDivider = isElement || findRule(dividerRules, line.folded) !== undefined
  const next = findRule(titleRules, line.folded) && nextIndex(lines, index + 1)
  const isTitle = next !== undefined && isHeaderBlock(lines, next, true)
  const isBlock = !isDivider && !isTitle && isHeaderBlock(lines, index, false)
  if (!isDivider && !isTitle && !isBlock) return null
  let start = index
  for (let i = index - 1; i >= 0 && (lines[i]?.isBlank || rule.test(lines[i]?.plain ?? '')); i--)
    if (!lines[i]?.isBlank) start = i
  const text = isBlock ? index : textBelow(lines, index + 1)
  return {
    start,
    text,
    read: isTitle ? next : Math.max(index, text - 1),
    canBeForward: isElement || !isDivider,
    isCertain: isDivider && !isElement,
  }
}

/** Where an element's quote begins: Outlook marks it twice, with a rule between. */
function textBelow(lines: readonly Line[], from: number): number {
  let below = from
  for (let i = from; i < lines.length && i < below + 6; i++) {
    const line = lines[i]
    if (line?.text.endsWith(elementDivider)) below = i + 1
    else if (line && !line.isBlank && !rule.test(line.plain)) break
  }
  return below
}

function nextIndex(lines: readonly Line[], from: number): number | undefined {
  const next = nextLine(lines.slice(from, from + 4), 0)
  return next && lines.indexOf(next, from)
}
