import { findRule, type Line, type Rule } from './lines.ts'

/** Lines after which everything is the mail that is answered or forwarded, with or without `>`. */
export const dividerRules: readonly Rule[] = [
  {
    name: 'original message',
    pattern:
      /^-{2,} ?(?:original message|original appointment|ozgun ileti|orijinal ileti|orijinal mesaj|asil ileti|asil mesaj|ursprungliche nachricht) ?-{2,}$/,
    example: '-----Özgün İleti-----',
  },
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

export const forwardRules: readonly Rule[] = [
  {
    name: 'Gmail, Thunderbird, Yahoo, Samsung Mail',
    pattern:
      /^-{2,} ?(?:forwarded message|(?:iletilen|iletilmis|yonlendirilen|yonlendirilmis) (?:ileti|mesaj|mail|posta|e-?posta)) ?-{2,}$/,
    example: '---------- Forwarded message ---------',
  },
  {
    name: 'Apple Mail in English',
    pattern: /^begin forwarded message:$/,
    example: 'Begin forwarded message:',
  },
  {
    name: 'Apple Mail in Turkish',
    pattern:
      /^(?:iletilen|iletilmis|yonlendirilen|yonlendirilmis) (?:ileti|mesaj|e-?posta)[a-z]*(?: [a-z]+)?:$/,
    example: 'İletilen ileti başlangıcı:',
  },
]

const labels = {
  from: 'kimden|gonderen|from|von',
  date: 'gonderilen|gonderilenler|gonderildi|gonderme|gonderilme|(?:gonderme|gonderilme|gonderim) (?:tarihi|zamani)|tarih|sent|date|gesendet|datum',
  to: 'kime|alici|to|an',
  cc: 'bilgi|cc|kopya',
  subject: 'konu|subject|betreff',
  other: 'gizli|bcc|onem|importance|ekler|attachments|yanitla|reply-to',
}
type Label = keyof typeof labels
const labelOf = Object.entries(labels).map(([label, words]) => ({
  label: label as Label,
  pattern: new RegExp(`^(?:${words}) ?:`),
}))
const rule = /^(?:_{10,}|-{10,}|={10,}|\*{10,})$/
const mostHeaderLines = 16

/** Outlook's block `Kimden: / Gönderilen: / Kime: / Konu:`
 * (also with bold stars) that begins at a line. */
function isHeaderBlock(lines: readonly Line[], start: number): boolean {
  const found = new Set<Label>()
  let hasAddress = false
  // lines without a label: a wrapped list of recipients, or a blank line between two labels
  let foreign = 0
  for (const line of lines.slice(start, start + mostHeaderLines)) {
    if (line.isQuoted) break
    const text = line.folded.replaceAll('*', '').trimStart()
    const label = labelOf.find(({ pattern }) => pattern.test(text))?.label
    if (label) found.add(label)
    else if (found.size === 0) return false
    foreign = label ? 0 : foreign + 1
    if (foreign > 2) break
    if (line.plain.includes('@')) hasAddress = true
  }
  if (!found.has('from') || !(found.has('date') || found.has('subject'))) return false
  return found.size >= 4 || (found.size === 3 && (hasAddress || isRuleAbove(lines, start)))
}

function isRuleAbove(lines: readonly Line[], start: number) {
  for (let i = start - 1; i >= 0; i--)
    if (!lines[i]?.isBlank) return rule.test(lines[i]?.plain ?? '')
  return false
}

/** Quoted from line `start` to the end; `text`: where its headers or
 * text begin. `canBeForward`: forwards begin with the same lines. */
export type QuotedEnd = { start: number; text: number; canBeForward: boolean }

export function findDivider(lines: readonly Line[], index: number): QuotedEnd | null {
  const line = lines[index]
  if (!line || line.isBlank || line.isQuoted) return null
  const divider = findRule(dividerRules, line.folded)
  const forward = findRule(forwardRules, line.folded)
  const isBlock = !divider && !forward && isHeaderBlock(lines, index)
  if (!divider && !forward && !isBlock) return null
  let start = index
  for (let i = index - 1; i >= 0 && (lines[i]?.isBlank || rule.test(lines[i]?.plain ?? '')); i--)
    if (!lines[i]?.isBlank) start = i
  return {
    start,
    text: isBlock ? index : index + 1,
    canBeForward: !divider || divider.name === 'original message',
  }
}
