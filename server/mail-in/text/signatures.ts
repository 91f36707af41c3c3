import { fold } from '#contract/text/turkish.ts'
import { findRule, type Line, type Rule } from './lines.ts'

const link = String.raw`(?: ?[<([]?https?://\S+)?`
const brand = 'samsung|galaxy|huawei|honor|xiaomi|redmi|oppo|iphone|ipad|ipod|android|blackberry'
const app = 'outlook|yandex|yahoo|gmail|mynet|mymail|spark|proton'
const system = 'android|ios|iphone|ipad|windows|mac'

export const appRules: readonly Rule[] = [
  {
    name: 'a device in Turkish',
    pattern: new RegExp(
      String.raw`^(?:${brand}|mobil|akilli|cep)[a-z']*(?: (?:${brand}|note|pro|plus|max|mini|ultra|akilli|cep|telefon|cihaz|tablet|[a-z]?\d{1,4})[a-z']*){0,5}(?<=[dt][ae]n) gonderil(?:di|mistir)\.?${link}$`,
    ),
    example: 'Samsung Galaxy akıllı telefonumdan gönderildi.',
  },
  {
    name: 'an app in Turkish',
    pattern: new RegExp(
      String.raw`^(?:(?:${system}) (?:icin|uzerinde) (?:${app}|posta|mail)|${app})[a-z.']*(?: (?:mail|posta|e-posta|uygulama|mobil|web)[a-z']*){0,4}(?: ile|(?<=[dt][ae]n)) gonderil(?:di|mistir)\.?${link}$`,
    ),
    example: 'Android için Outlook’tan gönderildi<https://aka.ms/AAb9ysg>',
  },
  {
    name: 'where to get the app, in Turkish',
    pattern: new RegExp(
      String.raw`^(?:${system}) icin (?:${app}|posta)[a-z.']*(?: (?:mail|posta|uygulama)[a-z']*){0,2} (?:edinin|indirin|alin)\.?${link}$`,
    ),
    example: 'iOS için Outlook’u edinin<https://aka.ms/o0ukef>',
  },
  {
    name: 'where to get the app, in Turkish with its English name',
    pattern: new RegExp(
      `^outlook for (?:${system}|mobile)(?:'[a-z]{1,3})? (?:edinin|indirin|alin)\\.?${link}$`,
    ),
    example: 'Outlook for iOS’u edinin<https://aka.ms/o0ukef>',
  },
  {
    name: 'a device or an app in English',
    pattern: new RegExp(
      String.raw`^sent (?:from|via|with) (?:my )?(?:${brand}|${app}|mobile|phone|smartphone|mail|windows)[a-z.']*(?: (?:${brand}|${app}|note|pro|plus|max|mini|ultra|phone|smartphone|mobile|device|tablet|mail|secure|email|app|for|on|ios|windows|desktop|[a-z]?\d{1,4})[a-z']*){0,6}[.,]?${link}$`,
    ),
    example: 'Sent from my iPhone',
  },
  {
    name: 'where to get the app, in English',
    pattern: new RegExp(
      `^get (?:outlook|yandex mail|yahoo mail|gmail) for (?:${system}|mobile)${link}$`,
    ),
    example: 'Get Outlook for iOS<https://aka.ms/o0ukef>',
  },
  {
    name: 'Yahoo',
    pattern: new RegExp(`^yahoo mail: search, organize, conquer${link}$`),
    example: 'Yahoo Mail: Search, Organize, Conquer',
  },
  {
    name: 'a virus scanner',
    pattern:
      /^(?:virus bulunmuyor|virus yok|virus-?free)\.? ?(?:[<([]?(?:https?:\/\/)?www\.[a-z.]+\S*)?$|^bu e-?posta .{0,60}antivirus yazilimi tarafindan .{0,80}$/,
    example: 'Virüs bulunmuyor.www.avast.com',
  },
]

/** Characters of a notice, which no sentence of an author has. */
const longNotice = 150

/** Words of lawyers, which are in no author's sentence about what is confidential. */
const formula =
  /\b(?:addressee|(?:intended|named) recipient|unauthori[sz]ed|disclos|(?:gonderildigi|gonderilen) kisi|alicisi|icerebilir|yetkisiz|imha ed)/

const titledRules: readonly Rule[] = [
  {
    name: 'titled in Turkish',
    pattern:
      /^(?:yasal uyari|yasal bildirim|gizlilik (?:bildirimi|uyarisi|notu)|sorumluluk reddi|kvkk)\b/,
    example: 'YASAL UYARI: Bu e-posta ve ekleri kişiye özeldir.',
  },
  {
    name: 'titled in English',
    pattern: /^(?:disclaimer|legal notice|confidentiality(?: notice| note)?) ?(?::|-|$)/,
    example: 'CONFIDENTIALITY NOTICE: This message is intended for its addressee.',
  },
]

export const noticeRules: readonly Rule[] = [
  ...titledRules,
  {
    name: 'not titled, in Turkish',
    pattern:
      /^bu (?:e-?posta|elektronik posta|e-?mail)[a-z]*\b.{0,300}\b(?:gizli|kisi[a-z ]{0,40}ozel)|^bu (?:ileti|mesaj)[a-z]*\b.{0,60}\bek(?:ler|li|inde).{0,300}\b(?:gizli|ozel)/,
    example: 'Bu e-posta mesajı ve ekleri gönderildiği kişiye özel olup gizli bilgiler içerebilir.',
  },
  {
    name: 'not titled, in English',
    pattern:
      /^this (?:e-?mail|message|communication)\b.{0,300}\b(?:confidential|privileged|intended (?:only|solely|for))/,
    example:
      'This e-mail and any attachments are confidential and intended solely for the addressee.',
  },
  {
    name: 'data protection in Turkish',
    pattern: /^6698 sayili|^kisisel verilerin korunmasi\b/,
    example:
      '6698 sayılı Kişisel Verilerin Korunması Kanunu kapsamında aydınlatma metnimiz sitemizdedir.',
  },
  {
    name: 'the environment',
    pattern:
      /^(?:lutfen )?bu e-?postayi yazdirmadan once|^cevreyi dusun|^(?:please )?(?:consider|think of) the environment/,
    example: 'Lütfen bu e-postayı yazdırmadan önce çevreyi düşünün.',
  },
]

/** A line that consists of a closing. One that also thanks
 * or greets is cut only below a text of its own. */
const formal =
  /^(?:en derin )?saygi(?:lar|larimla|larimizla|lar sunarim|lar sunariz|larimi sunarim|larimizi sunariz| ve sevgilerimle)$|^(?:(?:with )?(?:best|kind|warm|kindest|warmest) regards|regards|best wishes|sincerely|(?:yours|sincerely) (?:sincerely|faithfully|truly|yours)|br|saygilarimla ?[/|-] ?(?:best |kind )?regards)$/
const polite =
  /^(?:simdiden )?(?:cok )?tesekkur(?:ler|ler ve iyi calismalar| ederim| ederiz| eder, iyi calismalar dilerim)$|^(?:iyi (?:calismalar|gunler|aksamlar|haftalar|haftasonlari)|kolay gelsin|sevgiler|selamlar|hayirli isler)(?: dilerim| dileriz)?$|^(?:many |best )?thanks(?: and (?:best |kind )?regards| & (?:best |kind )?regards| in advance)?$|^thank you(?: and (?:best |kind )?regards)?$|^cheers$/
const closingOf = (line: Line) => line.folded.replace(/[\s,.;!:]{1,5}$/, '')

const contacts: Record<string, RegExp> = {
  phone:
    /(?:^|[\s|/])(?:tel|tlf|telefon|gsm|cep|faks|fax|phone|mobile|mobil|mob|dahili|santral|t|m|p|f|d)\.?(?: no)? ?[.:]? ?\+?[\d(][\d ()./-]{6,20}|^\+?[\d(][\d ()./-]{8,20}$/,
  mail: /[^\s<>()"]@[a-z0-9.-]{1,80}\.[a-z]{2}/,
  web: /\bwww\.[a-z0-9-]|^https?:\/\/\S{1,80}$/,
  company: /\b(?:a\.s|ltd|sti|san\. ve tic|gmbh|inc|llc|holding)\b\.?/,
  address:
    /\b(?:mah|cad|sok|bulv|blv)\.|\b(?:mahallesi|caddesi|sokak|bulvari|organize sanayi|osb)\b|\b\d{5} [a-z]/,
}
const kindsOfContact = (line: Line) =>
  Object.keys(contacts).filter(kind => contacts[kind]?.test(line.folded))

/** What a machine's owner writes about it is no signature, however short its line is. */
const subjectMatter =
  /\b(?:seri|serial|s\/n|hata|error|alarm|ariza|makine|machine|siparis|order|fatura|invoice|teklif|quote|parca|part)\b ?(?:no|numarasi|number|kodu|code|:|#)/
const smallWord = /^(?:ve|ile|and|of|the|for|de|da|&|-|\/|\|)$/i
const isTitle = (word: string) => /^[*_]{0,2}[\p{Lu}\d("'+]/u.test(word) || smallWord.test(word)
const isSentence = ({ plain }: Line) =>
  /[?!…]$/.test(plain) ||
  plain.endsWith(':') ||
  (/[^.]\.$/.test(plain) && plain.split(' ').length >= 5)

const isSignatureLine = (line: Line) =>
  !subjectMatter.test(line.folded) &&
  (kindsOfContact(line).length > 0
    ? line.plain.length <= 160
    : /^[-_=*]{2,}$/.test(line.plain) ||
      (line.plain.length <= 70 && !isSentence(line) && line.plain.split(' ').every(isTitle)))

const isName = ({ plain }: Line) => /^\p{Lu}[\p{L}.'-]*(?: \p{Lu}[\p{L}.'-]*){1,3}$/u.test(plain)
/** A text in capitals can be a sentence; a name without a contact below it has small letters. */
const isNameInSmallLetters = (line: Line) => isName(line) && /\p{Ll}/u.test(line.plain)

const isFirstName = ({ plain }: Line) => /^\p{Lu}\p{Ll}{1,20}$/u.test(plain)

const mostSignatureLines = 15
const mostNoticeLines = 60

/** Of the mail's From header. */
export type Sender = { name: string; address: string }

/** The indexes of signature lines: a program's own, a legal notice, and what follows `-- ` or
 * a closing if all of it is a name, a title or a contact. What is in doubt is no signature. */
export function findSignature(
  lines: readonly Line[],
  from: number,
  to: number,
  sender?: Sender,
): number[] {
  const written = (start: number, end: number) =>
    Array.from({ length: Math.max(0, end - start) }, (_, i) => start + i).filter(
      i => !lines[i]?.isBlank,
    )
  const isApp = (i: number) => findRule(appRules, lines[i]?.folded ?? '') !== undefined
  const all = written(from, to)
  const apps = all.filter(isApp)
  let left = all.filter(i => !isApp(i))
  const found = [...apps]
  const cut = (position: number) => {
    found.push(...left.slice(position))
    left = left.slice(0, position)
  }
  const notice = noticeAt(lines, left)
  if (notice > 0 && isSignedAbove(lines, left, notice, apps, sender)) cut(notice)
  const signature = signatureAt(lines, left, sender)
  if (signature >= 0) cut(signature)
  return found
}

function signatureAt(
  lines: readonly Line[],
  indexes: readonly number[],
  sender: Sender | undefined,
): number {
  const delimiter = delimiterAt(lines, indexes)
  const left = delimiter < 0 ? indexes : indexes.slice(0, delimiter)
  const closing = closingAt(lines, left, sender)
  if (closing >= 0) return closing
  const contact = contactAt(lines, left, sender)
  return contact > 0 ? contact : delimiter
}

const lineAt = (lines: readonly Line[], indexes: readonly number[], position: number) =>
  lines[indexes[position] ?? -1]

const isRule = (line: Line | undefined) => line !== undefined && /^[-_=*]{3,}$/.test(line.plain)

function noticeAt(lines: readonly Line[], indexes: readonly number[]) {
  const first = Math.max(0, indexes.length - mostNoticeLines)
  for (let position = first; position < indexes.length; position++) {
    const line = lineAt(lines, indexes, position)
    const before = lines[(indexes[position] ?? 0) - 1]
    const isParagraph = !before || before.isBlank || isRule(before)
    if (line && isParagraph && findRule(noticeRules, line.folded)) return position
  }
  return -1
}

/** A sentence that begins like a notice is one at the end, below a signature or a rule
 * line; a long text with a title or a formula needs neither. Nobody asks in a notice. */
function isSignedAbove(
  lines: readonly Line[],
  indexes: readonly number[],
  notice: number,
  apps: readonly number[],
  sender: Sender | undefined,
): boolean {
  const below = indexes.slice(notice).flatMap(i => lines[i] ?? [])
  if (below.some(({ plain }) => plain.endsWith('?'))) return false
  const [first] = below
  const length = below.reduce((sum, { plain }) => sum + plain.length, 0)
  if (length >= longNotice && first && findRule(titledRules, first.folded)) return true
  if (first && formula.test(first.folded)) return true
  const above = indexes.slice(0, notice)
  const last = lineAt(lines, above, notice - 1)
  if (!last) return false
  const isAppAbove = apps.some(i => i > (above.at(-1) ?? 0) && i < (indexes[notice] ?? 0))
  return (
    isAppAbove ||
    isRule(last) ||
    formal.test(closingOf(last)) ||
    polite.test(closingOf(last)) ||
    signatureAt(lines, above, sender) >= 0
  )
}

/** `-- ` of RFC 3676, 4.3. Without its space, which HTML
 * loses, it can also be a separator within a text. */
function delimiterAt(lines: readonly Line[], indexes: readonly number[]) {
  const first = Math.max(0, indexes.length - mostSignatureLines)
  for (let position = first; position < indexes.length; position++) {
    const line = lineAt(lines, indexes, position)
    if (line?.plain !== '--') continue
    const below = indexes.slice(position + 1).map(i => lines[i])
    if (line.text.endsWith('-- ') || below.every(one => one && isSignatureLine(one)))
      return position
  }
  return -1
}

function closingAt(lines: readonly Line[], indexes: readonly number[], sender: Sender | undefined) {
  const first = Math.max(0, indexes.length - mostSignatureLines)
  for (let position = indexes.length - 1; position >= first; position--) {
    const line = lineAt(lines, indexes, position)
    if (!line) break
    const closing = closingOf(line)
    const isFormal = formal.test(closing)
    if (isFormal || polite.test(closing)) {
      const below = indexes.slice(position + 1).flatMap(i => lines[i] ?? [])
      const hasContact = below.some(one => kindsOfContact(one).length > 0)
      const name = below.length <= 3 ? below[0] : undefined
      const isSigned =
        hasContact ||
        (name &&
          (isNameInSmallLetters(name) || (isFormal && below.length === 1 && isFirstName(name))))
      const above = indexes.slice(0, position).flatMap(i => lines[i] ?? [])
      const isOther = hasContact && sender && !isOf(sender, below) && refersTo(above, below)
      return !isOther && below.length > 0 && isSigned && (position > 0 || (isFormal && hasContact))
        ? position
        : -1
    }
    if (!isSignatureLine(line)) break
  }
  return -1
}

/** A paragraph with a name and at least two kinds of contact of the
 * sender, below a text that neither announces it nor refers to it. */
function contactAt(lines: readonly Line[], indexes: readonly number[], sender: Sender | undefined) {
  const kinds = new Set<string>()
  for (
    let position = indexes.length - 1;
    position > 0 && position >= indexes.length - mostSignatureLines;
    position--
  ) {
    const line = lineAt(lines, indexes, position)
    if (!line || !isSignatureLine(line)) break
    for (const kind of kindsOfContact(line)) kinds.add(kind)
    const isParagraph = lines[(indexes[position] ?? 0) - 1]?.isBlank ?? false
    if (!isParagraph || !isName(line) || kinds.size < 2) continue
    const above = indexes.slice(0, position).flatMap(i => lines[i] ?? [])
    const block = indexes.slice(position).flatMap(i => lines[i] ?? [])
    const isOwn = sender && isOf(sender, block)
    const isOther = sender && !isOwn && (sender.name !== '' || block.some(isAddressed))
    const isReferred = isOwn ? asksForOwn(above) : isOther || refersTo(above, block)
    return above.at(-1)?.plain.endsWith(':') || isReferred ? -1 : position
  }
  return -1
}

const wordsOf = (text: string) => fold(text).match(/[\p{L}\p{N}]{3,}/gu) ?? []

/** Whether a contact has the sender's address or a word of their name. */
function isOf({ name, address }: Sender, block: readonly Line[]): boolean {
  const text = block.map(({ folded }) => folded).join(' ')
  const words = new Set(wordsOf(text))
  return (
    (address !== '' && text.includes(fold(address))) || wordsOf(name).some(one => words.has(one))
  )
}

/** Words that ask to call someone, in folded form. */
const contacting = new RegExp(
  `(?:^|[^\\p{L}])(?:${[
    'ara(?:yın|yınız|yabilir|rsanız|rsınız|sın|sanız|yıp)|ulaş(?:ın|abilir|ınız)|irtibat|iletişim|görüş(?:ün|ebilir|ünüz)|numara(?:sı|dan|yı)|telefonu|mail atın|yazabilirsiniz|bağlanın',
    'call|contact|phone|ring|reach|get in touch|anrufen|ruf(?:en)? sie|kontakt|appele[rz]|contacte[rz]|joindre|llam[ea]|contact[ea]|chiam|contatt|lig(?:ar|ue)|contat|bel(?:len)? |zadzwo|kontakt|ring|zavol',
    'позвон|звон|свяж|اتصل|تواصل',
  ]
    .map(fold)
    .join('|')})`,
  'u',
)

const isAddressed = ({ folded }: Line) => contacts.mail?.test(folded) ?? false

/** Asks to call the author. */
const ofOwn =
  /\b(?:beni|bana|bize|call me|ring me|phone me|contact me|reach me|mich|me (?:appeler|joindre))\b/
const asksForOwn = (above: readonly Line[]) =>
  above.slice(-3).some(({ folded }) => ofOwn.test(folded) && contacting.test(folded))

/** Whether the text above a contact asks to use it, or has its name in a sentence. */
function refersTo(above: readonly Line[], block: readonly Line[]): boolean {
  if (above.slice(-3).some(({ folded }) => contacting.test(folded))) return true
  const names = new Set(block.filter(isName).flatMap(({ plain }) => wordsOf(plain)))
  return above.some(
    ({ folded, plain }) =>
      plain.split(' ').length > 2 && wordsOf(folded).some(word => names.has(word)),
  )
}
