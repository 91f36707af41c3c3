import { fold } from '#contract/text/turkish.ts'
import { findRule, type Line, nextLine, type Rule } from './lines.ts'

const date =
  /\d{1,2}[./-] ?\d{1,2}[./-] ?\d{2,4}|\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}\.? (?:de )?\p{L}{3,12}\.?,? (?:de )?\d{4}|\d{4}\. \p{L}{3,10}\.? \d{1,2}\.|\p{L}{3,10}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}|\d{4}年/u
const time = /\d[:.h]\d\d/
const address = /[^\s<>()"]@[^\s<>()"]/
const opening =
  /^(?:on|am|le|el|il|em|op|den|dne|dnia|w dniu|wiadomosc) |^\W{0,2}(?:\p{L}{2,12}\.?,? )?(?:\d{1,2}[./-] ?\d{1,2}[./-] ?\d{2,4}|\d{4}-\d{2}-\d{2}|\d{1,2}\.? (?:de )?\p{L}{3,9}\.?,? (?:de )?\d{4})/u

export const containsDate = (folded: string) => date.test(folded)
export const containsTime = (folded: string) => time.test(folded)
export const containsAddress = (folded: string) => address.test(folded)

/** "wrote" in the languages whose programs have no rule of their own. */
const wrote = fold(
  [
    'a écrit|escribió|ha scritto|escreveu|schreef|het volgende geschreven|skrev|kirjoitti|írta|a scris|έγραψε',
    'пишет|пишут|(?:на)?писал(?:а|\\(-?а\\))?|كتبت?|كتب/كتبت|تمت كتابة ما يلي بواسطة',
    'napisał(?:a|\\(a\\))?|pisze|napsal(?:a|\\(a\\))?|napísal(?:a|\\(a\\))?|写道|のメール',
  ].join('|'),
)

/** The sentence by which a mail program introduces the
 * quoted mail. Its lines are joined and folded. */
export const attributionRules: readonly Rule[] = [
  {
    name: 'Gmail, Yahoo, Thunderbird, Apple Mail in Turkish',
    pattern: /\b(?:yazdi|yazmis|yazmisti) ?:$/,
    example: '12 Kas 2026 Per, 14:03 tarihinde Ayşe Yılmaz <ayse@ornek.example> şunu yazdı:',
  },
  {
    name: 'Apple Mail in Turkish, with the date at the end',
    pattern: /\byazdi \([^()]{6,60}\) ?:$/,
    example: 'Ayşe Yılmaz <ayse@ornek.example> şunları yazdı (12 Kas 2026 14:03):',
  },
  {
    name: 'all programs in English',
    pattern: /\b(?:wrote|writes) ?:$/,
    example: 'On Thu, Nov 12, 2026 at 2:03 PM Ayşe Yılmaz <ayse@ornek.example> wrote:',
  },
  {
    name: 'all programs in German',
    pattern: /^am .*\bschrieb\b.*:$/,
    example: 'Am 12.11.2026 um 14:03 schrieb Ayşe Yılmaz <ayse@ornek.example>:',
  },
  {
    name: 'all programs in other languages',
    pattern: new RegExp(`(?:^|[\\s>),"])(?:${wrote}) ?:$`),
    example: 'Le 12/11/2026 à 14:03, Ayşe Yılmaz a écrit :',
  },
  {
    name: 'all programs in other languages, with the name at the end',
    pattern: new RegExp(`^(?=.*(?:${date.source})).*[\\s,](?:${wrote}) .{2,250}:$`, 'u'),
    example: 'Op do 12 nov 2026 om 14:03 schreef Ayşe Yılmaz <ayse@ornek.example>:',
  },
  {
    name: 'Yandex, earlier Gmail: date, name and address',
    pattern: /^\W{0,2}\d[^@]{5,200}@[^@\s]{1,200}[>)] ?:$/,
    example: '12.11.2026, 14:03, "Ayşe Yılmaz" <ayse@ornek.example>:',
  },
  {
    name: 'any language: date, time and address',
    pattern: new RegExp(
      String.raw`^(?=.*(?:${date.source}))(?=.*\d[:.]\d\d).*<[^<>\s]{1,200}@[^<>\s]{1,200}>.{0,60}:$`,
      'u',
    ),
    example: 'Le jeu. 12 nov. 2026 à 14:03, Ayşe Yılmaz <ayse@ornek.example> a écrit :',
  },
]

/** Programs wrap the sentence at 76 characters or so. */
const mostLines = 4
const mostLength = 500

/** A program that joins flowed lines also joins the first quoted line: "… yazdı: > Merhaba". */
const withoutJoinedQuote = (folded: string) => {
  const quote = folded.indexOf(': >')
  return quote < 0 ? folded : folded.slice(0, quote + 1)
}

/** The first line of the attribution that ends at `end`, or null.
 * `isCertain`: a date or an address makes it one without `>`. */
export function findAttribution(
  lines: readonly Line[],
  end: number,
): { start: number; isCertain: boolean } | null {
  const last = lines[end]
  if (!last || last.isBlank || last.isQuoted) return null
  let joined = withoutJoinedQuote(last.folded)
  if (!joined.endsWith(':')) return null
  let found: { start: number; isCertain: boolean } | null = null
  for (let start = end; start >= 0 && start > end - mostLines; start--) {
    const line = lines[start]
    if (!line || line.isBlank || line.isQuoted) break
    if (start < end) {
      if (/[.!?:]$/.test(line.folded)) break
      joined = `${line.folded} ${joined}`
    }
    if (joined.length > mostLength) break
    if (!findRule(attributionRules, joined)) continue
    const isCertain =
      address.test(joined) ||
      (date.test(joined) && /\btarihinde\b|^(?:on|am) |\d[:.]\d\d/.test(joined))
    const isPart =
      start < end &&
      !date.test(line.folded) &&
      !address.test(line.folded) &&
      !opening.test(line.folded)
    if (!isPart) found = { start, isCertain }
    if (opening.test(joined)) break
  }
  if (!found) return null
  // A sentence that begins with the address has its name on the line before.
  const before = lines[found.start - 1]
  if (
    lines[found.start]?.plain.startsWith('<') &&
    before &&
    !before.isBlank &&
    !before.isQuoted &&
    before.plain.length <= 60
  )
    return { ...found, start: found.start - 1 }
  return found
}

/** Whether the lines after an attribution are marked with
 * `>`, also when the first one was joined to it. */
export const isFollowedByQuote = (lines: readonly Line[], end: number) =>
  (lines[end]?.folded.includes(': >') ?? false) || (nextLine(lines, end + 1)?.isQuoted ?? false)
